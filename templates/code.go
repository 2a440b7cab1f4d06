package templates

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/dave/jennifer/jen"
)

var qualified = regexp.MustCompile(`^[A-Za-z_][A-Za-z_0-9.]*$`)

// packages has the packages, with their paths, whose declarations [x] knows by a qualified name.
var packages = map[string]string{"unsafe": "unsafe", "packed": packedPath, "pad": padPath, "stream": streamPath}

// x joins names, operators, numbers and code to an expression or a statement: x("n", ":=", call("len", "dst"), "-", 1).
// A dot in a name makes a selector; the part before it may be one of packages.
func x(parts ...any) *jen.Statement {
	s := new(jen.Statement)
	for _, p := range parts {
		switch p := p.(type) {
		case int:
			s.Lit(p)
		case string:
			if !qualified.MatchString(p) {
				s.Op(p)
				continue
			}
			if pkg, rest, ok := strings.Cut(p, "."); ok && packages[pkg] != "" {
				s.Qual(packages[pkg], rest)
				continue
			}
			for i, part := range strings.Split(p, ".") {
				if i == 0 {
					s.Id(part)
				} else {
					s.Dot(part)
				}
			}
		case jen.Code:
			s.Add(p)
		default:
			panic(fmt.Sprintf("templates: %T %v, expected a name, a number or code", p, p))
		}
	}
	return s
}

// call is a call of fn; arguments that need more than a name are built with x.
func call(fn string, args ...any) *jen.Statement {
	list := make([]jen.Code, len(args))
	for i, a := range args {
		list[i] = x(a)
	}
	return x(fn).Call(list...)
}

// list separates its parts by commas, for assignments to several names.
func list(parts ...any) *jen.Statement {
	codes := make([]jen.Code, len(parts))
	for i, p := range parts {
		codes[i] = x(p)
	}
	return jen.List(codes...)
}

// loop is a for statement with three clauses, each of which may be nil.
func loop(init, cond, post *jen.Statement, body ...jen.Code) *jen.Statement {
	clauses := []jen.Code{jen.Empty(), jen.Empty(), jen.Empty()}
	for i, c := range []*jen.Statement{init, cond, post} {
		if c != nil {
			clauses[i] = c
		}
	}
	return jen.For(clauses...).Block(body...)
}

// when is an if statement without else.
func when(cond *jen.Statement, body ...jen.Code) *jen.Statement {
	return jen.If(cond).Block(body...)
}

// times is e multiplied by a constant factor, which is left out where it is 1.
func times(e any, factor int) *jen.Statement {
	if factor == 1 {
		return x(e)
	}
	return x(e, "*", factor)
}

// plus is e + n.
func plus(e any, n int) *jen.Statement {
	switch {
	case n < 0:
		return x(e, "-", -n)
	case n > 0:
		return x(e, "+", n)
	}
	return x(e)
}

// field is a field of a composite literal, entry an element at an index.
func field(name string, value jen.Code) jen.Code { return jen.Id(name).Op(":").Add(value) }
func entry(index int, value jen.Code) jen.Code   { return jen.Lit(index).Op(":").Add(value) }

// literal is the body of a composite literal, one field or element per line, in the order given; jen.Dict would sort
// them.
func literal(lines ...jen.Code) jen.Code {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, lines...)
}

// join puts several blocks of statements into one.
func join(blocks ...[]jen.Code) []jen.Code {
	var all []jen.Code
	for _, b := range blocks {
		all = append(all, b...)
	}
	return all
}
