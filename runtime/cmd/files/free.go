//go:build linux || darwin || freebsd

package files

import (
	"math"
	"os"
	"syscall"
)

// Free returns how many bytes may still be written to the file's disk, and whether that is known.
func Free(f *os.File) (n int64, known bool) {
	var s syscall.Statfs_t
	err := syscall.Fstatfs(int(f.Fd()), &s)
	free := float64(s.Bavail) * float64(s.Bsize)
	return int64(min(free, math.MaxInt64/2)), err == nil && s.Blocks > 0
}
