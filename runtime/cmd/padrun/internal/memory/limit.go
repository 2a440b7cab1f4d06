// Package memory keeps a command within a limit on the memory that it holds.
package memory

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"runtime/debug"
	"strings"

	"github.com/padgen/padgen/runtime/pad"
)

// Default is the limit where nothing tells how much memory there is: 2 GiB.
const Default = 2 << 30

// Limit returns half of the memory that there is: GOMEMLIMIT, that of the container or that of the machine, the lowest of them. The
// other half is for what is not counted.
func Limit() int64 {
	return min(limit(os.DirFS("/"), debug.SetMemoryLimit(-1)), pad.MostBytes())
}

// limit is Limit of a file system's root. No GOMEMLIMIT is [math.MaxInt64].
func limit(root fs.FS, least int64) int64 {
	for name, form := range map[string]string{
		"sys/fs/cgroup/memory.max":                   "%d", // "max" if it has no limit
		"sys/fs/cgroup/memory/memory.limit_in_bytes": "%d", // of version 1
		"proc/meminfo":                               "MemTotal: %d kB",
	} {
		n := int64(0)
		text, err := fs.ReadFile(root, name)
		if err == nil {
			_, err = fmt.Sscanf(string(text), form, &n)
		}
		if strings.HasSuffix(form, "kB") {
			n *= 1 << 10
		}
		if err == nil && n > 0 {
			least = min(least, n)
		}
	}
	if least == math.MaxInt64 {
		return Default
	}
	return max(1, least/2)
}
