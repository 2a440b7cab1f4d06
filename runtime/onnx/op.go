package onnx

import (
	"fmt"
	"slices"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
)

// Op is one version of Pad, from [Lookup]. It does not change, and is safe for concurrent use. The zero Op has no version
// and refuses every call.
type Op struct {
	schema *generated.Schema
	name   string
	modes  [kernel.NumModes]bool

	// Places among the inputs, -1 where the version has no such input.
	padsInput, valueInput, axesInput int

	assumeNewest bool
	strict       bool
	maxBytes     int64
	workers      int
}

// Option changes what [Lookup] returns.
type Option func(*Op)

// AssumeNewest makes Lookup accept opsets above the newest that was checked. They get the newest version that is known.
func AssumeNewest() Option { return func(op *Op) { op.assumeNewest = true } }

// Strict makes reflect and wrap pads that are larger than the axis an error, see [pad.Params].
func Strict() Option { return func(op *Op) { op.strict = true } }

// MaxBytes sets the largest size of an output, see [pad.Params].
func MaxBytes(n int64) Option { return func(op *Op) { op.maxBytes = n } }

// Workers sets how many goroutines one call may use. With 1, only the caller's runs. See [pad.Params].
func Workers(n int) Option { return func(op *Op) { op.workers = n } }

const (
	onnxDomain      = "ai.onnx" // written "" in models too
	microsoftDomain = "com.microsoft"
)

// Lookup returns the version of Pad in force at the given opset of a domain: "" or "ai.onnx", or "com.microsoft".
// An opset above the newest that was checked is an error, see [AssumeNewest]. So is a version of which something is not
// implemented; the error names that.
func Lookup(domain string, opset int, opts ...Option) (*Op, error) {
	op := &Op{name: "Pad"}
	for _, opt := range opts {
		if opt != nil {
			opt(op)
		}
	}
	newest := generated.NewestOpset
	switch domain {
	case "":
		domain = onnxDomain
	case onnxDomain:
	case microsoftDomain:
		newest = generated.NewestOpsetMicrosoft
	default:
		return nil, op.errorf(ErrDomain, "domain", 0, "%q has no Pad, expected %q or %q", domain, onnxDomain, microsoftDomain)
	}
	switch {
	case opset < 1:
		return nil, op.errorf(ErrOpset, "opset", int64(opset), "%d of domain %s, expected 1 to %d", opset, domain, newest)
	case opset > newest && !op.assumeNewest:
		return nil, op.errorf(ErrOpset, "opset", int64(opset), "%d of domain %s is above %d, the newest that was checked; AssumeNewest takes that", opset, domain, newest)
	}
	for i := range generated.Schemas {
		s := &generated.Schemas[i]
		if s.Domain == domain && s.SinceVersion <= opset && (op.schema == nil || s.SinceVersion > op.schema.SinceVersion) {
			op.schema = s
		}
	}
	if op.schema == nil {
		return nil, op.errorf(ErrOpset, "opset", int64(opset), "domain %s has no Pad at %d", domain, opset)
	}
	op.bind()
	if parts := op.schema.Unsupported; parts != "" {
		return nil, op.errorf(ErrOpset, "opset", int64(opset), "%d of domain %s: this version is not implemented: %s",
			opset, domain, parts)
	}
	return op, nil
}

// bind prepares what every call needs from the schema.
func (op *Op) bind() {
	s := op.schema
	op.name = fmt.Sprintf("Pad-%d", s.SinceVersion)
	if s.Domain != onnxDomain {
		op.name = s.Domain + "." + op.name
	}
	for _, m := range s.Modes {
		op.modes[m] = true
	}
	op.padsInput = slices.Index(s.Inputs, "pads")
	op.axesInput = slices.Index(s.Inputs, "axes")
	op.valueInput = slices.Index(s.Inputs, "constant_value")
	if op.valueInput < 0 {
		op.valueInput = slices.Index(s.Inputs, "value") // com.microsoft
	}
}

// String returns the operator and its version: "Pad-13", "com.microsoft.Pad-1".
func (op *Op) String() string { return op.name }

// Schema returns what ONNX publishes about this version. The caller must not change its slices.
func (op *Op) Schema() generated.Schema {
	if op.schema == nil {
		return generated.Schema{}
	}
	return *op.schema
}

// later returns the first later version of the domain for which has is true, 0 if there is none.
func (op *Op) later(has func(*generated.Schema) bool) int {
	first := 0
	for i := range generated.Schemas {
		s := &generated.Schemas[i]
		if s.Domain == op.schema.Domain && s.SinceVersion > op.schema.SinceVersion && has(s) && (first == 0 || s.SinceVersion < first) {
			first = s.SinceVersion
		}
	}
	return first
}
