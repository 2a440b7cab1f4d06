// Package gen turns the opset spec table into files of Go kernels.
//
// A [Config] says which part of the table is wanted, [NewPlan] resolves it to a sorted list of kernels, [Plan.Files]
// renders them, and [Write] and [Check] write the files, or compare them with what is there. The same table and
// configuration give the same bytes, whatever the machine.
package gen

//go:generate go tool padgen generate -o ../generated
