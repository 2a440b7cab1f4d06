//go:build !unix || aix || solaris

package files

import (
	"errors"
	"os"
	"runtime"
)

var hangup = os.Interrupt // some of these systems have no SIGHUP

const noLink = 0

// lock reports whether parts may be removed. Windows does not remove open files, and the other systems have no locks.
func lock(_ *os.File, alone bool) error {
	if alone && runtime.GOOS != "windows" {
		return errors.ErrUnsupported
	}
	return nil
}
