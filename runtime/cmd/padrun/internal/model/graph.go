// Package model reads and runs ONNX models of Pad, Constant and Identity nodes, which the test models of Pad consist of, and reads and
// writes tensors.
//
// It reads the wire format of protobuf itself, with protowire, so that no generated ONNX code is needed. The input may be hostile: a
// length beyond the message, dimensions whose product overflows, and values that do not fit the type are errors, and nothing is allocated
// for values before it is known that the message holds them. Unknown fields are skipped; fields that would change the meaning of what is
// read (segments) are errors. External data is read from files in the folder of the message's own file, and from nowhere else.
package model

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
	"google.golang.org/protobuf/encoding/protowire"
)

// graph is the graph of a model, and what its names stand for so far.
type graph struct {
	room            *memory.Room // for the outputs of nodes
	opts            onnx.Options
	opsets          map[string]int // by domain, "" for ai.onnx
	nodes           []node
	inputs, outputs []string
	free            []string          // inputs that have no initializer
	types           map[string]string // of inputs: "float[1 3 N]"
	values          map[string]onnx.Tensor
}

// node is a NodeProto. Domain is "" for ai.onnx. An empty name among inputs means that the input is absent.
type node struct {
	name, opType, domain string
	inputs, outputs      []string
	attributes           []attribute
}

// attribute is an AttributeProto. Its value is a float32, int64, string, onnx.Tensor, []float32, []int64 or []string; nil for the other
// types (graphs). A sparse tensor is a dense one.
type attribute struct {
	name  string
	typ   int64
	value any
}

// Run runs the model of a file on the tensors of others and returns the graph's outputs. An input is matched by its name if the graph has
// an input of that name, otherwise by its place among the graph's inputs that have no initializer.
func Run(room *memory.Room, file string, inputs []string, opts onnx.Options) ([]Named, error) {
	in, closer, err := room.Open(file)
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	m, err := open(room, in, file, "ModelProto")
	if err != nil {
		return nil, err
	}
	g := m.graph()
	if m.err != nil {
		return nil, m.err
	}
	g.room, g.opts = room, opts
	given := make([]Named, len(inputs))
	for i, name := range inputs {
		var d dtype.DType // that of the graph's input, if NumPy has none for the elements
		if i < len(g.free) {
			typ, _, _ := strings.Cut(g.types[g.free[i]], "[")
			d, _ = dtype.Parse(typ)
		}
		if given[i], err = Read(room, name, d); err != nil {
			return nil, err
		}
	}
	outputs, err := g.run(given)
	if err != nil {
		err = fmt.Errorf("%s: %w", file, err)
	}
	return outputs, err
}

// graph reads a ModelProto.
func (m *message) graph() *graph {
	g := &graph{opsets: map[string]int{}, types: map[string]string{}, values: map[string]onnx.Tensor{}}
	for opset := range m.list(8, "OperatorSetIdProto") {
		version := opset.int64(2)
		if version != int64(int32(version)) {
			opset.failf("version %d is no opset", version)
		}
		g.opsets[opset.domain(1)] = int(version)
	}
	version := m.int64(1)
	switch {
	case !m.has(7):
		m.failf("no graph")
	case len(g.opsets) == 0 && version >= 3:
		m.failf("no opset_import, which IR version %d must have", version)
	case len(g.opsets) == 0:
		g.opsets[""] = 1 // models older than the field
	}
	content := m.one(7, "GraphProto")
	for n := range content.list(1, "NodeProto") {
		of := node{name: n.text(3), opType: n.text(4), domain: n.domain(7), inputs: n.texts(1), outputs: n.texts(2)}
		for a := range n.list(5, "AttributeProto") {
			of.attributes = append(of.attributes, a.attribute())
		}
		g.nodes = append(g.nodes, of)
	}
	for t := range content.list(5, "TensorProto") {
		g.initialize(t.tensor())
	}
	for t := range content.list(15, "SparseTensorProto") {
		g.initialize(t.sparse())
	}
	for v := range content.list(11, "ValueInfoProto") {
		name := v.text(1)
		if _, initialized := g.values[name]; !initialized {
			g.free = append(g.free, name)
		}
		g.inputs, g.types[name] = append(g.inputs, name), v.typeText()
	}
	for v := range content.list(12, "ValueInfoProto") {
		g.outputs = append(g.outputs, v.text(1))
	}
	return g
}

func (g *graph) initialize(t Named) { g.values[t.Name] = t.Tensor }

// domain returns the name of a domain, "" for ai.onnx.
func (m *message) domain(number protowire.Number) string {
	if name := m.text(number); name != "ai.onnx" {
		return name
	}
	return ""
}

