package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// site is one possible change.
type site struct {
	// Key identifies the change by content: file, function, text of the line, and what
	// is replaced by what. It stays the same when other parts of the file change.
	Key  string
	Pkg  string // import path
	Kind string
	// Shape is that of a fault of rules that meet: see crossing.
	Shape string

	file   *source
	line   int
	col    int
	number int // number during a trial
	edits  []edit
}

// edit inserts or replaces text in a source; %d in the text stands for the number of
// the mutant.
type edit struct {
	at, cut int // offset, and number of bytes to replace
	open    bool
	depth   int // of the node in the tree: outer nodes open first and close last
	text    string
}

// source is a file of the engine.
type source struct {
	path, rel string
	text      []byte
	tree      *ast.File
}

// parsed is a package of the engine.
type parsed struct {
	path, dir, name string
	files           []*source
	fset            *token.FileSet
	info            *types.Info
	pkg             *types.Package
	exports         map[string]string // the compiler's export files of all packages
}

// listed is the output of go list about a package.
type listed struct {
	ImportPath, Dir, Name, Export string
	GoFiles, Deps                 []string
	TestImports, XTestImports     []string
	TestGoFiles, XTestGoFiles     []string
	Standard                      bool
}

// list runs go list.
func list(args ...string) ([]*listed, error) {
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,Name,Export,GoFiles,Deps,TestImports,XTestImports,TestGoFiles,XTestGoFiles,Standard"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []*listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		if err := d.Decode(p); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

// readPackages parses and type-checks the packages in engine/ that the program imports.
// Packages that only tests use are left out.
func readPackages(root string) ([]*parsed, error) {
	all, err := list("-deps", "-export", "./cmd/cardroom", "os", "strconv", "syscall")
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	for _, p := range all {
		exports[p.ImportPath] = p.Export
	}
	var packages []*parsed
	for _, p := range all {
		if !strings.HasPrefix(p.ImportPath, module+"/engine/") {
			continue
		}
		r := &parsed{path: p.ImportPath, dir: p.Dir, name: p.Name, fset: token.NewFileSet(), exports: exports}
		for _, name := range p.GoFiles {
			s := &source{path: filepath.Join(p.Dir, name)}
			if s.rel, err = filepath.Rel(root, s.path); err != nil {
				return nil, err
			}
			s.rel = filepath.ToSlash(s.rel)
			if s.text, err = os.ReadFile(s.path); err != nil {
				return nil, err
			}
			r.files = append(r.files, s)
		}
		if err := r.check(); err != nil {
			return nil, err
		}
		packages = append(packages, r)
	}
	return packages, nil
}

// check parses the files of a package and determines the types of its expressions.
func (r *parsed) check() error {
	var trees []*ast.File
	for _, s := range r.files {
		tree, err := parser.ParseFile(r.fset, s.path, s.text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		s.tree = tree
		trees = append(trees, tree)
	}
	r.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: exported(r.fset, r.exports)}
	pkg, err := conf.Check(r.path, r.fset, trees, r.info)
	r.pkg = pkg
	return err
}

// exported returns an importer that reads the compiler's export files.
func exported(fset *token.FileSet, exports map[string]string) types.Importer {
	return importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
}

// finder collects the sites of one file.
type finder struct {
	*parsed
	src   *source
	stack []ast.Node
	fn    string
	node  ast.Node // visited now
	found []*site
}

// sites lists all possible changes of a package.
func (r *parsed) sites() []*site {
	var all []*site
	for _, s := range r.files {
		f := &finder{parsed: r, src: s}
		ast.Inspect(s.tree, f.visit)
		all = append(all, f.found...)
	}
	return all
}

// visit finds the possible changes at a node.
func (f *finder) visit(n ast.Node) bool {
	if n == nil {
		f.stack = f.stack[:len(f.stack)-1]
		return true
	}
	f.node = n
	switch n := n.(type) {
	case *ast.GenDecl:
		if n.Tok != token.VAR { // constants and types exist only at compile time
			return false
		}
	case *ast.FuncDecl:
		f.fn = n.Name.Name
		if n.Recv != nil {
			f.fn = types.ExprString(n.Recv.List[0].Type) + "." + f.fn
		}
	case *ast.ArrayType, *ast.FuncType:
		return false
	case ast.Stmt:
		f.statement(n)
	case ast.Expr:
		f.expression(n)
	}
	f.stack = append(f.stack, n)
	return true
}

// parent returns the parent of the visited node.
func (f *finder) parent() ast.Node { return f.stack[len(f.stack)-1] }

// add adds a change at position pos.
func (f *finder) add(kind, what string, pos token.Pos, edits ...edit) {
	p := f.fset.Position(pos)
	line := f.src.lineAt(p.Offset)
	f.found = append(f.found, &site{
		Key: fmt.Sprintf("%s %s: `%s` %s", f.src.rel, f.fn, line, what),
		Pkg: f.path, Kind: kind, Shape: f.crossing(f.node, line), file: f.src, line: p.Line, col: p.Column, edits: edits,
	})
}

// lineAt returns the line at an offset, without leading and trailing spaces.
func (s *source) lineAt(at int) string {
	from := bytes.LastIndexByte(s.text[:at], '\n') + 1
	line, _, _ := bytes.Cut(s.text[from:], []byte("\n"))
	return string(bytes.TrimSpace(line))
}

func (f *finder) offset(p token.Pos) int { return f.fset.Position(p).Offset }

// wrap inserts text before and after a node.
func (f *finder) wrap(n ast.Node, before, after string) []edit {
	return f.wrapAt(n, 2*len(f.stack), before, after)
}

func (f *finder) wrapAt(n ast.Node, depth int, before, after string) []edit {
	return []edit{
		{at: f.offset(n.Pos()), open: true, depth: depth, text: before},
		{at: f.offset(n.End()), depth: depth, text: after},
	}
}

// replace replaces a token by text.
func (f *finder) replace(pos token.Pos, old, text string) edit {
	return edit{at: f.offset(pos), cut: len(old), open: true, depth: 2 * len(f.stack), text: text}
}

// typeName returns the type of an expression as its file would write it, "" if the
// file does not import it.
func (f *finder) typeName(e ast.Expr) string {
	t := f.info.Types[e].Type
	if t == nil {
		return ""
	}
	missing := false
	name := types.TypeString(t, func(p *types.Package) string {
		if p == f.pkg {
			return ""
		}
		for _, i := range f.src.tree.Imports {
			if strings.Trim(i.Path.Value, `"`) == p.Path() && i.Name == nil {
				return p.Name()
			}
		}
		missing = true
		return p.Name()
	})
	if missing || strings.HasPrefix(name, "untyped") {
		return ""
	}
	return "[" + name + "]"
}

// is reports whether an expression has a basic type with one of the flags and is not a
// constant.
func (f *finder) is(e ast.Expr, flags types.BasicInfo) bool {
	tv := f.info.Types[e]
	if tv.Type == nil {
		return false
	}
	b, ok := tv.Type.Underlying().(*types.Basic)
	return ok && tv.Value == nil && b.Info()&flags != 0
}

var (
	bounds  = map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">"}
	inverse = map[token.Token]string{
		token.LSS: ">=", token.LEQ: ">", token.GTR: "<=", token.GEQ: "<", token.EQL: "!=", token.NEQ: "==",
	}
	other = map[token.Token]string{
		token.ADD: "-", token.SUB: "+", token.MUL: "/", token.QUO: "*", token.REM: "*",
		token.AND: "|", token.OR: "&", token.SHL: ">>", token.SHR: "<<",
	}
	names = map[string]string{
		"<": "LSS", "<=": "LEQ", ">": "GTR", ">=": "GEQ", "+": "ADD", "-": "SUB", "*": "MUL", "/": "QUO",
		"%": "REM", "&": "AND", "|": "OR", "<<": "SHL", ">>": "SHR",
	}
)

