package templates

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// fold evaluates constant conditions and removes the branches that cannot run. It is called for each node after its children.
func fold(c *astutil.Cursor) {
	switch n := c.Node().(type) {
	case *ast.BinaryExpr:
		x, y := n.X, n.Y
		if valueOf(y) != nil {
			x, y = y, x
		}
		switch v := valueOf(x); {
		case v == nil:
		case valueOf(y) != nil:
			c.Replace(&ast.Ident{Name: valueOf(n).ExactString(), NamePos: n.Pos()})
		case n.Op != token.LAND && n.Op != token.LOR:
		case constant.BoolVal(v) == (n.Op == token.LOR): // x determines the result
			c.Replace(x)
		default:
			c.Replace(y)
		}
	case *ast.IfStmt: // an if statement that has an else, or is one, stays
		if v := valueOf(n.Cond); v != nil && n.Init == nil && n.Else == nil && c.Index() >= 0 {
			if !constant.BoolVal(v) {
				n.Body.List = nil
			}
			inline(c, n.Body.List)
		}
	case *ast.SwitchStmt:
		cases(c, n)
	}
}

// valueOf returns the value of a constant expression, or nil. Only predeclared names have a value.
func valueOf(e ast.Expr) constant.Value {
	v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, types.ExprString(e))
	if err != nil {
		return nil
	}
	return v.Value
}

// inline replaces the current statement with several.
func inline(c *astutil.Cursor, list []ast.Stmt) {
	for _, s := range list {
		c.InsertBefore(s)
	}
	c.Delete()
}

// cases removes the cases of a switch that never hold, and those after a case that always holds.
func cases(c *astutil.Cursor, n *ast.SwitchStmt) {
	var list []ast.Stmt
	for _, s := range n.Body.List {
		clause := s.(*ast.CaseClause)
		if len(clause.List) == 1 {
			holds := clause.List[0]
			if n.Tag != nil {
				holds = &ast.BinaryExpr{X: n.Tag, Op: token.EQL, Y: holds}
			}
			if v := valueOf(holds); v != nil {
				if !constant.BoolVal(v) {
					continue
				}
				clause.List = nil
			}
		}
		list = append(list, clause)
		if clause.List == nil { // a default, which is the last case
			break
		}
	}
	n.Body.List = list
	if len(list) > 0 && list[0].(*ast.CaseClause).List == nil && n.Init == nil {
		inline(c, list[0].(*ast.CaseClause).Body)
	}
}
