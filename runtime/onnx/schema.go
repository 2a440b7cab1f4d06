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

// Schema is one published version of Pad. [Schemas] lists them. Versions do not change, but for those of a preview, a
// domain as "ai.onnx.preview": another release of this module may have another one, or none.
type Schema struct {
	Domain               string    // "ai.onnx"
	SinceVersion         int       // the first opset in which it is in force
	DataTypes            dtype.Set // the element types that data may have
	Modes                []kernel.Mode
	Meanings             []kernel.Mode // what each of Modes means, nil if all mean what they are called
	PadsAttribute        string        // the attribute that holds the pads, empty where they are an input
	ValueAttribute       string        // the attribute that holds the constant, empty where it is an input
	Inputs               []string      // the names of the formal inputs, in order
	MinInputs, MaxInputs int
	AxesTypes            dtype.Set // the element types that axes may have, empty without such an input
	Unsupported          string    // what is not implemented of it, so that it cannot run; else empty
}
