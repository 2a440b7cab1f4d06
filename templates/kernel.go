package templates

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// Kernel is one exported function: an element type, a mode and a rank.
type Kernel struct {
	Elem     Elem
	Mode     string   // as ONNX writes it
	Rank     int      // 1 to 8
	Versions []string // the schema versions that allow the type and the mode
}

// Name returns the name of the exported function: ReflectFloat32Rank4.
func (k Kernel) Name() string { return spec.KernelName(k.Mode, k.Elem.ElemType, k.Rank) }

// declare emits the function, which checks its slices once; everything that it calls relies on
// this.
func (k Kernel) declare(f *jen.File) {
	e := k.Elem
	check := call("g.Check", jen.Lit(k.Name()), modeConst(k.Mode), k.Rank, e.PerUnit, call("len", "dst"), call("len", "src"))
	body := []jen.Code{when(x("!", check), jen.Return())}
	if bytes, ok := e.inBytes(); ok {
		body = append(body,
			jen.Var().Id("b").Qual(padPath, "Geometry"),
			when(call("g.Bytes", x("&", "b"), e.PerUnit), append(k.run(bytes, x("&", "b")), jen.Return())...),
		)
	}
	body = append(body, k.run(e.storage, x("g"))...)
	for _, line := range k.doc() {
		f.Comment(line)
	}
	params := []jen.Code{list("dst", "src").Index().Add(e.goType())}
	if k.Mode == spec.Constant {
		params = append(params, jen.Id("value").Add(e.goType()))
	}
	f.Func().Id(k.Name()).Params(append(params, jen.Id("g").Op("*").Qual(padPath, "Geometry"))...).Block(body...)
}

// run is the part of the body that pads, by the code that the types of a storage share.
func (k Kernel) run(s storage, g *jen.Statement) []jen.Code {
	state := []jen.Code{ // src may be a field of an embedded type, which a literal cannot name
		x("c", ":=").Id(stateName(s, k.Mode)).Values(jen.Dict{jen.Id("g"): g}),
		x(list("c.dst", "c.src"), "=", list(s.view("dst"), s.view("src"))),
	}
	pads := rankCall(k.Mode, k.Rank)
	if k.Mode != spec.Constant && isFar(s, k.Rank) {
		pads = call("c.far", k.Rank-1, "do", "so", jen.Nil())
	}
	open, more := call("c.open", k.Rank), "rest"
	if k.Mode == spec.Constant {
		open, more = call("c.open", s.bits("value")), "data"
	}
	state = append(state,
		jen.If(x(list("do", "so", more), ":=", open), x(more)).Block(pads))
	if k.Mode == spec.Constant {
		state = append(state, call("c.close"))
	}
	return state
}

// doc is the function's godoc, by lines.
func (k Kernel) doc() []string {
	ranks := fmt.Sprintf("rank 1 to %d", k.Rank)
	if k.Rank == 1 {
		ranks = "rank 1"
	}
	kind := "Kernel"
	if k.Mode == spec.Constant {
		kind = "ConstantKernel"
	}
	return []string{
		fmt.Sprintf("%s pads a tensor(%s) of %s in mode %s.", k.Name(), k.Elem.Name, ranks, k.Mode),
		fmt.Sprintf("[pad.%s] says what it takes, and when it panics.", kind),
		"",
		fmt.Sprintf("Allowed by %s.", versions(k.Versions)),
	}
}

// versions lists schema versions as a sentence does: "ai.onnx Pad-1, 2 and com.microsoft Pad-1".
func versions(ids []string) string {
	var domains []string
	numbers := map[string][]string{}
	for _, id := range ids {
		op, number, _ := strings.Cut(id, "-")
		if numbers[op] == nil {
			domains = append(domains, op)
		}
		numbers[op] = append(numbers[op], number)
	}
	for i, op := range domains {
		domains[i] = strings.Replace(op, "/", " ", 1) + "-" + strings.Join(numbers[op], ", ")
	}
	return strings.Join(domains, " and ")
}

func modeConst(mode string) *jen.Statement { return jen.Qual(padPath, spec.ModeGoName(mode)) }

// stateName is the name of the type that has the state of a kernel of the mode.
func stateName(s storage, mode string) string { return mode + s.name() }
