package kernel

// Version2 is named by generated packages, so that those of another version of padgen do not compile. It changes with the contract.
const Version2 = true
