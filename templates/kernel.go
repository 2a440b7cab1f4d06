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
	args := []jen.Code{list("dst", "src").Index().Add(e.goType())}
	if k.Mode == spec.Constant {
		args = append(args, jen.Id("value").Add(e.goType()))
	}
	args = append(args, jen.Id("g").Op("*").Qual(PadPath, "Geometry"))
	fit := func(first ...any) []jen.Code {
		all := append(first, modeConst(k.Mode), k.Rank, e.PerUnit, call("len", "dst"), call("len", "src"))
		codes := make([]jen.Code, len(all))
		for i, a := range all {
			codes[i] = x(a)
		}
		return codes
	}
	body := []jen.Code{
		when(x("!", x("g.Fits").Call(fit()...)), jen.Panic(x("g.Misfit").Call(fit(jen.Lit(k.Name()))...))),
	}
	setup := e.setup(k.Mode)
	setup[jen.Id("g")] = jen.Id("g")
	state := jen.Id("c").Op(":=").Id(stateName(e, k.Mode)).Values(setup)
	rank := fmt.Sprintf("c.rank%d", k.Rank)
	if k.Mode == spec.Constant {
		body = append(body, state)
		body = append(body, e.prepare(k.Mode)...)
		body = append(body,
			x(list("lead", "trail"), ":=", list(e.scale("g.Lead()"), e.scale("g.Trail()"))),
			call("c.fill", e.start(), "lead"),
			when(x("g.Ext(0)", "!=", 0), call(rank, e.from("lead"), e.scale("g.SrcOff()"))),
			call("c.fill", x(e.from(e.scale("g.DstLen()")), "-", "trail"), "trail"),
		)
	} else {
		body = append(body, when(x("g.DstLen()", "==", 0), jen.Return()), state)
		body = append(body, e.prepare(k.Mode)...)
		body = append(body, call(rank, e.start(), e.scale("g.SrcOff()")))
	}
	for _, line := range k.doc() {
		f.Comment(line)
	}
	f.Func().Id(k.Name()).Params(args...).Block(body...)
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
