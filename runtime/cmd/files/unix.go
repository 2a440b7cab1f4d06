//go:build unix && !aix && !solaris

package files

import (
	"os"
	"syscall"
)

var hangup os.Signal = syscall.SIGHUP

// noLink makes an open fail for a link, and return for a named pipe that nobody writes.
const noLink = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// lock locks a folder until it is closed, or fails at once: for others that lock it not alone, or for none. It replaces a lock of before.
func lock(folder *os.File, alone bool) error {
	how := syscall.LOCK_SH
	if alone {
		how = syscall.LOCK_EX
	}
	return syscall.Flock(int(folder.Fd()), how|syscall.LOCK_NB)
}
