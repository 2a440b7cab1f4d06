package templates

import (
	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// set emits the type's KernelSet: a variable that the linker can drop, without an init.
func set(f *jen.File, e Elem, kernels []Kernel) {
	fields := []jen.Code{
		field("Name", jen.Lit(e.Name)),
		field("GoName", jen.Lit(e.GoName)),
		field("Size", e.unitSize()),
		field("PerUnit", jen.Lit(e.PerUnit)),
	}
	for _, mode := range spec.KnownModes() {
		if table := byRank(kernels, mode); len(table) > 0 {
			kind := "Kernel"
			if mode == spec.Constant {
				kind = "ConstantKernel"
			}
			fields = append(fields, field(spec.ModeGoName(mode),
				jen.Index(jen.Qual(padPath, "MaxRank")).Qual(padPath, kind).Types(e.goType()).Add(literal(table...))))
		}
	}
	fields = append(fields, field("Overlap", jen.Id("overlap"+e.GoName)))
	if e.Bits > 0 {
		fields = append(fields, field("FromBytes", jen.Id("from"+e.GoName)), field("Bytes", jen.Id("bytes"+e.GoName)))
	}
	f.Commentf("%s holds the kernels of tensor(%s).", e.GoName, e.Name)
	f.Var().Id(e.GoName).Op("=").Qual(padPath, "KernelSet").Types(e.goType()).Add(literal(fields...))
	f.Line()
	overlap(f, e)
	if e.Bits > 0 {
		views(f, e)
	}
}

// byRank is the entries of a KernelSet for the kernels of a mode.
func byRank(kernels []Kernel, mode string) []jen.Code {
	var table []jen.Code
	for _, k := range kernels {
		if k.Mode == mode {
			table = append(table, entry(k.Rank-1, jen.Id(k.Name())))
		}
	}
	return table
}

// sizeCheck emits constants that do not compile if Go's size of a unit is not the table's: one of them would be negative, and
// Sizeof is unsigned. A variable instead would be linked, and initialized when the program starts.
func sizeCheck(f *jen.File, e Elem) {
	if e.Bits == 0 {
		return
	}
	f.Comment("This compiles only if a unit is as large as the table says.")
	f.Const().Defs(
		jen.Id("_").Op("=").Add(x(e.sizeof(), "-", e.unitSize())),
		jen.Id("_").Op("=").Add(x(e.unitSize(), "-", e.sizeof())),
	)
}

// zero is *new(T), an expression of type T for the functions of package unsafe.
func (e Elem) zero() *jen.Statement   { return x("*").Add(jen.New(e.goType())) }
func (e Elem) sizeof() *jen.Statement { return call("unsafe.Sizeof", e.zero()) }

func dataOf(slice string) *jen.Statement {
	return call("unsafe.Pointer", call("unsafe.SliceData", slice))
}

// overlap emits the function that compares the memory of two slices of the type.
func overlap(f *jen.File, e Elem) {
	f.Commentf("overlap%s reports whether a and b share memory. It compares their addresses and keeps none.", e.GoName)
	f.Func().Id("overlap"+e.GoName).Params(list("a", "b").Index().Add(e.goType())).Bool().Block(
		when(x(call("len", "a"), "==", 0, "||", call("len", "b"), "==", 0), jen.Return(x("false"))),
		x(list("p", "q"), ":=", list(call("uintptr", dataOf("a")), call("uintptr", dataOf("b")))),
		x("size", ":=", e.sizeof()),
		jen.Return(x("p", "<", "q", "+", call("uintptr", call("len", "b")), "*", "size", "&&", "q", "<", "p", "+", call("uintptr", call("len", "a")), "*", "size")),
	)
	f.Line()
}

// views emits the functions that view bytes as a slice of the type, and a slice as bytes.
func views(f *jen.File, e Elem) {
	size := max(1, e.Bits/8)
	slice := func() *jen.Statement { return jen.Index().Add(e.goType()) }
	elems := func(p *jen.Statement) *jen.Statement {
		n := call("len", "b")
		if size > 1 {
			n = x(n, "/", size)
		}
		return call("unsafe.Slice", x("(").Op("*").Add(e.goType()).Op(")").Parens(p), n)
	}
	body := []jen.Code{jen.Return(list(elems(dataOf("b")), "true"))}
	if size > 1 {
		unfit := x(call("len", "b"), "%", size, "!=", 0, "||", call("uintptr", "p"), "%", call("unsafe.Alignof", e.zero()), "!=", 0)
		body = []jen.Code{
			// A pointer to an element must not point to fewer bytes than one has.
			when(x(call("len", "b"), "==", 0), jen.Return(list("nil", "true"))),
			x("p", ":=", dataOf("b")),
			when(unfit, jen.Return(list("nil", "false"))),
			jen.Return(list(elems(x("p")), "true")),
		}
	}
	f.Commentf("from%s views b as elements; false means that b is not aligned for them, or is not a whole number of them.", e.GoName)
	f.Func().Id("from"+e.GoName).Params(jen.Id("b").Index().Byte()).Params(slice(), jen.Bool()).Block(body...)
	f.Line()
	f.Commentf("bytes%s views s as bytes.", e.GoName)
	f.Func().Id("bytes" + e.GoName).Params(jen.Id("s").Add(slice())).Index().Byte().Block(
		jen.Return(call("unsafe.Slice", x("(*byte)").Call(dataOf("s")), times(call("len", "s"), size))),
	)
	f.Line()
}
