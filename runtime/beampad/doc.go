// Package beampad pads Zarr arrays on the workers of Apache Beam.
//
// It schedules package zarrpad: each worker reads the chunks of the input that its chunks of the output need, so that only
// the indexes of chunks go through the runner. A chunk that exists is not padded again. A bundle that is retried, or a job
// that is started again, therefore continues.
package beampad
