// Package specdiff compares revisions of the opset spec table. It is for the command padgen, and its API may change in any
// version. It compares whole tables, two versions, two opsets, or a table and a published document.
//
// [Resolve] finds the [Revision] that a command-line argument names: a version, an opset, a table's folder, or that folder at
// a git revision. [Compare] returns a [Report] on the differences between two revisions.
//
// A version is a list of facts, each with a path and a value:
//
//	types.tensor(int2)        an element type that data may have
//	modes.wrap                a mode
//	attributes.mode.default   "constant"
//	inputs[3]                 axes, optional, tensor(int32) or tensor(int64)
//
// The differences between two lists are the changes. The kind of a fact and the direction of the change determine the [Rule]:
// an added mode is PAD_MODE_ADDED. A rule has two severities, for ONNX nodes and for Go programs. A [Change] also states
// which version brought it, and what padgen lacks for it. All formats are written from the list of changes: text, Markdown,
// JSON, HTML, and annotations for GitHub workflows.
//
// The table holds signatures: types, modes, attributes, inputs and outputs. It holds only checksums of prose. The text of a
// document is compared sentence by sentence, and the reader of the report decides what a sentence means.
package specdiff