// typeText returns what a ValueInfoProto says of a tensor's type and shape.
func (m *message) typeText() string {
	tensor := m.one(2, "TypeProto").one(1, "Tensor")
	if !tensor.has(1) {
		return ""
	}
	text := dtype.DType(tensor.int64(1)).String()
	if tensor.has(2) {
		shape := []string{}
		for dim := range tensor.one(2, "TensorShapeProto").list(1, "Dimension") {
			shape = append(shape, cmp.Or(dim.text(2), fmt.Sprint(dim.int64(1))))
		}
		text += fmt.Sprint(shape)
	}
	return text
}

// values are the fields of an attribute's value by its type, and the attribute of a Constant that has such a value. That of a graph is not
// read.
var values = []struct {
	constant string
	field    protowire.Number
	read     func(*message, protowire.Number) any
}{
	1:  {"value_float", 2, func(m *message, n protowire.Number) any { return float(m.number(n, protowire.Fixed32Type)) }},
	2:  {"value_int", 3, func(m *message, n protowire.Number) any { return m.int64(n) }},
	3:  {"value_string", 4, func(m *message, n protowire.Number) any { return m.text(n) }},
	4:  {"value", 5, func(m *message, n protowire.Number) any { return m.one(n, "TensorProto").tensor().Tensor }},
	5:  {"", 6, func(*message, protowire.Number) any { return nil }},
	6:  {"value_floats", 7, func(m *message, n protowire.Number) any { return numbers(m, n, protowire.Fixed32Type, float) }},
	7:  {"value_ints", 8, func(m *message, n protowire.Number) any { return m.ints(n) }},
	8:  {"value_strings", 9, func(m *message, n protowire.Number) any { return m.texts(n) }},
	11: {"sparse_value", 22, func(m *message, n protowire.Number) any { return m.one(n, "SparseTensorProto").sparse().Tensor }},
}

func float(bits uint64) float32 { return math.Float32frombits(uint32(bits)) }

func (m *message) attribute() attribute {
	a := attribute{name: m.text(1), typ: m.int64(20)}
	m.kind += " " + strconv.Quote(a.name)
	if m.has(21) {
		m.failf("refers to attribute %q of a function, which is not supported", m.text(21))
	}
	// The oldest models have no type. For an empty list, only the type tells what it is.
	for t, v := range values {
		if v.field == 0 || !m.has(v.field) {
			continue
		}
		if a.typ = cmp.Or(a.typ, int64(t)); int64(t) != a.typ {
			m.failf("type %d, but the value is of type %d", a.typ, t)
		}
	}
	if a.typ > 0 && a.typ < int64(len(values)) && values[a.typ].read != nil {
		a.value = values[a.typ].read(m, values[a.typ].field)
	}
	return a
}

