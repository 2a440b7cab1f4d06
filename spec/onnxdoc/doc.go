// Package onnxdoc reads published documents of ONNX operators into schemas of
// the opset spec table.
//
// It recognizes these documents by their content:
//
//   - ONNX docs/Changelog.md, every version of every operator;
//   - ONNX docs/Operators.md, the newest version of every operator;
//   - ONNX Runtime docs/ContribOperators.md;
//   - the operator pages of onnx.ai, as text or as RST with HTML tables of
//     differences, also with all line breaks lost;
//   - a summary page of an operator in Markdown.
//
// The documents state different things, and some are damaged: headings are
// lost, quotes are typographic, types are missing. What a document states is
// read, what it does not state is listed in [Version.NotStated], and nothing is
// guessed. Modes are listed only in the prose of the attribute "mode";
// summaries and examples may belong to another version and are not read for
// facts.
//
// [Read] reads one document, [Merge] combines what several documents say about
// one version, [Compare] finds where documents and a table disagree, [NewPlan]
// works out what a table's folder lacks, and [Import] makes these into a
// command.
package onnxdoc
