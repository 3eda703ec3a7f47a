package star

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/diag"

	"go.starlark.net/syntax"
)

// Renamed is a name that scripts once used. While it still works, its use is a warning; from the version Gone on it is a fault. Both have the
// code CodeRenamed and edits that write the new name.
type Renamed struct {
	// Old is the name: of a word, "halve_wager"; of a parameter, "bet.cap"; of a function of the library, "@stdlib//floor.star:least", or of
	// a parameter of it.
	Old string
	// New is what it is called now: a name of the same kind, or for a word also an expression, "pull_back(half = True)". "" if only a person
	// can say what takes its place.
	New string
	// Add is an argument that a call needs now, "half = True".
	Add string
	// When is a part of the message of a fault that a game has when it is made; the entry is then about the call at its place only, which
	// was allowed once.
	When string
	// Doc is what to write, for a person, if New does not say it.
	Doc string
	// Gone is the version since which the old name is a fault, "1.1".
	Gone string
}

// Edit replaces a part of a script. Columns count runes from 1, as in positions; the end is after the last rune.
type Edit struct {
	Line, Col, EndLine, EndCol int32
	Text                       string
	// Trim also removes the blanks before it, and the whole line if nothing else is on it.
	Trim bool
}

// Renaming is a use of a name that has been renamed.
type Renaming struct {
	*diag.Error
	Edits []Edit // of the text; empty if only a person can mend it
	Gone  bool   // a fault; otherwise the old name works in this version
}

// word returns the name that a text with a use has: of the word, or of the function whose argument it is.
func (r *Renamed) word() string {
	word, _, _ := strings.Cut(r.Old[strings.LastIndex(r.Old, ":")+1:], ".")
	return word
}

// told returns what to say about a use, and whether the entry is a fault in a version.
func (r *Renamed) told(version string) (msg, hint string, gone bool) {
	_, name, ok := strings.Cut(r.Old, ":")
	if !ok {
		name = r.Old
	}
	gone = !earlier(version, r.Gone)
	switch old, param, _ := strings.Cut(name, "."); {
	case r.New == "" && param != "":
		msg = fmt.Sprintf("%s has no argument %s any more", old, param)
	case r.New == "":
		msg = name + " is gone"
	case param != "":
		_, to, _ := strings.Cut(r.New[strings.LastIndex(r.New, ":")+1:], ".")
		msg = fmt.Sprintf("the argument %s of %s is called %s now", param, old, to)
	default:
		_, to, ok := strings.Cut(r.New, ":")
		if !ok {
			to = r.New
		}
		msg = fmt.Sprintf("%s is called %s now", name, to)
		if r.Add != "" {
			msg += ", with " + r.Add
		}
	}
	switch {
	case r.Doc != "":
		hint = r.Doc
	case gone:
		hint = "'cardroom check --fix' writes it"
	default:
		hint = "the old name works until version " + r.Gone + "; 'cardroom check --fix' writes the new one"
	}
	return msg, hint, gone
}

// earlier reports whether version a comes before b; both are numbers with dots.
func earlier(a, b string) bool {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range max(len(x), len(y)) {
		var m, n int
		if i < len(x) {
			m, _ = strconv.Atoi(x[i])
		}
		if i < len(y) {
			n, _ = strconv.Atoi(y[i])
		}
		if m != n {
			return m < n
		}
	}
	return false
}

// rename finds the uses of renamed names in a file, and puts the new names of those that still work into its tree. A name that the script
// defines itself is its own.
func (w *Words) rename(file *syntax.File, text string) (found []*Renaming) {
	if !slices.ContainsFunc(w.list.Renamed, func(r Renamed) bool { return r.When == "" && strings.Contains(text, r.word()) }) {
		return nil // as in nearly every script
	}
	old, params := map[string]*Renamed{}, map[string]*Renamed{}
	for i := range w.list.Renamed {
		r := &w.list.Renamed[i]
		path, name, ok := strings.Cut(r.Old, ":")
		if !ok {
			path, name = "", r.Old
		}
		switch {
		case r.When != "":
		case strings.Contains(name, "."):
			params[path+":"+name] = r
		default:
			old[path+":"+name] = r
		}
	}
	report := func(r *Renamed, at syntax.Position, edits ...Edit) {
		msg, hint, gone := r.told(w.list.Version)
		if r.New == "" {
			edits = nil
		}
		found = append(found, &Renaming{Error: &diag.Error{Pos: PlanPos(at), Code: CodeRenamed, Msg: msg, Hint: hint}, Edits: edits, Gone: gone})
	}

	own, loaded := w.names(file, old, report)
	name := func(e syntax.Expr) string { // of a word or a loaded function, as a key
		id, ok := e.(*syntax.Ident)
		switch {
		case !ok:
			return ""
		case loaded[id.Name] != "":
			return loaded[id.Name]
		case own[id.Name]:
			return ""
		}
		return ":" + id.Name
	}
	called := map[*syntax.Ident]*syntax.CallExpr{}
	keys := map[*syntax.Ident]bool{} // names of arguments and attributes
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.DotExpr:
			keys[n.Name] = true
		case *syntax.CallExpr:
			if id, ok := n.Fn.(*syntax.Ident); ok {
				called[id] = n
			}
			for _, arg := range n.Args {
				pair, ok := arg.(*syntax.BinaryExpr)
				if !ok || pair.Op != syntax.EQ {
					continue
				}
				key, ok := pair.X.(*syntax.Ident)
				if !ok {
					continue
				}
				keys[key] = true
				word := name(n.Fn)
				if r := old[word]; r != nil {
					word = ":" + r.New
				}
				if r := params[word+"."+key.Name]; r != nil {
					_, to, _ := strings.Cut(r.New[strings.LastIndex(r.New, ":")+1:], ".")
					report(r, key.NamePos, spanOf(key.NamePos, int32(len(key.Name)), 0, to))
					if to != "" && earlier(w.list.Version, r.Gone) {
						key.Name = to
					}
				}
			}
		case *syntax.Ident:
			r := old[name(n)]
			if r == nil || keys[n] || strings.Contains(r.Old, ":") {
				return true
			}
			r.replace(n, called[n], earlier(w.list.Version, r.Gone), report)
		}
		return true
	})
	return found
}

