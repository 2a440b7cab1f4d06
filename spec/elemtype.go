package spec

import (
	"errors"
	"fmt"
	"strings"
)

// ErrNoStorage is reported for a type that a schema lists but that is not an element type of the table.
var ErrNoStorage = errors.New("no storage for the type")

// ElemType is an ONNX element type and how Go stores it.
type ElemType struct {
	// Name is the ONNX name, such as float16 for "tensor(float16)".
	Name string `json:"name"`
	// GoName is the name in exported identifiers, such as Float16 in ReflectFloat16Rank4.
	GoName string `json:"go_name"`
	// Number is the TensorProto data type.
	Number int `json:"number"`
	// Bits is the size of one element; 0 for strings.
	Bits int `json:"bits"`
	// PerUnit is the number of elements in one value of the storage type.
	PerUnit int `json:"per_unit"`
	// Storage is the Go type, with the prefix "dtype." for a type of package
	// dtype.
	Storage string `json:"storage"`
}

// Tensor returns the type as schemas write it, as in "tensor(float16)".
func (e ElemType) Tensor() string { return "tensor(" + e.Name + ")" }

// Packed reports whether a storage unit holds several elements.
func (e ElemType) Packed() bool { return e.PerUnit > 1 }

// ParseTensor returns the name of the element type in a type such as
// "tensor(float16)". ok is false for any other text.
func ParseTensor(typ string) (name string, ok bool) {
	name, opens := strings.CutPrefix(typ, "tensor(")
	name, closes := strings.CutSuffix(name, ")")
	return name, opens && closes && name != "" && !strings.ContainsAny(name, "() ,")
}

// ElemType returns the element type of a type such as "tensor(float16)". The
// error matches [ErrNoStorage] if the table does not list it.
func (t *Table) ElemType(typ string) (ElemType, error) {
	e, ok := find(t.ElemTypes, func(e ElemType) bool { return e.Tensor() == typ })
	if !ok {
		return e, fmt.Errorf("spec: %w %s: %s does not list it", ErrNoStorage, clip(typ), elemTypesFile)
	}
	return e, nil
}
