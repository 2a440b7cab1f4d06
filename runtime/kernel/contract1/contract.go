// Package contract1 marks a runtime that supports contract 1: kernels that padgen emitted for this contract compile with it and do what
// they did. It is empty. Every package of kernels imports the one of its contract, so if kernels and runtime do not fit, the go command
// stops there and reports only that:
//
//   - The kernels are newer than the runtime: the module has no such package, and the go command prints the go get that helps.
//   - The kernels are older than what the runtime supports: the package is here, but build constraints exclude its only file. Run go
//     generate, or "go tool padgen generate" with the flags in the package's padgen.go and with -o. If the package belongs to another
//     module, its authors must do that; until then, use the version of padgen that it was generated with.
//
// Add a contract when new kernels need a newer runtime. Drop one when its kernels would not compile, or would do something else; that
// is a breaking change. RELEASING.md in folder .github has the steps.
package contract1
