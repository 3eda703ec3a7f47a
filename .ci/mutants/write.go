package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// helpers is the code added to a changed package: it reads the number of the active
// change, and defines the operators with a choice. The number is in a file and not in
// the environment, because tests run commands with another environment. While tests
// are recorded, each change notes in a shared file that it would have made a
// difference.
const helpers = `package %s

import (
	mutOS "os"
	mutConv "strconv"
	mutSys "syscall"
)

var mutNow, mutSeen = mutRead()

func mutRead() (int, []byte) {
	text, err := mutOS.ReadFile(%q)
	if err != nil {
		panic(err)
	}
	now, err := mutConv.Atoi(string(text))
	if err != nil {
		panic(err)
	}
	if now >= 0 {
		return now, nil
	}
	file, err := mutOS.OpenFile(%q, mutOS.O_RDWR, 0)
	if err != nil {
		panic(err)
	}
	seen, err := mutSys.Mmap(int(file.Fd()), 0, %d, mutSys.PROT_READ|mutSys.PROT_WRITE, mutSys.MAP_SHARED)
	if err != nil {
		panic(err)
	}
	return now, seen
}

func mutOn(id int) bool {
	if mutNow < 0 {
		mutSeen[id] = 1
	}
	return mutNow == id
}

func mutPick[T comparable](id int, is, other T) T {
	if mutNow == id {
		return other
	}
	if mutNow < 0 && is != other {
		mutSeen[id] = 1
	}
	return is
}

type mutInteger interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

type mutNumber interface {
	mutInteger | ~float32 | ~float64
}

func mutPlus[T mutNumber](id int, x, by T) T  { return mutPick(id, x, x+by) }
func mutMinus[T mutNumber](id int, x, by T) T { return mutPick(id, x, x-by) }
func mutSign[T mutNumber](id int, x T) T      { return mutPick(id, x, -x) }

func mut_min_max[T mutNumber](id int, x, y T) T { return mutPick(id, min(x, y), max(x, y)) }
func mut_max_min[T mutNumber](id int, x, y T) T { return mutPick(id, max(x, y), min(x, y)) }

func mut_LSS_LEQ[T mutNumber](id int, x, y T) bool { return mutPick(id, x < y, x <= y) }
func mut_LEQ_LSS[T mutNumber](id int, x, y T) bool { return mutPick(id, x <= y, x < y) }
func mut_GTR_GEQ[T mutNumber](id int, x, y T) bool { return mutPick(id, x > y, x >= y) }
func mut_GEQ_GTR[T mutNumber](id int, x, y T) bool { return mutPick(id, x >= y, x > y) }

func mut_ADD_SUB[T mutNumber](id int, x, y T) T { return mutPick(id, x+y, x-y) }
func mut_SUB_ADD[T mutNumber](id int, x, y T) T { return mutPick(id, x-y, x+y) }
func mut_AND_OR[T mutInteger](id int, x, y T) T { return mutPick(id, x&y, x|y) }
func mut_OR_AND[T mutInteger](id int, x, y T) T { return mutPick(id, x|y, x&y) }

func mut_SHL_SHR[T, S mutInteger](id int, x T, y S) T { return mutPick(id, x<<y, x>>y) }
func mut_SHR_SHL[T, S mutInteger](id int, x T, y S) T { return mutPick(id, x>>y, x<<y) }

func mut_QUO_MUL[T mutNumber](id int, x, y T) T { return mutPick(id, x/y, x*y) }
func mut_REM_MUL[T mutInteger](id int, x, y T) T { return mutPick(id, x%%y, x*y) }

func mut_MUL_QUO[T mutNumber](id int, x, y T) T {
	if y == 0 && mutNow != id {
		if mutNow < 0 {
			mutSeen[id] = 1
		}
		return x * y
	}
	return mutPick(id, x*y, x/y)
}
`

// most is the maximum number of changes in the shared file.
const most = 1 << 16

