// Package bench contains the workloads on which padgen is measured, for its own benchmarks: its API may change in any
// version. Each workload has its buffers, the memcpy that it is compared with, and a check of every output. Its tests are the
// Go benchmarks. The side-by-side comparison with ONNX Runtime, a separate module in runtime/peers, measures the same
// workloads and those of [Families].
//
//	go test -run '^$' -bench . -benchtime 50ms ./runtime/bench
//
// Names are suitable for benchstat: `benchstat -col /by` shows padgen beside memcpy. The metric x/memcpy is the median of
// samples that alternate with memcpy. A busy machine affects it less than the quotient of two lines.
package bench
