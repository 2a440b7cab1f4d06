// Package changelog reads what published documents of ONNX operators state about Pad into schemas of the opset spec table. It
// is for the command padgen, and its API may change in any version.
//
// Two documents state every fact of the table:
//
//   - docs/Changelog.md of ONNX, every version of every operator;
//   - docs/ContribOperators.md of ONNX Runtime.
//
// Three others are read only for comparison with the table:
//
//   - docs/Operators.md of ONNX, the newest version of every operator;
//   - the operator pages of onnx.ai, as text or RST, which may have lost all line breaks;
//   - a summary page of an operator in Markdown.
//
// [Read] recognizes a document by its content. A page may omit facts, which are then empty in its schemas: nothing is
// guessed. For text that cannot be read, Read returns an error with the file and the line.
package changelog
