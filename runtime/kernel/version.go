package kernel

// A generated package and this runtime must agree on a contract, which has a number. A package has the number of the padgen that
// wrote it, and compiles with every runtime that has a constant for this number and still supports it. Otherwise the compiler
// reports one of these names in its padgen.go; the name describes what to run.
//
// Add a contract when new kernels need a newer runtime. Raise the oldest one when older kernels would not compile, or would do
// something else; that is a breaking change. RELEASING.md in folder .github has the steps.
const (
	// RunPadgenGenerateAgain_TheKernelsAreOlderThanTheRuntime is the oldest contract that this runtime supports. Run go generate,
	// or "go tool padgen generate" with the flags in the package's padgen.go and with -o. If the package belongs to another module,
	// its authors must do that; until then, use the version of padgen that it was generated with.
	RunPadgenGenerateAgain_TheKernelsAreOlderThanTheRuntime = 1

	// RunGoGetPadgenLatest_TheKernelsAreNewerThanTheRuntime1 is a contract that this runtime supports; each has such a constant,
	// for ever. Run "go get github.com/padgen/padgen@latest", or generate again with "go tool padgen", which is of the version
	// that go.mod names.
	RunGoGetPadgenLatest_TheKernelsAreNewerThanTheRuntime1 = 1
)
