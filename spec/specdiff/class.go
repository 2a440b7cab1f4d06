package specdiff

import (
	"fmt"
	"slices"
	"strings"
)

// Class says how much a change matters.
type Class string

// The classes, from the least to the most.
const (
	// None: nothing changes.
	None Class = "none"
	// Additive: something new, and all that was there stays as it was.
	Additive Class = "additive"
	// Blocked: a new version cannot be served until a person adds what the
	// project lacks; all that was there stays as it was.
	Blocked Class = "blocked"
	// Breaking: what fitted the old side does not fit the new one.
	Breaking Class = "breaking"
)

// Classes returns all classes, from the least to the most.
func Classes() []Class { return []Class{None, Additive, Blocked, Breaking} }

func (c Class) rank() int { return slices.Index(Classes(), c) }

// Level is the argument of -fail-on: the least class of a change that counts as
// a finding, or the only one.
type Level struct {
	onnx  bool
	only  bool  // the class, and none above it
	class Class // "" for never
}

// Never is the level that no change reaches.
var Never = Level{}

// Levels describes what [ParseLevel] takes.
const Levels = "any, additive, blocked, breaking, todo, onnx:additive, onnx:breaking or never"

// ParseLevel reads a level. A class by itself, or after "go:", is the one for
// users of the Go packages; after "onnx:" it is the one for ONNX. "any" is any
// change, even one of documents alone; "todo" is what is blocked, but not what
// is breaking. The error matches [ErrArgument].
func ParseLevel(s string) (Level, error) {
	class, onnx := strings.CutPrefix(s, "onnx:")
	if !onnx {
		class = strings.TrimPrefix(s, "go:")
	}
	switch {
	case s == "never":
		return Never, nil
	case s == "any":
		return Level{class: None}, nil
	case s == "todo":
		return Level{class: Blocked, only: true}, nil
	case Class(class) != None && slices.Contains(Classes(), Class(class)):
		return Level{onnx: onnx, class: Class(class)}, nil
	}
	return Level{}, fmt.Errorf("%w: level %q, expected %s", ErrArgument, s, Levels)
}

// Reached reports whether a change of the report is at or above the level.
func (r *Report) Reached(l Level) bool {
	return l.class != "" && slices.ContainsFunc(r.Changes, func(c Change) bool {
		if l.only {
			return c.Go == l.class
		}
		if l.onnx {
			return c.ONNX.rank() >= l.class.rank()
		}
		return c.Go.rank() >= l.class.rank()
	})
}
