package onnx

import (
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
)

// domain is a domain with versions of Pad, and its newest opset that the table was checked against.
type domain struct {
	name   string
	newest int
}

// Schema is one published version of Pad. [Schemas] lists them. Versions do not change, except in a preview domain such as
// "ai.onnx.preview": another release of this module may have a different version there, or none.
type Schema struct {
	Domain               string    // "ai.onnx"
	SinceVersion         int       // the first opset in which it is in force
	DataTypes            dtype.Set // the element types that data may have
	Modes                []kernel.Mode
	Meanings             []kernel.Mode // the meaning of each mode in Modes, nil if each means what its name says
	PadsAttribute        string        // the attribute that holds the pads, empty if they are an input
	ValueAttribute       string        // the attribute that holds the constant, empty if it is an input
	Inputs               []string      // the names of the formal inputs, in order
	MinInputs, MaxInputs int
	AxesTypes            dtype.Set // the element types that axes may have, empty if there is no such input
	Unsupported          string    // the parts that are not implemented, which prevent it from running; else empty
}
