// Package bench has the workloads that padgen is measured on, for its own benchmarks: its API may change in any version. Each workload has
// its buffers, the memcpy that it is compared with, and a check of every output. Its tests are the Go benchmarks; the side-by-side run against ONNX Runtime, a
// module of its own in runtime/peers, measures the same workloads and those of [Families].
//
//	go test -run '^$' -bench . -benchtime 50ms ./runtime/bench
//
// Names are written for benchstat: `benchstat -col /by` puts padgen beside memcpy. The metric x/memcpy is the median of
// samples taken in turns with memcpy, which a busy machine moves less than the quotient of two lines.
package bench
