// Package beampad pads arrays that are cut into chunks, on as many machines as Apache Beam has.
//
// An array is a collection of chunks of a regular grid, of type KV<string, []byte>. The key of a chunk is its index in the grid, as in
// "0.3.1". All chunks have the same shape, only the last one of an axis may be smaller. The value is the elements in row-major order, as the
// machine's memory has them, those of packed types as a packed tensor of its own; a string is its length as a uvarint, then its bytes. The
// output is of the same form, with a grid of its own.
//
// Each chunk of the output gets only the boxes of data that it repeats. The README says what that costs, and how to run it on a cluster.
package beampad
