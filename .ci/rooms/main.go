// Command rooms measures and draws the structure of the Go code of a checkout.
//
// From the top of the repository:
//
//	go run ./.ci/rooms                       a table of counts
//	go run ./.ci/rooms -list names           exported names that no other package uses
//	go run ./.ci/rooms -list once            unexported functions that are called once
//	go run ./.ci/rooms -draw dsl >dsl.svg    the imports between the packages in a folder
//	go run ./.ci/rooms -draw engine/hand     of a single package its files, and which uses names of which
//
// Tests are not counted. Modules below the root and files that only browsers compile count as users. A use through an interface does not
// show in the source, so methods that an interface asks for are counted apart. A type that others only get from a function, and never
// name, has no user. In a drawing each box stands above all that it uses; red arrows climb, because there are circles.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"text/tabwriter"
)

var (
	dir    = flag.String("dir", ".", "the root of the checkout to measure")
	asJSON = flag.Bool("json", false, "write the counts as JSON")
	list   = flag.String("list", "", "list `WHAT`: names (exported, used by no other package) or once (unexported, called once)")
	folder = flag.String("draw", "", "draw the imports in `FOLDER` as SVG")
	files  = flag.Bool("files", false, "with -draw: the files of the package in the folder, even if there are packages below it")
	all    = flag.Bool("all", false, "with -draw: also arrows that follow from others")
)

func main() {
	flag.Parse()
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "rooms:", err)
		os.Exit(1)
	}
}

func run(w io.Writer) error {
	switch {
	case flag.NArg() > 0:
		return fmt.Errorf("unexpected argument %q", flag.Arg(0))
	case !slices.Contains([]string{"", "names", "once"}, *list):
		return fmt.Errorf("-list %s: write names or once", *list)
	case (*files || *all) && *folder == "":
		return errors.New("-files and -all need -draw FOLDER")
	}
	c, err := load(*dir)
	if err != nil {
		return err
	}
	switch {
	case *folder != "":
		g := c.graph(path.Clean(*folder), *files)
		if len(g.nodes) == 0 {
			return fmt.Errorf("-draw %s: no Go files there that use each other", *folder)
		}
		g.draw(w, *all)
	case *list == "names":
		for _, d := range c.list {
			if d.public() && len(d.users) == 0 {
				fmt.Fprintln(w, d, d.at, d.kind+d.tested())
			}
		}
	case *list == "once":
		for _, d := range c.list {
			if d.once() {
				fmt.Fprintf(w, "%s %s %d lines, called at %s, %s file\n", d, d.at, d.lines, d.call, either(d.local(), "same", "other"))
			}
		}
	case *asJSON:
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(c.measure())
	default:
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintf(t, "\t%s\n", strings.Join(columns, "\t"))
		for _, row := range c.measure() {
			fmt.Fprint(t, row.What)
			for _, n := range row.Counts {
				fmt.Fprintf(t, "\t%d", n)
			}
			fmt.Fprintln(t, either(row.Note == "", "", "\t"+row.Note))
		}
		return t.Flush()
	}
	return nil
}

// tested says which tests use a name. Those inside its package do not count, as they see every name.
func (d *decl) tested() (s string) {
	if d.outside {
		s = ", used by its own tests from outside"
	}
	if len(d.testers) > 0 {
		s += ", used by tests of " + strings.Join(keys(d.testers), " ")
	}
	return s
}

// columns are the parts of the code: the floors, from the lowest to the highest, the rest, and all of it.
var columns = []string{"engine", "dsl", "cmd", "other", "all"}

func floor(pkg string) int {
	top, _, _ := strings.Cut(pkg, "/")
	if i := slices.Index(columns[:3], top); i >= 0 {
		return i
	}
	return 3
}

type row struct {
	What   string
	Counts [5]int // by column
	Note   string
}

// measure returns the rows of the table.
func (c *code) measure() (rows []row) {
	add := func(what, pkg string, n int) {
		if len(rows) == 0 || rows[len(rows)-1].What != what {
			rows = append(rows, row{What: what})
		}
		rows[len(rows)-1].Counts[floor(pkg)] += n
		rows[len(rows)-1].Counts[4] += n
	}
	packages := func(what string, n func(pkg string) int) {
		for _, pkg := range keys(c.files) {
			add(what, pkg, n(pkg))
		}
	}
	names := func(what string, is func(d *decl) bool) {
		for _, d := range c.list {
			add(what, d.pkg, count(is(d)))
		}
	}
	packages("packages", func(string) int { return 1 })
	packages("lines", func(pkg string) (n int) {
		for _, lines := range c.files[pkg] {
			n += lines
		}
		return n
	})
	packages("imports between packages", func(pkg string) int { return len(c.imports[pkg]) })
	packages("  from engine to dsl or cmd, from dsl to cmd", func(pkg string) (n int) {
		for to := range c.imports[pkg] {
			n += count(floor(pkg) < floor(to) && floor(to) < 3)
		}
		return n
	})
	var small []string
	packages("packages of one file with one importer", func(pkg string) int {
		importers := 0
		for _, imports := range c.imports {
			importers += count(imports[pkg] > 0)
		}
		if importers != 1 || len(c.files[pkg]) != 1 {
			return 0
		}
		small = append(small, pkg)
		return 1
	})
	rows[len(rows)-1].Note = strings.Join(small, " ")
	for _, method := range []bool{false, true} {
		what := either(method, "exported methods of exported types", "exported types, functions, variables, constants")
		names(what, func(d *decl) bool { return d.public() && (d.kind == "method") == method })
		for n, by := range []string{"no", "one"} {
			used := func(d *decl) bool { return d.public() && (d.kind == "method") == method && len(d.users) == n }
			names("  used by "+by+" other package", used)
			names("    and by tests of others", func(d *decl) bool { return used(d) && len(d.testers) > 0 })
		}
	}
	names("  not in these: an interface asks for them", func(d *decl) bool { return d.exported && d.asked })
	names("unexported functions and methods", (*decl).private)
	names("  called once", (*decl).once)
	names("    in the same file", func(d *decl) bool { return d.once() && d.local() })
	names("  never used", func(d *decl) bool { return d.private() && !d.asked && d.calls+d.values == 0 })
	slices.SortStableFunc(c.functions, func(a, b *decl) int { return a.lines - b.lines })
	for _, d := range c.functions {
		add("functions and methods", d.pkg, 1)
	}
	for _, percent := range []int{50, 90, 99, 100} {
		r := row{What: either(percent == 100, "  lines of the longest", fmt.Sprintf("  lines, p%d", percent))}
		for i, column := range columns {
			of := slices.DeleteFunc(slices.Clone(c.functions), func(d *decl) bool { return column != "all" && floor(d.pkg) != i })
			if len(of) > 0 {
				d := of[(len(of)*percent+99)/100-1]
				r.Counts[i], r.Note = d.lines, either(percent == 100, fmt.Sprint(d, " ", d.at), "")
			}
		}
		rows = append(rows, r)
	}
	return rows
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func either(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}
