//go:build !unix || aix || solaris

package gen_test

import "errors"

func pipe(string) error { return errors.ErrUnsupported }
