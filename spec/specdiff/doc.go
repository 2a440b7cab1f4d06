// Package specdiff compares two tables: whole ones, two versions, two opsets, or a table and a published document.
//
// [Resolver.Resolve] finds the [Revision] that a command-line argument names: a version, an opset, a table's folder, a
// git revision of it. [Compare] makes a [Report] of two of them. A [Change] carries the stable id of a [Rule] and two
// severities: what it means for ONNX nodes, and what it means for Go programs. A report is printed as text, Markdown,
// JSON, HTML or workflow annotations of GitHub.
//
// The table holds signatures: types, modes, attributes, inputs and outputs. What a document says in prose alone cannot
// be compared here.
package specdiff
