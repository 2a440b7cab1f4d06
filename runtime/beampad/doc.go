// Package beampad pads arrays of Zarr on the workers of Apache Beam.
//
// It starts package zarrpad: each worker makes chunks of the output from the chunks of the input that feed them, which it reads itself, so no
// byte of the array goes through the runner. What goes through it are the indexes of chunks. A chunk that is there already is not made again,
// so a bundle that is tried again, or a job that is started again, goes on where it was.
package beampad