// expression finds the possible changes of an expression.
func (f *finder) expression(e ast.Expr) {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		f.binary(e)
	case *ast.UnaryExpr:
		if e.Op == token.SUB && f.is(e, types.IsNumeric) {
			f.add("sign", "loses the -", e.Pos(), f.wrap(e, "mutSign(%d, ", ")")...)
		}
	case *ast.BasicLit:
		f.literal(e)
	case *ast.CallExpr:
		name, ok := e.Fun.(*ast.Ident)
		if ok && (name.Name == "min" || name.Name == "max") && len(e.Args) == 2 && f.is(e, types.IsNumeric) {
			to := map[string]string{"min": "max", "max": "min"}[name.Name]
			f.add("bound", name.Name+" becomes "+to, e.Pos(), f.replace(e.Pos(), name.Name+"(", "mut_"+name.Name+"_"+to+f.typeName(e)+"(%d, "))
		}
	}
	if f.condition(e) {
		f.add("condition", "negates "+types.ExprString(e), e.Pos(), f.wrap(e, "((", ") != mutOn(%d))")...)
	}
}

// condition reports whether e is a boolean without its own operator (those are changed
// elsewhere), in a place where it decides something.
func (f *finder) condition(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BinaryExpr, *ast.ParenExpr, *ast.KeyValueExpr:
		return false
	case *ast.Ident:
		if e.Name == "_" {
			return false
		}
	}
	tv := f.info.Types[e]
	if tv.Type == nil || !tv.IsValue() {
		return false
	}
	if b, ok := tv.Type.Underlying().(*types.Basic); !ok || b.Info()&types.IsBoolean == 0 {
		return false
	}
	switch p := f.parent().(type) {
	case *ast.IfStmt:
		return p.Cond == e
	case *ast.ForStmt:
		return p.Cond == e
	case *ast.BinaryExpr:
		return p.Op == token.LAND || p.Op == token.LOR
	case *ast.ReturnStmt, *ast.CaseClause:
		return true
	case *ast.AssignStmt:
		return slices.Contains(p.Rhs, e) && len(p.Rhs) == len(p.Lhs)
	case *ast.KeyValueExpr:
		return p.Value == e
	case *ast.CallExpr:
		return p.Fun != e && tv.Value != nil
	}
	return false
}

