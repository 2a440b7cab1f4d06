//go:build !unix || aix || solaris

package files

import (
	"os"
	"runtime"
)

var hangup = os.Interrupt // not on all of these systems there is another one

const noLink = 0

func lock(*os.File) bool { return true }

func removeLeft(part string) {
	if runtime.GOOS == "windows" { // which does not remove what is open
		os.Remove(part)
	}
}

func written(part *os.File) error { return part.Close() }
