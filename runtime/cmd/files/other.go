//go:build !unix || aix || solaris

package files

import (
	"errors"
	"os"
	"runtime"
)

var hangup = os.Interrupt // not on all of these systems there is another one

const noLink = 0

// lock reports whether parts may be removed: Windows does not remove what is open, and other systems have no locks.
func lock(_ *os.File, alone bool) error {
	if alone && runtime.GOOS != "windows" {
		return errors.ErrUnsupported
	}
	return nil
}
