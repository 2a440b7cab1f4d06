//go:build !js && !wasip1

package safefile

import (
	"os"
	"syscall"
)

var hangup os.Signal = syscall.SIGHUP
