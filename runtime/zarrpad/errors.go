package zarrpad

import (
	"errors"
	"fmt"
)

// The kinds of errors, for [errors.Is]. Errors of a Store have none of these kinds and are wrapped with the key.
var (
	ErrMetadata    = errors.New("bad metadata")
	ErrUnsupported = errors.New("not supported")
	ErrChunk       = errors.New("damaged chunk")
	ErrCall        = errors.New("bad call")
	ErrOtherCall   = errors.New("the output is of another call")
)

// errorf returns an error of a kind, about a key of a store unless key is empty.
func errorf(kind error, key, format string, args ...any) error {
	if key != "" {
		key += ": "
	}
	return fmt.Errorf("zarrpad: %s%w: %w", key, kind, fmt.Errorf(format, args...))
}