// binary finds the possible changes of an operator.
func (f *finder) binary(e *ast.BinaryExpr) {
	op := e.Op.String()
	if f.info.Types[e].Value != nil {
		return
	}
	if e.Op == token.LAND || e.Op == token.LOR {
		to := map[string]string{"&&": "||", "||": "&&"}[op]
		// By De Morgan's laws, so that no operand is duplicated.
		edits := f.wrap(e, "((", ") != mutOn(%d))")
		edits = append(edits, f.wrapAt(e.X, 2*len(f.stack)+1, "(", ") != mutOn(%d)")...)
		edits = append(edits, f.wrapAt(e.Y, 2*len(f.stack)+1, "(", ") != mutOn(%d)")...)
		f.add("operator", "has "+to, e.OpPos, edits...)
		return
	}
	if to, ok := inverse[e.Op]; ok {
		f.add("condition", op+" becomes "+to, e.OpPos, f.wrap(e, "((", ") != mutOn(%d))")...)
	}
	numbers := f.is(e.X, types.IsInteger|types.IsFloat) || f.is(e.Y, types.IsInteger|types.IsFloat)
	change := func(kind, to, typ string) {
		helper := "mut_" + names[op] + "_" + names[to] + typ + "(%d, "
		edits := f.wrap(e, helper, ")")
		f.add(kind, op+" becomes "+to, e.OpPos, append(edits, f.replace(e.OpPos, op, ","))...)
	}
	if to, ok := bounds[e.Op]; ok && numbers {
		typ := e.X
		if f.info.Types[e.X].Value != nil {
			typ = e.Y
		}
		change("bound", to, f.typeName(typ))
	}
	if to, ok := other[e.Op]; ok && f.is(e, types.IsInteger|types.IsFloat) {
		change("operator", to, f.typeName(e))
	}
}

// literal finds the possible changes of a constant.
func (f *finder) literal(e *ast.BasicLit) {
	tv := f.info.Types[e]
	if tv.Value == nil || tv.Value.Kind() != constant.Int || (e.Kind != token.INT && e.Kind != token.CHAR) {
		return
	}
	if p, ok := f.parent().(*ast.KeyValueExpr); ok && p.Key == e {
		return // an array index
	}
	typ := f.typeName(e)
	f.add("constant", e.Value+" plus 1", e.Pos(), f.wrap(e, "mutPlus"+typ+"(%d, ", ", 1)")...)
	f.add("constant", e.Value+" minus 1", e.Pos(), f.wrap(e, "mutMinus"+typ+"(%d, ", ", 1)")...)
}

