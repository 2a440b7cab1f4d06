// Package model reads and runs ONNX models that consist of Pad, Constant and Identity nodes, as the test models of Pad do. It
// also reads and writes tensors.
//
// It reads the wire format of protobuf itself, with protowire, so that no generated ONNX code is needed. The input may be
// hostile: a length beyond the message, dimensions whose product overflows, and values that do not fit the type are errors,
// and nothing is allocated for values before the message is known to hold them. Unknown fields are skipped; fields that would
// change the meaning of what is read (segments) are errors. External data is read only from files in or below the folder of
// the message's own file.
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

// graph is the graph of a model, and the values of its names so far.
type graph struct {
	room            *memory.Room // for the outputs of nodes
	opts            onnx.Options
	opsets          map[string]int // by domain, "" for ai.onnx
	nodes           []node
	inputs, outputs []string
	free            []string            // inputs that have no initializer
	types           map[string]declared // of inputs
	values          map[string]onnx.Tensor
	makers          map[string]int // the nodes that compute the other values, or running
}

const running = -1

// node is a NodeProto. Domain is "" for ai.onnx. An empty name among inputs means that the input is absent.
type node struct {
	name, opType, domain string
	inputs, outputs      []string
	attributes           []attribute
}

// attribute is an AttributeProto. Its value is a float32, int64, string, onnx.Tensor, []float32, []int64 or []string; it is
// nil for the other types (graphs, sparse tensors).
type attribute struct {
	name  string
	typ   int64
	value any
}

