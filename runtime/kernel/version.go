package kernel

// Generated packages and this runtime are made for each other, and a number says so: that of their contract. A package has the
// number of the padgen that wrote it, and compiles with every runtime that knows this number and still takes it. Otherwise the
// compiler stops in its padgen.go, at one of these names: they say what to run.
//
// Add a contract when new kernels need a newer runtime. Raise the oldest one when older kernels would not compile, or would do
// something else; that is a breaking change. RELEASING.md in folder .github has the steps.
const (
	// RunPadgenGenerateAgain_TheKernelsAreOlderThanTheRuntime is the oldest contract that this runtime takes. Run go generate, or
	// "go tool padgen generate" with the flags that the package's padgen.go has, and with -o. If the package is that of another
	// module, its authors must do that; until then, use the version of padgen that it was generated with.
	RunPadgenGenerateAgain_TheKernelsAreOlderThanTheRuntime = 1

	// RunGoGetPadgenLatest_TheKernelsAreNewerThanTheRuntime1 is a contract that this runtime knows; each has such a constant, for
	// ever. Run "go get github.com/padgen/padgen@latest", or generate again with "go tool padgen", which is of the version that
	// go.mod names.
	RunGoGetPadgenLatest_TheKernelsAreNewerThanTheRuntime1 = 1
)
