package pad

// Kernels1 exists for generated code, which names it to say which runtime it was made for. A change of the runtime that
// kernels depend on renames it.
const Kernels1 = true
