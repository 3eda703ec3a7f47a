package main

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"
)

// Faults of rules that meet have four shapes: a flag that outlives its rule, the next seat instead of this one, the other pot, the
// earlier moment. crossing names the shape that a change has, "" for none: of a removed statement by what it clears, of all others by
// what their line is about.

var lines = []struct {
	shape string
	about *regexp.Regexp
}{
	{"seat", regexp.MustCompile(`\.(After|From|First|Has)\(|\bBit\(|% (h\.s\.N|n\b|int|t\.n|max)|\b(button|turn|seat)\b *[+<>=!-]|[.](button|small|big|opener|aggressor|dealt|turn|last)\b`)},
	{"pot", regexp.MustCompile(`(?i)pot\b|pots|\bside|\.main\b|\.(in|won|dead|carried|stays|Wager)\b|part\b|share|level`)},
	{"moment", regexp.MustCompile(`\.(phase|pc|round|over|pushed|street|moves|served|playing|manual|choosing|began|hands)\b|\bIn(Bet|Deal|Draw)\b|[mM]oment|\b(m|d|was)\.Kind\b`)},
}

func (f *finder) crossing(n ast.Node, line string) string {
	if s, ok := n.(ast.Stmt); ok && f.clears(s) {
		return "flag"
	}
	if strings.Contains(line, "Errorf(") {
		return ""
	}
	for _, l := range lines {
		if l.about.MatchString(line) {
			return l.shape
		}
	}
	return ""
}

// clears reports whether a statement takes something back that lasts longer than the function: it sets a field to a constant or an empty
// value, or takes members from it.
func (f *finder) clears(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		name, ok := call.Fun.(*ast.Ident)
		return ok && (name.Name == "clear" || name.Name == "delete")
	case *ast.AssignStmt:
		if s.Tok != token.ASSIGN {
			return s.Tok == token.AND_NOT_ASSIGN
		}
		for i, l := range s.Lhs {
			if i < len(s.Rhs) && lasts(l) && f.empty(s.Rhs[i]) {
				return true
			}
		}
	}
	return false
}

// lasts reports whether an expression names a field, or an element of one.
func lasts(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return true
	case *ast.IndexExpr:
		return lasts(e.X)
	case *ast.StarExpr:
		return true
	}
	return false
}

// empty reports whether an expression is a constant, nil, or an empty literal.
func (f *finder) empty(e ast.Expr) bool {
	if lit, ok := e.(*ast.CompositeLit); ok {
		return len(lit.Elts) == 0
	}
	tv := f.info.Types[e]
	return tv.Value != nil || tv.IsNil()
}
