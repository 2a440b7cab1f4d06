//go:build !purego

package packed

import "unsafe"

// writeRows makes the rows of all runs. The bits before the first row in its first byte are in carry.
//
//go:noescape
func writeRows(r *Rows, to, from unsafe.Pointer, carry uint64)
