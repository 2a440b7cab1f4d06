package onnx

import (
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
)

// domain is a domain with versions of Pad, and its newest opset against which the table was checked.
type domain struct {
	name   string
	newest int
}

// Schema describes one published version of Pad. [Schemas] lists all of them. Versions do not change, except in a preview
// domain such as "ai.onnx.preview": another release of this module may have a different version there, or none.
type Schema struct {
	Domain               string    // "ai.onnx"
	SinceVersion         int       // the first opset in which the version is in force
	DataTypes            dtype.Set // the element types that data may have
	Modes                []pad.Mode
	Meanings             []pad.Mode // the mode that each of Modes stands for; nil if each stands for itself
	PadsAttribute        string     // the attribute that holds the pads; empty if they are an input
	ValueAttribute       string     // the attribute that holds the constant; empty if it is an input
	Inputs               []string   // the names of the formal inputs, in order
	MinInputs, MaxInputs int
	AxesTypes            dtype.Set // the element types that axes may have; empty if there is no such input
	Unsupported          string    // the parts that are not implemented; the version runs only if this is empty
}
