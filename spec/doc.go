// Package spec holds the opset spec table. It is for the command padgen, and its API may change in any version. The table
// describes what each published version of the Pad operator accepts, in one JSON file per version, and the ONNX element types.
//
// The table is the only input of the generator. Its files contain facts from the published documents, which package changelog
// reads:
//
//	table.json                domains, the newest opset of their documents, and that which a person checked beyond them
//	wordings.json             checksums of the prose of each version; may be absent
//	elemtypes.json            element types and how Go stores them
//	<domain>/<Op>-<N>.json    the schema that came with opset N of the domain
//
// Domain padgen is this project's own. Its only version adds the mode symmetric and is in no document.
//
// A schema file is not edited once its opset is published, except in a preview domain. It contains only facts that code reads.
//
// The folder lists the versions. [Load] is strict. It returns an error for an unknown key, and for a file that is missing,
// whose name is not that of its version, or whose text differs from what [Table.Files] returns for it. The error names the
// file and the line. [Table.Validate] then checks the meaning of the values. [Default] does both for the files embedded in
// this package. [Table.Unsupported] lists what has been published but is not implemented yet.
package spec
