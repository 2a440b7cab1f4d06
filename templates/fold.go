package templates

import (
	"go/ast"
	"go/constant"
	"go/token"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// pruner evaluates constant conditions, and takes out what they leave out.
type pruner struct {
	gone []ast.Node // taken out, with the comments in it
}

func (p *pruner) removed(c *ast.CommentGroup) bool {
	for _, n := range p.gone {
		if n.Pos() <= c.Pos() && c.End() <= n.End() {
			return true
		}
	}
	return false
}

// fold is called for each node after its children.
func (p *pruner) fold(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.BinaryExpr:
		p.binary(c, n)
	case *ast.IfStmt: // one with an else, or that is an else, stays
		switch v := valueOf(n.Cond); {
		case v == nil || n.Init != nil || n.Else != nil || c.Index() < 0:
		case constant.BoolVal(v):
			p.inline(c, n.Body.List)
		default:
			p.gone = append(p.gone, n)
			c.Delete()
		}
	case *ast.SwitchStmt:
		p.cases(c, n)
	}
	return true
}

// valueOf is the value of a literal, or nil.
func valueOf(e ast.Expr) constant.Value {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return valueOf(e.X)
	case *ast.BasicLit:
		return constant.MakeFromLiteral(e.Value, e.Kind, 0)
	case *ast.Ident:
		if e.Name == "true" || e.Name == "false" {
			return constant.MakeBool(e.Name == "true")
		}
	}
	return nil
}

func (p *pruner) binary(c *astutil.Cursor, n *ast.BinaryExpr) {
	x, y := valueOf(n.X), valueOf(n.Y)
	switch {
	case n.Op == token.LAND || n.Op == token.LOR:
		// The operand that decides, or the one that is left.
		for _, operand := range []struct {
			value       constant.Value
			self, other ast.Expr
		}{{x, n.X, n.Y}, {y, n.Y, n.X}} {
			if operand.value == nil {
				continue
			}
			if constant.BoolVal(operand.value) == (n.Op == token.LOR) {
				c.Replace(operand.self)
			} else {
				c.Replace(operand.other)
			}
			return
		}
	case x == nil || y == nil:
	case n.Op == token.EQL || n.Op == token.LSS || n.Op == token.LEQ || n.Op == token.GEQ || n.Op == token.GTR:
		name := strconv.FormatBool(constant.Compare(x, n.Op, y))
		c.Replace(&ast.Ident{Name: name, NamePos: n.Pos()})
	case x.Kind() == constant.Int && y.Kind() == constant.Int && (n.Op == token.ADD || n.Op == token.SUB || n.Op == token.MUL):
		c.Replace(&ast.BasicLit{Kind: token.INT, Value: constant.BinaryOp(x, n.Op, y).ExactString(), ValuePos: n.Pos()})
	}
}

// inline puts statements in the place of one.
func (p *pruner) inline(c *astutil.Cursor, list []ast.Stmt) {
	for _, s := range list {
		c.InsertBefore(s)
	}
	c.Delete()
}

// cases takes out the cases of a switch that never hold, and those behind one that always does.
func (p *pruner) cases(c *astutil.Cursor, n *ast.SwitchStmt) {
	tag := valueOf(n.Tag)
	if n.Tag != nil && tag == nil {
		return
	}
	var list []ast.Stmt
	decided := false
	for _, s := range n.Body.List {
		clause := s.(*ast.CaseClause)
		var v constant.Value
		if len(clause.List) == 1 {
			v = valueOf(clause.List[0])
			if v != nil && tag != nil {
				v = constant.MakeBool(constant.Compare(v, token.EQL, tag))
			}
		}
		switch {
		case decided || v != nil && !constant.BoolVal(v):
			p.gone = append(p.gone, clause)
			continue
		case v != nil:
			clause.List, decided = nil, true
		}
		list = append(list, clause)
	}
	n.Body.List = list
	switch {
	case len(list) == 0:
		c.Delete()
	case len(list) == 1 && list[0].(*ast.CaseClause).List == nil && n.Init == nil:
		p.inline(c, list[0].(*ast.CaseClause).Body)
	}
}
