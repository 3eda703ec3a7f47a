package format

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.starlark.net/syntax"
)

// meaning returns a text of the syntax tree without what a formatter may
// change: positions, comments, parentheses, the notation of literals, the
// indentation of docstrings, the order of names in load statements.
func meaning(f *syntax.File) string {
	var b strings.Builder
	writeLoads(&b, f.Stmts)
	for _, s := range f.Stmts {
		if _, isLoad := s.(*syntax.LoadStmt); !isLoad {
			write(&b, reflect.ValueOf(s))
		}
	}
	return b.String()
}

// writeLoads writes the names loaded from each script, with the scripts in the
// order in which they run. A name that is loaded twice counts once, because
// formatting merges the two.
func writeLoads(b *strings.Builder, stmts []syntax.Stmt) {
	var order []string
	names := map[string][]string{}
	for _, s := range stmts {
		load, ok := s.(*syntax.LoadStmt)
		if !ok {
			continue
		}
		from := load.ModuleName()
		if names[from] == nil {
			order = append(order, from)
		}
		for i := range load.From {
			names[from] = append(names[from], load.To[i].Name+" = "+load.From[i].Name)
		}
	}
	for _, from := range order {
		slices.Sort(names[from])
		fmt.Fprintf(b, "load %q %q\n", from, slices.Compact(names[from]))
	}
}

var positionType = reflect.TypeFor[syntax.Position]()

// write writes a part of the tree.
func write(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			writeNode(b, v.Elem())
		}
	case reflect.Slice:
		b.WriteByte('[')
		for i := range v.Len() {
			write(b, v.Index(i))
			b.WriteByte(' ')
		}
		b.WriteByte(']')
	case reflect.Struct:
		writeNode(b, v)
	default:
		fmt.Fprintf(b, "%#v ", v)
	}
}

// writeNode writes the type and the fields of a node.
func writeNode(b *strings.Builder, v reflect.Value) {
	if v.Kind() != reflect.Struct || v.Type() == positionType {
		if v.Kind() != reflect.Struct {
			write(b, v)
		}
		return
	}
	switch n := v.Interface().(type) {
	case syntax.ParenExpr:
		write(b, reflect.ValueOf(n.X))
		return
	case syntax.Literal:
		fmt.Fprintf(b, "%v %#v ", n.Token, n.Value)
		return
	case syntax.ExprStmt:
		if doc, ok := n.X.(*syntax.Literal); ok && doc.Token == syntax.STRING {
			fmt.Fprintf(b, "text %q ", strings.Fields(doc.Value.(string)))
			return
		}
	}
	b.WriteString(v.Type().Name())
	b.WriteByte('(')
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() {
			write(b, v.Field(i))
		}
	}
	b.WriteByte(')')
}