// names returns the names that a file defines, and those that it loads with their modules. Old names of a library are reported.
func (w *Words) names(file *syntax.File, old map[string]*Renamed, report func(r *Renamed, at syntax.Position, edits ...Edit)) (own map[string]bool, loaded map[string]string) {
	own, loaded = map[string]bool{}, map[string]string{}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.DefStmt:
			own[n.Name.Name] = true
			owns(own, n.Params...)
		case *syntax.LambdaExpr:
			owns(own, n.Params...)
		case *syntax.AssignStmt:
			owns(own, n.LHS)
		case *syntax.ForStmt:
			owns(own, n.Vars)
		case *syntax.ForClause:
			owns(own, n.Vars)
		case *syntax.LoadStmt:
			for i, from := range n.From {
				path := n.ModuleName() + ":"
				own[n.To[i].Name], loaded[n.To[i].Name] = true, path+from.Name
				r := old[path+from.Name]
				if r == nil {
					continue
				}
				_, to, _ := strings.Cut(r.New, ":")
				text := strconv.Quote(to)
				if n.To[i].NamePos == from.NamePos { // the script goes on calling it by its old name
					text = n.To[i].Name + " = " + text
				}
				report(r, from.NamePos, spanOf(from.NamePos, int32(len(from.Name))+2, -1, text))
				if to != "" && earlier(w.list.Version, r.Gone) {
					n.From[i] = &syntax.Ident{NamePos: from.NamePos, Name: to} // n.To may be the same
					loaded[n.To[i].Name] = path + to
				}
			}
		}
		return true
	})
	return own, loaded
}

// replace puts the new name of a word in the place of an old one.
func (r *Renamed) replace(id *syntax.Ident, call *syntax.CallExpr, live bool, report func(r *Renamed, at syntax.Position, edits ...Edit)) {
	if call != nil && strings.Contains(r.New, "(") {
		report(r, id.NamePos) // a value that became a call: what the script means by calling it is not clear
		return
	}
	edits := []Edit{spanOf(id.NamePos, int32(len(id.Name)), 0, r.New)}
	if call != nil && r.Add != "" {
		text, at := r.Add, call.Rparen
		if n := len(call.Args); n > 0 {
			_, at = call.Args[n-1].Span()
			text = ", " + r.Add
		}
		edits = append(edits, spanOf(at, 0, 0, text))
		if live {
			call.Args = append(call.Args, argument(r.Add, call.Rparen))
		}
	}
	report(r, id.NamePos, edits...)
	if live {
		id.Name = r.New
	}
}

// argument returns an argument with a name, as in "half = True", at a place of a script.
func argument(text string, at syntax.Position) syntax.Expr {
	e, err := dialect.ParseExpr("", "f("+text+")", 0)
	if err != nil {
		panic(err) // of the list of renamed words
	}
	arg := e.(*syntax.CallExpr).Args[0]
	syntax.Walk(arg, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Ident:
			n.NamePos = at
		case *syntax.Literal:
			n.TokenPos = at
		case *syntax.BinaryExpr:
			n.OpPos = at
		}
		return true
	})
	return arg
}

// spanOf returns the edit that replaces the runes from a position on, which may be moved by some.
func spanOf(at syntax.Position, runes, move int32, text string) Edit {
	return Edit{Line: at.Line, Col: at.Col + move, EndLine: at.Line, EndCol: at.Col + move + runes, Text: text}
}

// owns adds the names that are assigned.
func owns(names map[string]bool, list ...syntax.Expr) {
	for _, e := range list {
		syntax.Walk(e, func(n syntax.Node) bool {
			if id, ok := n.(*syntax.Ident); ok {
				names[id.Name] = true
			}
			_, call := n.(*syntax.CallExpr)
			return !call
		})
	}
}

// faultsOf returns the error about names that no longer work; nil if there are none.
func faultsOf(found []*Renaming) (first *diag.Error) {
	const most = 10
	for _, r := range found {
		switch {
		case !r.Gone:
		case first == nil:
			first = r.Error
		case len(first.Also) < most-1:
			first.Also = append(first.Also, r.Error)
		default:
			first.More++
		}
	}
	return first
}
