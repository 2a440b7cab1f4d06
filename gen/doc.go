// Package gen turns the opset spec table into files of Go kernels. It is for the command padgen, and its API may change in
// any version.
//
// A [Config] selects a part of the table. [NewPlan] turns it into a sorted list of kernels, and [Plan.Folders] renders them.
// [Write] writes the files to a folder, and [Check] compares a folder with them. The same table and configuration produce the
// same bytes on every machine.
//
// Data flows in one direction between the packages of padgen:
//
//	published documents ─ spec/changelog ─▶ spec ─ gen, templates ─▶ generated ◀─ runtime/pad, runtime/onnx ◀─ a program
//	                                      the table                  kernels         select one and run it
//
// Further reading: [github.com/padgen/padgen/spec] describes the table, [github.com/padgen/padgen/templates] how code is
// emitted, [github.com/padgen/padgen/templates/leaf] how kernels move bytes, and [github.com/padgen/padgen/runtime/kernel]
// what a kernel must do. File templates/TRIED.md lists what was tried without gain.
package gen

//go:generate go tool padgen generate -o ../generated
