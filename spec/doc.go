// Package spec holds the opset spec table: what each published version of the
// Pad operator accepts, one JSON file per version, and the ONNX element types.
//
// The table is the only input of the generator. Its files are facts taken from
// the published documents (package changelog reads those):
//
//	table.json                domains, the newest opset of their documents, the versions
//	checked.json              opsets that a person checked beyond the documents; may be absent
//	elemtypes.json            element types and how Go stores them
//	<domain>/<Op>-<N>.json    the schema that came with opset N of the domain
//
// A schema file is never edited once its opset is published.
//
// [Load] decodes strictly: an unknown, repeated or missing key, a null, data
// after the end, a file that is listed but missing or present but not listed,
// and entries out of order are errors that name the file and the field.
// [Table.Validate] then checks what the values mean. [Default] does both for
// the files embedded in this package.
package spec
