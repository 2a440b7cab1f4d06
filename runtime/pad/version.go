package pad

// Kernels1 is what generated code names to say which runtime it was made for. It is renamed when the runtime changes in a way that
// kernels depend on.
const Kernels1 = true