// run runs the nodes and returns the graph's outputs.
func (g *graph) run(given []Named) (outputs []Named, err error) {
	if err := g.give(given); err != nil {
		return nil, err
	}
	order, err := g.sorted()
	if err != nil {
		return nil, err
	}
	for _, i := range order {
		if err := g.node(g.nodes[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", g.nodeText(i), err)
		}
	}
	for _, name := range g.outputs {
		t, ok := g.values[name]
		if !ok {
			return nil, fmt.Errorf("output %q: no node makes it", name)
		}
		outputs = append(outputs, Named{name, t})
	}
	return outputs, nil
}

// give sets the graph's inputs. Those with an initializer need not be given.
func (g *graph) give(inputs []Named) error {
	given := make(map[string]bool)
	for i, t := range inputs {
		name := t.Name
		if name == "" || !slices.Contains(g.inputs, name) {
			if i >= len(g.free) {
				return fmt.Errorf("input %d (%q): the graph has %d inputs", i, t.Name, len(g.free))
			}
			name = g.free[i]
		}
		if given[name] {
			return fmt.Errorf("input %d (%q): the graph's input %q is given twice", i, t.Name, name)
		}
		given[name] = true
		g.values[name] = t.Tensor
	}
	var missing []string
	for _, name := range g.free {
		if !given[name] {
			missing = append(missing, strings.TrimSpace(name+" "+g.types[name]))
		}
	}
	if missing != nil {
		return fmt.Errorf("%d of %d inputs are missing: %s", len(missing), len(g.free), strings.Join(missing, ", "))
	}
	return nil
}

// sorted returns the nodes in an order in which each comes after those that make its inputs.
func (g *graph) sorted() (order []int, err error) {
	maker := make(map[string]int)
	for i, n := range g.nodes {
		for _, name := range n.outputs {
			if other, made := maker[name]; made && name != "" {
				return nil, fmt.Errorf("nodes %d and %d both make %q", other, i, name)
			}
			maker[name] = i
		}
	}
	delete(maker, "")                   // an absent input
	ready := make([]bool, len(g.nodes)) // in order
	seen := make([]int, len(g.nodes))   // inputs that were looked at
	for i := range g.nodes {
		for path := []int{i}; !ready[i]; { // each node needs the next one
			at := path[len(path)-1]
			if seen[at] == len(g.nodes[at].inputs) {
				order, ready[at], path = append(order, at), true, path[:len(path)-1]
				continue
			}
			by, made := maker[g.nodes[at].inputs[seen[at]]]
			seen[at]++
			switch {
			case !made || ready[by]:
			case seen[by] == 0:
				path = append(path, by)
			default: // it is on the path
				var names []string
				for _, i := range path[slices.Index(path, by):] {
					names = append(names, g.nodeText(i))
				}
				const cycle = "a cycle: each needs an output of the next one: %s"
				return nil, fmt.Errorf(cycle, strings.Join(names[:min(10, len(names))], ", "))
			}
		}
	}
	return order, nil
}

func (g *graph) nodeText(i int) string {
	return fmt.Sprintf("node %d (%s %q)", i, g.nodes[i].opType, g.nodes[i].name)
}

func (g *graph) node(n node) (err error) {
	if len(n.outputs) != 1 {
		return fmt.Errorf("%d outputs, expected one", len(n.outputs))
	}
	inputs := make([]onnx.Tensor, len(n.inputs))
	for i, name := range n.inputs {
		var ok bool
		if inputs[i], ok = g.values[name]; !ok && name != "" { // "" is absent
			return fmt.Errorf("input %d (%q) is neither given nor made by a node", i, name)
		}
	}
	var y onnx.Tensor
	switch {
	case n.opType == "Pad":
		y, err = g.pad(n, inputs)
	case n.opType == "Constant" && n.domain == "" && len(inputs) == 0:
		y, err = constant(n)
	case n.opType == "Identity" && n.domain == "" && len(inputs) == 1:
		y = inputs[0]
	default:
		const expected = "Pad, Constant, or Identity with an input"
		err = fmt.Errorf("%s of domain %q with %d inputs, expected %s", n.opType, n.domain, len(inputs), expected)
	}
	g.values[n.outputs[0]] = y
	return err
}

// pad runs Pad. What it allocates is within the room, from which the output is taken.
func (g *graph) pad(n node, inputs []onnx.Tensor) (y onnx.Tensor, err error) {
	opset, ok := g.opsets[n.domain]
	if !ok {
		return y, fmt.Errorf("the model imports no opset of domain %q", n.domain)
	}
	var attrs onnx.Attributes
	for _, a := range n.attributes {
		if err := attrs.Set(a.name, a.value); err != nil {
			return y, InCommand(err)
		}
	}
	opts := g.opts
	opts.MaxBytes = max(1, g.room.Left()) // 0 is none
	op, err := opts.New(n.domain, opset, all.Sets()...)
	if err == nil {
		y, err = op.Run(attrs, inputs...)
	}
	if err != nil {
		return y, InCommand(err)
	}
	size, err := element.Bytes(y.DType, y.Shape)
	return y, cmp.Or(err, g.room.Take(size, "the output"))
}

// constant returns the tensor that a Constant node holds in its one attribute.
func constant(n node) (onnx.Tensor, error) {
	if len(n.attributes) != 1 {
		return onnx.Tensor{}, fmt.Errorf("%d attributes, expected one", len(n.attributes))
	}
	a := n.attributes[0]
	if a.value == nil || a.name != values[a.typ].constant {
		return onnx.Tensor{}, fmt.Errorf("attribute %q is not a value that a Constant has", a.name)
	}
	if t, ok := a.value.(onnx.Tensor); ok {
		return t, nil
	}
	v, shape := reflect.ValueOf(a.value), []int{}
	if v.Kind() == reflect.Slice {
		shape = []int{v.Len()}
	} else {
		v = reflect.Append(reflect.Zero(reflect.SliceOf(v.Type())), v)
	}
	return onnx.Tensor{DType: dtype.OfSlice(v.Interface()), Shape: shape, Data: v.Interface()}, nil
}

// InCommand returns an error of packages onnx and pad in the words of the command.
func InCommand(err error) error {
	words := strings.NewReplacer(
		"the limit is", "the limit leaves", "MaxBytes", "-max-bytes", "AssumeNewest", "-assume-newest", "AllowCrop", "-crop")
	return errors.New(words.Replace(strings.TrimPrefix(strings.TrimPrefix(err.Error(), "onnx: "), "pad: ")))
}
