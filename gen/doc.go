// Package gen turns the opset spec table into files of Go kernels, for the command padgen: its API may change in any version.
//
// A [Config] says which part of the table is wanted. [NewPlan] makes a sorted list of kernels of it. [Plan.Folders] renders them. [Write]
// writes the files to a folder, [Check] compares them with it. The same table and configuration give the same bytes on every machine.
//
// This is its place among the packages of padgen. Data flows one way:
//
//	published documents ─ spec/changelog ─▶ spec ─ gen, templates ─▶ generated ◀─ runtime/pad, runtime/onnx ◀─ a program
//	                                      the table                  kernels         select one and run it
//
// Each package says more: [github.com/padgen/padgen/spec] what the table holds, [github.com/padgen/padgen/templates] how code is emitted,
// [github.com/padgen/padgen/templates/leaf] how kernels move bytes, [github.com/padgen/padgen/runtime/kernel] what a kernel has to do.
// TRIED.md beside package templates lists what was tried and gained nothing.
package gen

//go:generate go tool padgen generate -o ../generated
