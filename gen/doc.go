// Package gen turns the opset spec table into files of Go kernels, for the command padgen: its API may change in any version.
//
// A [Config] selects a part of the table. [NewPlan] turns it into a sorted list of kernels, and [Plan.Folders] renders them.
// [Write] writes the files to a folder, and [Check] compares the folder with them. The same table and configuration result in
// the same bytes on every machine.
//
// Between the packages of padgen, data flows one way:
//
//	published documents ─ spec/changelog ─▶ spec ─ gen, templates ─▶ generated ◀─ runtime/pad, runtime/onnx ◀─ a program
//	                                      the table                  kernels         select one and run it
//
// Further reading: [github.com/padgen/padgen/spec] describes the table, [github.com/padgen/padgen/templates] how code is
// emitted, [github.com/padgen/padgen/templates/leaf] how kernels move bytes, and [github.com/padgen/padgen/runtime/kernel]
// what a kernel must do. TRIED.md beside package templates lists what was tried without gain.
package gen

//go:generate go tool padgen generate -o ../generated
