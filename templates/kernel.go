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

// Name is the exported function's: ReflectFloat32Rank4.
func (k Kernel) Name() string { return fmt.Sprintf("%s%sRank%d", title(k.Mode), k.Elem.GoName, k.Rank) }

// Declare emits the function. It checks its slices once; all that it calls trusts them.
func (k Kernel) Declare(f *jen.File) {
	e := k.Elem
	check := call("g.Check", jen.Lit(k.Name()), modeConst(k.Mode), k.Rank, e.PerUnit, call("len", "dst"), call("len", "src"))
	state := jen.Id("c").Op(":=").Id(stateName(e, k.Mode)).Values(jen.Dict{jen.Id("g"): jen.Id("g")})
	rank := fmt.Sprintf("c.rank%d", k.Rank)
	body := []jen.Code{when(x("!", check), jen.Return()), state}
	if k.Mode == spec.Constant {
		body = append(body,
			jen.If(x(list("do", "so", "data"), ":=", call("c.open", "dst", "src", "value")), x("data")).Block(call(rank, "do", "so")),
			call("c.close"),
		)
	} else {
		body = append(body, call(rank, call("c.open", "dst", "src")))
	}
	for _, line := range k.doc() {
		f.Comment(line)
	}
	f.Func().Id(k.Name()).Params(append(kernelParams(e, k.Mode), jen.Id("g").Op("*").Qual(PadPath, "Geometry"))...).Block(body...)
}

// kernelParams are the slices, and in mode constant the value, that a kernel is called with.
func kernelParams(e Elem, mode string) []jen.Code {
	params := []jen.Code{list("dst", "src").Index().Add(e.goType())}
	if mode == spec.Constant {
		params = append(params, jen.Id("value").Add(e.goType()))
	}
	return params
}

// doc is the function's godoc, by lines.
func (k Kernel) doc() []string {
	ranks := fmt.Sprintf("rank 1 to %d", k.Rank)
	if k.Rank == 1 {
		ranks = "rank 1"
	}
	return []string{
		fmt.Sprintf("%s pads a tensor(%s) of %s in mode %s.", k.Name(), k.Elem.Name, ranks, k.Mode),
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

// title is the mode as an exported name starts with it.
func title(mode string) string { return strings.ToUpper(mode[:1]) + mode[1:] }

func modeConst(mode string) *jen.Statement { return jen.Qual(PadPath, title(mode)) }

// stateName is the type of what a kernel of the mode hands from axis to axis.
func stateName(e Elem, mode string) string { return mode + e.GoName }
