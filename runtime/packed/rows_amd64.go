//go:build !purego

package packed

import "unsafe"

// writeRows makes the rows of all runs. What is before the first one in its first byte is in carry.
//
//go:noescape
func writeRows(r *Rows, to, from unsafe.Pointer, carry uint64)
