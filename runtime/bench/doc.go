// Package bench contains the workloads on which padgen is measured. It is for padgen's own benchmarks, and its API may change
// in any version. Each workload comes with its buffers, the memcpy with which it is compared, and a check of every output.
// The tests of this package are the Go benchmarks. The side-by-side comparison with ONNX Runtime, in the separate module
// runtime/peers, measures the same workloads and those of [Families].
//
//	go test -run '^$' -bench . -benchtime 50ms ./runtime/bench
//
// The names of the benchmarks are suitable for benchstat: `benchstat -col /by` shows padgen beside memcpy. The metric
// x/memcpy is the median over samples that alternate with memcpy. A busy machine affects it less than the quotient of two
// lines.
package bench
