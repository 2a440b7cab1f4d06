package templates

import (
	"fmt"
	"strconv"
	"strings"
	"text/scanner"

	"github.com/dave/jennifer/jen"
)

// line parses one statement or expression without blocks into the arguments of [x], so that bit twiddling is readable:
// line("w := load(src, s >> 3) >> (s & 7)"). Names that vary are replaced first, as by strings.Replacer.
func line(code string, replace ...string) *jen.Statement {
	var s scanner.Scanner
	s.Init(strings.NewReader(strings.NewReplacer(replace...).Replace(code)))
	s.Mode = scanner.ScanIdents | scanner.ScanInts
	var parts []any
	glue := -2 // where the last operator ends, if the next one may belong to it
	for tok := s.Scan(); tok != scanner.EOF; tok = s.Scan() {
		text, last := s.TokenText(), len(parts)-1
		switch {
		case tok == scanner.Int:
			if n, err := strconv.ParseUint(text, 0, 31); err == nil && !strings.HasPrefix(text, "0x") {
				parts = append(parts, int(n))
			} else {
				parts = append(parts, jen.Op(text))
			}
		case tok == scanner.Ident:
			if last >= 0 && parts[last] == "." {
				parts = parts[:last]
				text = parts[last-1].(string) + "." + text
				parts = parts[:last-1]
			}
			parts = append(parts, text)
		case s.Offset == glue && !strings.ContainsAny(text, "()[],."):
			parts[last] = parts[last].(string) + text
			glue = s.Offset + 1
		default:
			parts = append(parts, text)
			if glue = -2; !strings.ContainsAny(text, "()[],.") {
				glue = s.Offset + 1
			}
		}
	}
	return x(parts...)
}

// lines parses a block: one statement a line, "for ... {", "if ... {", "} else {" and "}" open and close blocks, "//" starts a
// comment. It panics on what it cannot read, which is a mistake in a template.
func lines(code string, replace ...string) []jen.Code {
	rows := strings.Split(strings.TrimSpace(strings.NewReplacer(replace...).Replace(code)), "\n")
	body, rest := block(rows)
	if len(rest) > 0 {
		panic("templates: a block that nothing opened: " + rest[0])
	}
	return body
}

// block parses rows up to the one that closes the block, which is the first of rest. The outermost block has no such row.
func block(rows []string) (body []jen.Code, rest []string) {
	for len(rows) > 0 {
		row := strings.TrimSpace(rows[0])
		rows = rows[1:]
		head, opens := strings.CutSuffix(row, "{")
		var inside []jen.Code
		switch comment, isComment := strings.CutPrefix(row, "// "); {
		case isComment:
			body = append(body, jen.Comment(comment))
		case row == "":
		case row == "}" || row == "} else {":
			return body, append([]string{row}, rows...)
		case !opens:
			body = append(body, line(row))
		default:
			inside, rows = inner(row, rows)
			s := clause(strings.TrimSpace(head), inside)
			if rows[0] == "} else {" {
				inside, rows = inner(rows[0], rows[1:])
				s.Else().Block(inside...)
			}
			rows = rows[1:]
			body = append(body, s)
		}
	}
	return body, nil
}

// inner parses the block that a row opens.
func inner(opened string, rows []string) (body []jen.Code, rest []string) {
	body, rest = block(rows)
	if len(rest) == 0 {
		panic("templates: a block that nothing closes: " + opened)
	}
	return body, rest
}

func clause(head string, inside []jen.Code) *jen.Statement {
	if cond, ok := strings.CutPrefix(head, "if "); ok {
		var parts []jen.Code
		for _, p := range strings.Split(cond, ";") {
			parts = append(parts, line(p))
		}
		return jen.If(parts...).Block(inside...)
	}
	rest, ok := strings.CutPrefix(head+" ", "for ")
	parts := strings.Split(strings.TrimSpace(rest), ";")
	switch {
	case !ok || len(parts) == 2 || len(parts) > 3:
		panic(fmt.Sprintf("templates: %q, expected if, or for with one clause or three", head))
	case len(parts) == 1:
		return jen.For(line(parts[0])).Block(inside...)
	}
	var clauses [3]*jen.Statement
	for i, p := range parts {
		if strings.TrimSpace(p) != "" {
			clauses[i] = line(p)
		}
	}
	return loop(clauses[0], clauses[1], clauses[2], inside...)
}
