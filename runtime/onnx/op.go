package onnx

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Op is one version of Pad with the kernels for some element types. It is created by [New], is immutable, and is safe for
// concurrent use. The zero Op has no version and refuses every call.
type Op struct {
	schema *Schema
	name   string
	sets   [dtype.NumTypes + 1]pad.AnySet

	// Indices of the inputs, -1 if the version has no such input.
	padsInput, valueInput, axesInput int

	options Options
}

// Options configures an Op. The zero Options selects the defaults, which [New] uses.
type Options struct {
	AssumeNewest bool  // accept opsets above the newest that was checked and use the newest known version for them
	Strict       bool  // refuse reflect pads above dim-1, and wrap and symmetric pads above dim; see [pad.Params]
	MaxBytes     int64 // how many bytes one call may allocate for tensors, and the largest output; 0 or less means [DefaultMaxBytes]
	Workers      int   // how many goroutines one call may use; 1 means only the caller's; see [pad.Params]
}

// DefaultMaxBytes is the limit on the memory that one call allocates for tensors, unless Options.MaxBytes is set: 4 GiB. It
// includes the output and copies of unaligned raw bytes. It is the same on every machine, so that a model that runs on one
// machine also runs on another.
const DefaultMaxBytes = 4 << 30

// maxBytes returns the limit, which is at most what the machine can address.
func (o *Options) maxBytes() int64 {
	return min(cmp.Or(max(0, o.MaxBytes), DefaultMaxBytes), pad.MostBytes())
}

const (
	onnxDomain      = "ai.onnx" // also written "" in models
	microsoftDomain = "com.microsoft"
)

// New returns the version of Pad in force at the given opset of a domain; "" stands for "ai.onnx". The Op runs nodes whose
// input data has one of the element types of the given kernel sets:
//
//	op, err := onnx.New("", 21, kernels.Float32, kernels.Uint8)
//
// New returns an error if the opset is above the newest that was checked, unless [Options] allow it, or if part of the
// version is not implemented; the error then names that part. It returns an [ErrSet] for a set that is nil, given twice, or
// named after another element type.
func New(domain string, opset int, sets ...pad.AnySet) (*Op, error) {
	return Options{}.New(domain, opset, sets...)
}

// New is like the function [New], with the options o.
func (o Options) New(domain string, opset int, sets ...pad.AnySet) (*Op, error) {
	op := &Op{name: "Pad", options: o}
	if domain == "" {
		domain = onnxDomain
	}
	newest := 0
	var names []string
	for _, d := range domains {
		if names = append(names, strconv.Quote(d.name)); d.name == domain {
			newest = d.newest
		}
	}
	switch {
	case newest == 0:
		graduated := ""
		if strings.HasSuffix(domain, ".preview") {
			graduated = "; what leaves a preview is in ai.onnx"
		}
		return nil, op.errorf(ErrDomain, "domain", 0, "%q has no Pad, expected %s%s", domain, strings.Join(names, " or "), graduated)
	case opset < 1:
		return nil, op.errorf(ErrOpset, "opset", int64(opset), "%d of domain %s, expected 1 to %d", opset, domain, newest)
	case opset > newest && !o.AssumeNewest:
		return nil, op.errorf(ErrOpset, "opset", int64(opset), "%d of domain %s is above %d, the newest that was checked; AssumeNewest takes that", opset, domain, newest)
	}
	for i := range Schemas { // sorted by opset
		s := &Schemas[i]
		if s.Domain == domain && s.SinceVersion <= opset {
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
	for i, set := range sets {
		if err := op.add(i, set); err != nil {
			return nil, err
		}
	}
	return op, nil
}

// add adds kernel set i.
func (op *Op) add(i int, set pad.AnySet) error {
	var e kernel.Element
	if set != nil {
		e = set.Element()
	}
	d, err := dtype.Parse(e.Name)
	switch {
	case e == kernel.Element{}:
		return op.errorf(ErrSet, "sets", 0, "number %d is nil or empty, expected a set of a generated package", i)
	case err != nil:
		return op.errorf(ErrSet, "sets", 0, "number %d is of %q, which is not an element type of ONNX", i, e.Name)
	case dtype.OfSlice(set.Make(0)) != d || e.PerUnit != d.PerUnit():
		return op.errorf(ErrSet, "sets", int64(d), "number %d is of %v, but its units are %T of %d elements, expected %T of %d",
			i, d, set.Make(0), e.PerUnit, d.NewSlice(0), d.PerUnit())
	case op.sets[d] != nil:
		return op.errorf(ErrSet, "sets", int64(d), "number %d is of %v, for which there already is one", i, d)
	}
	op.sets[d] = set
	return nil
}

// bind computes what every call needs from the schema.
func (op *Op) bind() {
	s := op.schema
	op.name = fmt.Sprintf("Pad-%d", s.SinceVersion)
	if s.Domain != onnxDomain {
		op.name = s.Domain + "." + op.name
	}
	op.padsInput = slices.Index(s.Inputs, "pads")
	op.axesInput = slices.Index(s.Inputs, "axes")
	op.valueInput = slices.Index(s.Inputs, "constant_value")
	if op.valueInput < 0 {
		op.valueInput = slices.Index(s.Inputs, "value") // com.microsoft
	}
}

// String returns the operator and its version: "Pad-13", "com.microsoft.Pad-1".
func (op *Op) String() string {
	if op == nil || op.schema == nil {
		return noVersion.name
	}
	return op.name
}

// Schema returns what ONNX publishes about this version. The caller must not change its slices.
func (op *Op) Schema() Schema {
	if op == nil || op.schema == nil {
		return Schema{}
	}
	return *op.schema
}

// later returns the first later version of the domain for which has returns true, or nil if there is none.
func (op *Op) later(has func(*Schema) bool) *Schema {
	for i := range Schemas { // sorted by opset
		s := &Schemas[i]
		if s.Domain == op.schema.Domain && s.SinceVersion > op.schema.SinceVersion && has(s) {
			return s
		}
	}
	return nil
}
