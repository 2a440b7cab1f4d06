package zarrpad

import (
	"errors"
	"fmt"
)

// The kinds of errors, for [errors.Is]. Errors of a [Store] have none of these kinds and are wrapped with the key, after
// the name of a store that is a [fmt.Stringer].
var (
	ErrMetadata    = errors.New("bad metadata")
	ErrUnsupported = errors.New("not supported")
	ErrChunk       = errors.New("damaged chunk")
	ErrCall        = errors.New("bad call")
	ErrOtherCall   = errors.New("the output is of another call")
)

// errorf returns an error of a kind.
func errorf(kind error, format string, args ...any) error {
	return fmt.Errorf("%w: %w", kind, fmt.Errorf(format, args...))
}

func unsupported(what, name, expected string) error {
	return errorf(ErrUnsupported, "%s %q, expected %s", what, name, expected)
}

// about adds the package and a key, unless that is empty, to an error. If the store has a name, as a [Folder] has, that
// precedes the key: chunks of the input and the output have the same keys.
func about(s Store, key string, err error) error {
	if err == nil {
		return nil
	}
	if named, ok := s.(fmt.Stringer); ok && key != "" {
		key = named.String() + "/" + key
	}
	if key != "" {
		key += ": "
	}
	return fmt.Errorf("zarrpad: %s%w", key, err)
}
