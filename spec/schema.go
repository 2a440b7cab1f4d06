package spec

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"strconv"
)

// Unbounded is the maximum number of inputs that ONNX gives for an operator
// whose last input is variadic.
const Unbounded = math.MaxInt32

// Options of a formal parameter, in ONNX's own terms.
const (
	Single   = "single"
	Optional = "optional"
	Variadic = "variadic"
)

// OpSchema is one version of an operator.
type OpSchema struct {
	Domain       string `json:"domain"`
	Name         string `json:"name"`
	SinceVersion int    `json:"since_version"`
	// Attributes are sorted by name: ONNX gives them no order.
	Attributes []Attribute `json:"attributes"`
	Inputs     []Param     `json:"inputs"`
	Outputs    []Param     `json:"outputs"`
	// TypeConstraints are sorted by name, and the types of each as text.
	TypeConstraints []TypeConstraint `json:"type_constraints"`
	// Modes are the values that the attribute "mode" may have, in the order
	// of [SortModes]; empty for an operator without such an attribute.
	Modes []string `json:"modes"`
	// Meanings maps each mode whose name stands for another mode in this version to that mode. It is added by a person who
	// has read the prose.
	Meanings  map[string]string `json:"meanings,omitempty"`
	MinInputs int               `json:"min_inputs"`
	MaxInputs int               `json:"max_inputs"`
	// Sources name the documents from which the facts come, sorted.
	Sources []string `json:"sources"`
}

// Attribute is a formal attribute of an operator.
type Attribute struct {
	Name     string   `json:"name"`
	Type     AttrType `json:"type"`
	Required bool     `json:"required"`
	// Default is nil if the schema has no default.
	Default *Value `json:"default,omitempty"`
}

// Necessity returns "required" or "optional".
func (a Attribute) Necessity() string {
	if a.Required {
		return "required"
	}
	return Optional
}

// Param is a formal input or output. Type is the name of a type constraint or a
// type such as "tensor(int64)".
type Param struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Option string `json:"option"`
}

// TypeConstraint names a set of types.
type TypeConstraint struct {
	Name  string   `json:"name"`
	Types []string `json:"types"`
}

// ID returns the version's name, as in "ai.onnx/Pad-13".
func (s *OpSchema) ID() string {
	return s.Key() + "-" + strconv.Itoa(s.SinceVersion)
}

// Key returns the operator's name, as in "ai.onnx/Pad", which all its versions share.
func (s *OpSchema) Key() string { return s.Domain + "/" + s.Name }

// File returns the path of the version's file in the table's folder.
func (s *OpSchema) File() string {
	return s.ID() + ".json"
}

// Attribute returns the attribute with that name.
func (s *OpSchema) Attribute(name string) (Attribute, bool) {
	return find(s.Attributes, func(a Attribute) bool { return a.Name == name })
}

// Input returns the input with that name.
func (s *OpSchema) Input(name string) (Param, bool) {
	return find(s.Inputs, func(p Param) bool { return p.Name == name })
}

// Constraint returns the type constraint with that name.
func (s *OpSchema) Constraint(name string) (TypeConstraint, bool) {
	return find(s.TypeConstraints, func(c TypeConstraint) bool { return c.Name == name })
}

// HasMode reports whether the version allows the mode.
func (s *OpSchema) HasMode(mode string) bool { return slices.Contains(s.Modes, mode) }

// Runs reports whether one of the version's modes means this one, whatever its name.
func (s *OpSchema) Runs(mode string) bool {
	return slices.ContainsFunc(s.Modes, func(m string) bool { return cmp.Or(s.Meanings[m], m) == mode })
}

// DataTypes returns the types that [OpSchema.Data] may have, as in "tensor(float16)", in the order of the file.
// [Table.ElemType] returns how each is stored.
func (s *OpSchema) DataTypes() []string {
	if data, ok := s.Data(); ok {
		return s.TypesOf(data)
	}
	return nil
}

// Data returns the input named data or, if there is none, the first input.
func (s *OpSchema) Data() (Param, bool) {
	if p, ok := s.Input("data"); ok || len(s.Inputs) == 0 {
		return p, ok
	}
	return s.Inputs[0], true
}

// TypesOf returns the types that a parameter may have.
func (s *OpSchema) TypesOf(p Param) []string {
	if c, ok := s.Constraint(p.Type); ok {
		return c.Types
	}
	return []string{p.Type}
}

// SameFacts reports whether two versions are equal except for their sources.
func (s *OpSchema) SameFacts(o *OpSchema) bool {
	a, b := *s, *o
	a.Sources, b.Sources = nil, nil
	return reflect.DeepEqual(a, b)
}

// Marshal returns the bytes of the version's file.
func (s *OpSchema) Marshal() ([]byte, error) {
	return marshal(s.File(), s)
}