// Run runs the model in a file on tensors from other files, or only the Pad node of the given name if it is not empty. It
// returns the graph's outputs. An input is matched by name if the graph has an input of that name, otherwise by its position
// among the graph's inputs without an initializer.
func Run(room *memory.Room, file, name string, inputs []string, opts onnx.Options) ([]Named, error) {
	m, err := openModel(room, file)
	if err != nil {
		return nil, err
	}
	g := m.graph(name)
	if m.err != nil {
		return nil, m.err
	}
	g.room, g.opts = room, opts
	if err := g.prepare(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	given := make([]Named, len(inputs))
	for i, name := range inputs {
		var d dtype.DType // the type of the graph's input, for elements that NumPy has no type for
		if i < len(g.free) {
			d = g.types[g.free[i]].d
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

func openModel(room *memory.Room, file string) (*message, error) {
	in, closer, err := room.Open(file)
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	return open(room, in, file, "ModelProto")
}

// graph reads the graph of a ModelProto or, if name is not empty, what its Pad node of that name needs.
func (m *message) graph(name string) *graph {
	g := newGraph()
	g.opsets = m.opsets(8)
	version := m.int64(1)
	switch {
	case !m.has(7):
		m.failf("no graph")
	case len(g.opsets) == 0 && version >= 3:
		m.failf("no opset_import, which IR version %d must have", version)
	case len(g.opsets) == 0:
		g.opsets[""] = 1 // models older than the field
	}
	if name != "" {
		return m.oneNode(name)
	}
	content := m.one(7, "GraphProto")
	for n := range content.list(1, "NodeProto") {
		g.nodes = append(g.nodes, n.node())
	}
	for t := range content.list(5, "TensorProto") {
		t := t.tensor()
		g.values[t.Name] = t.Tensor
	}
	if content.has(15) {
		m.failf("sparse initializers are not supported")
	}
	for v := range content.list(11, "ValueInfoProto") {
		name := v.text(1)
		if _, initialized := g.values[name]; !initialized {
			g.free = append(g.free, name)
		}
		g.inputs, g.types[name] = append(g.inputs, name), v.declared()
	}
	for v := range content.list(12, "ValueInfoProto") {
		g.outputs = append(g.outputs, v.text(1))
	}
	return g
}

func newGraph() *graph { return &graph{types: map[string]declared{}, values: map[string]onnx.Tensor{}} }

// opsets returns the versions that a model or a function imports, by domain.
func (m *message) opsets(number protowire.Number) map[string]int {
	opsets := make(map[string]int)
	for opset := range m.list(number, "OperatorSetIdProto") {
		domain, version := opset.domain(1), opset.int64(2)
		if version != int64(int32(version)) {
			opset.failf("version %d is no opset", version)
		}
		if _, twice := opsets[domain]; twice {
			opset.failf("domain %q is imported twice (\"\" is ai.onnx)", domain)
		}
		opsets[domain] = int(version)
	}
	return opsets
}

func (m *message) node() node {
	n := node{name: m.word(3), opType: m.word(4), domain: m.domain(7), inputs: m.texts(1), outputs: m.texts(2)}
	for a := range m.list(5, "AttributeProto") {
		n.attributes = append(n.attributes, a.attribute())
	}
	return n
}

// domain returns the name of a domain, or "" for ai.onnx.
func (m *message) domain(number protowire.Number) string {
	if name := m.word(number); name != "ai.onnx" {
		return name
	}
	return ""
}

// values maps the type of an attribute to the field of its value, and to the attribute of a Constant with such a value. The
// value of a graph is not read.
var values = []struct {
	constant string
	field    protowire.Number
	read     func(*message, protowire.Number) any
}{
	1: {"value_float", 2, func(m *message, n protowire.Number) any { return float(m.number(n, float32s)) }},
	2: {"value_int", 3, func(m *message, n protowire.Number) any { return m.int64(n) }},
	3: {"value_string", 4, func(m *message, n protowire.Number) any { return m.text(n) }},
	4: {"value", 5, func(m *message, n protowire.Number) any { return m.one(n, "TensorProto").tensor().Tensor }},
	5: {"", 6, func(*message, protowire.Number) any { return nil }},
	6: {"value_floats", 7, func(m *message, n protowire.Number) any { return numbers(m, n, float32s, float) }},
	7: {"value_ints", 8, func(m *message, n protowire.Number) any { return m.ints(n) }},
	8: {"value_strings", 9, func(m *message, n protowire.Number) any { return m.texts(n) }},
}

const float32s = protowire.Fixed32Type

func float(bits uint64) float32 { return math.Float32frombits(uint32(bits)) }

func (m *message) attribute() attribute {
	a := attribute{name: m.word(1), typ: m.int64(20)}
	m.kind += " " + strconv.Quote(a.name)
	if m.has(21) {
		m.failf("refers to attribute %q of a function, which is not supported", m.word(21))
	}
	// The oldest models have no type. For an empty list, only the type shows what it is.
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

// run runs the nodes that the graph's outputs need and returns the outputs.
func (g *graph) run(given []Named) (outputs []Named, err error) {
	if err := g.give(given); err != nil {
		return nil, err
	}
	for _, name := range g.outputs {
		t, err := g.value(name, 0)
		if err != nil {
			return nil, err
		}
		outputs = append(outputs, Named{name, t})
	}
	return outputs, nil
}

// give sets the graph's inputs. Inputs with an initializer are optional.
func (g *graph) give(inputs []Named) error {
	given, symbols := make(map[string]bool), make(map[string]int64)
	for i, t := range inputs {
		name := t.Name
		text := fmt.Sprintf("input %d (%s)", i, memory.Quote(name))
		if name == "" || !slices.Contains(g.inputs, name) {
			if i >= len(g.free) {
				return fmt.Errorf("%s: the graph has %d inputs", text, len(g.free))
			}
			name = g.free[i]
		}
		if given[name] {
			return fmt.Errorf("%s: the graph's input %s is given twice", text, memory.Quote(name))
		}
		given[name] = true
		if err := g.types[name].check(t.Tensor, symbols); err != nil {
			return fmt.Errorf("input %d for %s %w", i, memory.Quote(name), err)
		}
		g.values[name] = t.Tensor
	}
	missing := slices.DeleteFunc(slices.Clone(g.free), func(name string) bool { return given[name] })
	if n := len(missing); n > 0 {
		return fmt.Errorf("%d of %d inputs are missing: %s", n, len(g.free), g.needs(missing))
	}
	return nil
}

// needs lists inputs with their declared types.
func (g *graph) needs(inputs []string) string {
	var all []string
	for _, name := range inputs[:min(10, len(inputs))] {
		all = append(all, strings.TrimSpace(memory.Quote(name)+" "+g.types[name].String()))
	}
	return strings.Join(all, ", ")
}

// prepare sets makers. It returns an error if a node cannot be run.
func (g *graph) prepare() error {
	g.makers = make(map[string]int)
	for i, n := range g.nodes {
		isPad, known := n.opType == "Pad", n.domain == "" && (n.opType == "Constant" || n.opType == "Identity")
		switch {
		case !isPad && !known:
			const wrong = "node %d, %q, is %q of domain %q and cannot be run; -node runs one Pad node, -nodes lists them"
			return fmt.Errorf(wrong, i, n.name, n.opType, n.domain)
		case len(n.outputs) != 1:
			return fmt.Errorf("%s: %d outputs, expected one", g.nodeText(i), len(n.outputs))
		}
		name := n.outputs[0]
		if other, made := g.makers[name]; made {
			return fmt.Errorf("nodes %d and %d both make %s", other, i, memory.Quote(name))
		}
		g.makers[name] = i
	}
	return nil
}

func (g *graph) nodeText(i int) string {
	return fmt.Sprintf("node %d (%s %q)", i, g.nodes[i].opType, g.nodes[i].name)
}

// value returns the tensor of a name, which is absent for "". It runs the node that computes the tensor. waiting is the number
// of nodes that wait for it.
func (g *graph) value(name string, waiting int) (t onnx.Tensor, err error) {
	const most = 100_000 // a Go stack allows more
	t, known := g.values[name]
	at, made := g.makers[name]
	switch {
	case known || name == "":
		return t, nil
	case !made:
		return t, fmt.Errorf("%s is neither given nor made by a node", memory.Quote(name))
	case at == running || waiting > most:
		return t, fmt.Errorf("%s needs itself, or %d nodes in a row", memory.Quote(name), most)
	}
	g.makers[name] = running
	n := g.nodes[at]
	inputs := make([]onnx.Tensor, len(n.inputs))
	for i, input := range n.inputs {
		if inputs[i], err = g.value(input, waiting+1); err != nil {
			return t, err
		}
	}
	switch takes := map[string]int{"Identity": 1}[n.opType]; {
	case n.opType == "Pad":
		t, err = g.pad(n, inputs)
	case len(inputs) != takes:
		err = fmt.Errorf("%d inputs, expected %d", len(inputs), takes)
	case n.opType == "Constant":
		t, err = constant(n)
	default:
		t = inputs[0]
	}
	if err != nil {
		return t, fmt.Errorf("%s: %w", g.nodeText(at), err)
	}
	g.values[name] = t
	return t, nil
}

// pad runs Pad. What it allocates fits in the room, from which the output is subtracted.
func (g *graph) pad(n node, inputs []onnx.Tensor) (y onnx.Tensor, err error) {
	opset, ok := g.opsets[n.domain]
	if !ok {
		return y, fmt.Errorf("the model imports no opset of domain %q", n.domain)
	}
	opts := g.opts
	opts.MaxBytes = max(1, g.room.Left()) // 0 would be the default
	op, err := opts.New(n.domain, opset, all.Sets()...)
	if err != nil {
		return y, InCommand(err)
	}
	var attrs onnx.Attributes
	for _, a := range n.attributes {
		value := a.value
		if text, ok := value.(string); ok {
			value = memory.Cut(text)
		}
		if s := op.Schema(); !slices.Contains([]string{"mode", s.PadsAttribute, s.ValueAttribute}, a.name) {
			// An attribute of another version, which Run names whatever the type of its value is, or an unknown one.
			value = map[string]any{"pads": []int64{}, "paddings": []int64{}, "value": float32(0)}[a.name]
		}
		if err := attrs.Set(a.name, value); err != nil {
			return y, InCommand(err)
		}
	}
	if y, err = op.Run(attrs, inputs...); err != nil {
		return y, InCommand(err)
	}
	size, err := element.Bytes(y.DType, y.Shape)
	return y, cmp.Or(err, g.room.Take(size, "the output"))
}

// constant returns the tensor in the only attribute of a Constant node.
func constant(n node) (onnx.Tensor, error) {
	if len(n.attributes) != 1 {
		return onnx.Tensor{}, fmt.Errorf("%d attributes, expected one", len(n.attributes))
	}
	a := n.attributes[0]
	if a.value == nil || a.name != values[a.typ].constant {
		return onnx.Tensor{}, fmt.Errorf("attribute %q is not a value that is supported", a.name)
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

// inputs maps the names of package pad's inputs to those of the flags.
var inputs = map[string]string{"dimensions": "-to", "multiples": "-multiple", "pads": "-pads", "axes": "-axes", "modes": "-mode"}

// InCommand rewrites an error of packages onnx, images and pad in the terms of the command.
func InCommand(err error) error {
	words := strings.NewReplacer("the limit is", "the limit leaves", "MaxBytes", "-max-bytes", "AssumeNewest", "-assume-newest",
		"crop is false", "-crop is not given")
	text := words.Replace(err.Error())
	for _, library := range []string{"images: ", "onnx: ", "pad: "} {
		text = strings.TrimPrefix(text, library)
	}
	if name, rest, found := strings.Cut(text, ": "); found && inputs[name] != "" {
		text = inputs[name] + ": " + rest
	}
	return errors.New(text)
}
