// Package contract1 marks a runtime that supports contract 1: kernels that padgen emitted for this contract compile with it and behave as
// before. The package is empty. Each package of kernels imports the package of its contract, so that the go command stops at this import,
// and reports nothing else, if kernels and runtime do not fit:
//
//   - The kernels are newer than the runtime: the module has no such package, and the go command prints the go get command to run.
//   - The kernels are older than what the runtime supports: the package is here, but build constraints exclude its only file. Run go
//     generate, or "go tool padgen generate" with the flags in the package's padgen.go and with -o. If the package belongs to another
//     module, its authors must do that; until then, use the version of padgen that it was generated with.
//
// Add a contract when new kernels need a newer runtime. Drop one when its kernels would not compile, or would behave differently; that is
// a breaking change. See .github/RELEASING.md for the steps.
package contract1
