//go:build !linux

package files

import (
	"errors"
	"os"
)

func unnamed(string) *os.File { return nil }

func link(*os.File, string) error { return errors.ErrUnsupported }
