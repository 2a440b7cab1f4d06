//go:build js || wasip1

package safefile

import "os"

var hangup = os.Interrupt // there is none