// render returns a source with its changes, numbered according to numbers.
func (s *source) render(changes []*site, numbers map[*site]int) []byte {
	type numbered struct {
		edit
		order int
	}
	var all []numbered
	for i, c := range changes {
		for _, e := range c.edits {
			if strings.Contains(e.text, "%d") {
				e.text = fmt.Sprintf(e.text, numbers[c])
			}
			all = append(all, numbered{e, i})
		}
	}
	slices.SortStableFunc(all, func(a, b numbered) int {
		switch {
		case a.at != b.at:
			return a.at - b.at
		case a.open != b.open: // what ends here comes before what begins here
			if b.open {
				return -1
			}
			return 1
		case a.open:
			return (a.depth-b.depth)*(2*most) + a.order - b.order
		default:
			return (b.depth-a.depth)*(2*most) + b.order - a.order
		}
	})
	var out []byte
	at := 0
	for _, e := range all {
		if e.at < at { // two changes of one operator: the text will not compile
			continue
		}
		out = append(out, s.text[at:e.at]...)
		out = append(out, e.text...)
		at = e.at + e.cut
	}
	return append(out, s.text[at:]...)
}

// compiles returns the changes of a package that do not compile. A change does not add
// or remove lines, so the line of an error identifies it.
func (r *parsed) compiles(changes []*site, numbers map[*site]int, help []byte) (bad []*site, err error) {
	fset := token.NewFileSet()
	lines := map[string]bool{}
	note := func(e error) {
		if t, ok := e.(types.Error); ok {
			p := fset.Position(t.Pos)
			lines[fmt.Sprint(p.Filename, p.Line)] = true
		}
	}
	var trees []*ast.File
	parse := func(name string, text []byte) error {
		tree, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		trees = append(trees, tree)
		return err
	}
	if err := parse("helpers", help); err != nil {
		return nil, err
	}
	for _, s := range r.files {
		if err := parse(s.path, s.render(of(changes, s), numbers)); err != nil {
			return nil, err
		}
	}
	conf := types.Config{Importer: exported(fset, r.exports), Error: note}
	conf.Check(r.path, fset, trees, nil) //nolint:errcheck // note has them all
	for _, c := range changes {
		if lines[fmt.Sprint(c.file.path, c.line)] {
			bad = append(bad, c)
			delete(lines, fmt.Sprint(c.file.path, c.line))
		}
	}
	for l := range lines {
		return nil, fmt.Errorf("the changed %s does not compile at %s", r.path, l)
	}
	return bad, nil
}

// of returns the changes in one file.
func of(changes []*site, s *source) (mine []*site) {
	for _, c := range changes {
		if c.file == s {
			mine = append(mine, c)
		}
	}
	return mine
}

// paths are the files for communication between the tool and the tests.
type paths struct{ dir string }

func (p paths) now() string     { return filepath.Join(p.dir, "now") }
func (p paths) seen() string    { return filepath.Join(p.dir, "seen") }
func (p paths) overlay() string { return filepath.Join(p.dir, "overlay.json") }

// write writes the changed sources to the work folder without the changes that do not
// compile, and returns the others, numbered from 1.
func (p paths) write(packages []*parsed, wanted []*site) ([]*site, error) {
	replaced := map[string]string{}
	numbers := map[*site]int{}
	for i, c := range wanted {
		numbers[c] = i + 1
	}
	var kept []*site
	for i, r := range packages {
		var mine []*site
		for _, c := range wanted {
			if c.Pkg == r.path {
				mine = append(mine, c)
			}
		}
		if len(mine) == 0 {
			continue
		}
		help := fmt.Appendf(nil, helpers, r.name, p.now(), p.seen(), most)
		bad, err := r.compiles(mine, numbers, help)
		if err != nil {
			return nil, err
		}
		mine = slices.DeleteFunc(mine, func(c *site) bool { return slices.Contains(bad, c) })
		if bad, err = r.compiles(mine, numbers, help); err != nil || len(bad) > 0 {
			return nil, fmt.Errorf("%s: %d changes still do not compile: %w", r.path, len(bad), err)
		}
		kept = append(kept, mine...)
		put := func(target string, text []byte) error {
			file := filepath.Join(p.dir, fmt.Sprintf("%d_%s", i, filepath.Base(target)))
			replaced[target] = file
			return os.WriteFile(file, text, 0o644)
		}
		if err := put(filepath.Join(r.dir, "mutants_on.go"), help); err != nil {
			return nil, err
		}
		for _, s := range r.files {
			if changes := of(mine, s); len(changes) > 0 {
				if err := put(s.path, s.render(changes, numbers)); err != nil {
					return nil, err
				}
			}
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return nil, err
	}
	for _, c := range kept {
		c.number = numbers[c]
	}
	slices.SortFunc(kept, func(a, b *site) int { return a.number - b.number })
	return kept, os.WriteFile(p.overlay(), text, 0o644)
}
