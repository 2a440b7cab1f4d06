// Package specdiff compares versions, opsets and whole tables of the opset spec
// table, and reports what changed, what that means, and what it does to the
// generated package.
//
// [Resolve] finds what a command-line argument names: a version, an opset, a
// table's folder, a git revision of it. [Compare] makes a [Report] of two of
// them. A [Change] carries the stable id of a [Rule], and with it two classes:
// what the change means for ONNX, where any change of signature, type or
// behaviour is breaking, and for the users of the Go packages, for whom a new
// type is an addition. A report is printed as text, Markdown, JSON, HTML or
// workflow annotations of GitHub.
//
// The table holds signatures: types, modes, attributes, inputs and outputs. What
// stands only in the prose of a document, and in no field of the table, cannot
// be compared here.
package specdiff
