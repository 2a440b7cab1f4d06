//go:build unix && !aix && !solaris

package files

import (
	"os"
	"syscall"
)

var hangup os.Signal = syscall.SIGHUP

// noLink makes open fail for a symbolic link, and return at once for a named pipe without a writer.
const noLink = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// lock locks a folder until it is closed, exclusively or shared with others, or fails at once. It replaces an earlier lock.
func lock(folder *os.File, alone bool) error {
	how := syscall.LOCK_SH
	if alone {
		how = syscall.LOCK_EX
	}
	return syscall.Flock(int(folder.Fd()), how|syscall.LOCK_NB)
}
