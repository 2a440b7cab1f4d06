//go:build unix && !aix && !solaris

package files

import (
	"os"
	"syscall"
)

var hangup os.Signal = syscall.SIGHUP

// noLink makes an open fail for a link, and return for a named pipe that nobody writes.
const noLink = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// lock locks a part until it is closed. It reports whether the part is still the file of its name: another process may have found it
// unlocked, and removed it.
func lock(part *os.File) bool {
	if syscall.Flock(int(part.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		return false
	}
	_, err := os.Lstat(part.Name())
	return err == nil
}

// removeLeft removes a part whose process is gone, and with it the lock.
func removeLeft(part string) {
	if f, _, err := open(part); err == nil {
		if lock(f) {
			os.Remove(part)
		}
		f.Close()
	}
}

// written returns the error that closing a part reports, as of a full disk behind a network, and keeps it open with its lock.
func written(part *os.File) error {
	fd, err := syscall.Dup(int(part.Fd()))
	if err != nil {
		return err
	}
	return syscall.Close(fd)
}