// statement finds the possible changes of a statement.
func (f *finder) statement(s ast.Stmt) {
	if i, ok := s.(*ast.IfStmt); ok && i.Else == nil && leaves(i.Body) {
		edits := f.wrapAt(i.Cond, 2*len(f.stack)+1, "((", ") && !mutOn(%d))")
		f.add("statement", "is never true", i.Pos(), edits...)
	}
	switch f.parent().(type) {
	case *ast.BlockStmt, *ast.CaseClause:
	default:
		return
	}
	switch s := s.(type) {
	case *ast.ExprStmt:
		f.remove(s)
	case *ast.IncDecStmt:
		f.remove(s)
		to := map[token.Token]string{token.INC: "--", token.DEC: "++"}[s.Tok]
		f.add("operator", s.Tok.String()+" becomes "+to, s.TokPos,
			f.replace(s.TokPos, "++", " "+s.Tok.String()[:1]+"= mutSign"+f.typeName(s.X)+"(%d, 1)"))
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			return
		}
		f.remove(s)
		if (s.Tok == token.ADD_ASSIGN || s.Tok == token.SUB_ASSIGN) && f.is(s.Lhs[0], types.IsInteger|types.IsFloat) {
			to := map[token.Token]string{token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+="}[s.Tok]
			f.add("operator", s.Tok.String()+" becomes "+to, s.TokPos,
				f.wrapAt(s.Rhs[0], 2*len(f.stack)+1, "mutSign"+f.typeName(s.Lhs[0])+"(%d, ", ")")...)
		}
	case *ast.BranchStmt:
		if s.Tok != token.GOTO && s.Tok != token.FALLTHROUGH {
			f.remove(s)
		}
	}
}

// leaves reports whether a block ends with a statement that leaves it.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

func (f *finder) remove(s ast.Stmt) {
	f.add("statement", "is removed", s.Pos(), f.wrap(s, "if !mutOn(%d) { ", " }")...)
}

// draw returns one site for each line that can be changed, in an order determined by
// the seed. The position of a site depends only on its own text, so that changes
// elsewhere do not affect the sample.
func draw(all []*site, seed uint64) []*site {
	type place struct {
		file *source
		line int
	}
	lines := map[place][]*site{}
	var order []place
	for _, s := range all {
		p := place{s.file, s.line}
		if lines[p] == nil {
			order = append(order, p)
		}
		lines[p] = append(lines[p], s)
	}
	seen := map[string]int{}
	rank := map[*site]uint64{}
	var drawn []*site
	for _, p := range order {
		here := lines[p]
		text, _, _ := strings.Cut(here[0].Key, "` ")
		seen[text]++
		best := pick(here, seed)
		if seen[text] > 1 {
			best.Key += fmt.Sprintf(" (%d)", seen[text])
		}
		rank[best] = mix(seed, fmt.Sprint(text, seen[text]))
		drawn = append(drawn, best)
	}
	slices.SortFunc(drawn, func(a, b *site) int {
		if rank[a] < rank[b] {
			return -1
		}
		return 1
	})
	return drawn
}

// pick chooses a kind of change on a line, and one change of that kind.
func pick(here []*site, seed uint64) *site {
	kinds := map[string][]*site{}
	var names []string
	for _, s := range here {
		if kinds[s.Kind] == nil {
			names = append(names, s.Kind)
		}
		kinds[s.Kind] = append(kinds[s.Kind], s)
	}
	least := func(keys []string) int {
		at, value := 0, ^uint64(0)
		for i, k := range keys {
			if h := mix(seed+1, here[0].Key+k); h < value {
				at, value = i, h
			}
		}
		return at
	}
	slices.Sort(names)
	group := kinds[names[least(names)]]
	keys := make([]string, len(group))
	for i, s := range group {
		keys[i] = fmt.Sprint(s.Key, i)
	}
	s := group[least(keys)]
	for i, o := range group { // two equal changes on one line
		if o == s {
			break
		}
		if o.Key == s.Key {
			s.Key = fmt.Sprintf("%s [%d]", group[i].Key, s.col)
		}
	}
	return s
}

func mix(seed uint64, text string) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, seed, text)
	x := h.Sum64()
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}
