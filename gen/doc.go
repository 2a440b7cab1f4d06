// Package gen turns the opset spec table into files of Go kernels.
//
// A [Config] says which part of the table is wanted, [NewPlan] resolves it to a sorted list of kernels, [Plan.Files]
// renders them, and [Write] and [Check] write the files to a folder or compare them with it. The same table and
// configuration give the same bytes on every machine.
package gen

//go:generate go tool padgen generate -o ../generated
