package star

import (
	"errors"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// compile resolves and compiles a file.
func compile(file *syntax.File, has func(name string) bool) (program *starlark.Program, err error) {
	err = withUndefined(file, has, func(isPredeclared func(string) bool) (err error) {
		program, err = starlark.FileProgram(file, isPredeclared)
		return err
	})
	return program, err
}

// withUndefined resolves a file by calling do with the test for predeclared names, and adds errors for undefined names. It tells
// the resolver that undefined names are predeclared; otherwise the resolver would compare each with every name of the script for
// suggestions, and sort the names anew each time.
func withUndefined(file *syntax.File, has func(name string) bool, do func(isPredeclared func(name string) bool) error) error {
	undefined := map[string]bool{}
	err := do(func(name string) bool {
		if !has(name) && !starlark.Universe.Has(name) {
			undefined[name] = true
		}
		return has(name) || undefined[name]
	})
	var list resolve.ErrorList
	if len(undefined) == 0 || err != nil && !errors.As(err, &list) {
		return err
	}
	seen := map[syntax.Position]bool{} // a name of x[i] += y occurs twice in the tree that runs
	syntax.Walk(file, func(n syntax.Node) bool {
		id, ok := n.(*syntax.Ident)
		if !ok || !undefined[id.Name] {
			return true
		}
		if b, ok := id.Binding.(*resolve.Binding); ok && (b.Scope == resolve.Predeclared || b.Scope == resolve.Undefined) {
			b.Scope = resolve.Undefined
			if !seen[id.NamePos] {
				list = append(list, resolve.Error{Pos: id.NamePos, Msg: "undefined: " + id.Name})
			}
			seen[id.NamePos] = true
		}
		return true
	})
	if len(list) == 0 {
		return err
	}
	return list
}
