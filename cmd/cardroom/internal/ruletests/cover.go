package ruletests

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/safefile"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

// loadBeside loads the scripts next to the tests, so that scripts that no test uses
// are counted too. Errors are ignored here: tests that need the script report them.
func loadBeside(ctx context.Context, std *app.IO, files *testFiles, cover *star.Coverage) error {
	opts := library.Options(std, nil)
	opts.Cover, opts.Print = cover, nil
	loader := dsl.NewLoader(opts)
	beside, err := scriptsBesideTests(std, files)
	if err != nil {
		return err
	}
	for _, ref := range beside {
		if _, err := loader.LoadContext(ctx, ref); err != nil && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// scriptsBesideTests returns the scripts in the folders of the tests, by the loader's
// names.
func scriptsBesideTests(std *app.IO, files *testFiles) ([]string, error) {
	dirs := map[string]bool{}
	for _, ref := range files.refs {
		dirs[library.FolderOf(ref)] = true
	}
	var out []string
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		// List the scripts in one of the loader's directories
		var entries []fs.DirEntry
		var err error
		if house, ok := strings.CutPrefix(dir, "@scripts//"); ok {
			entries, err = fs.ReadDir(library.Houses(std), house)
		} else {
			entries, err = fs.ReadDir(library.OwnScripts(std), dir)
		}
		var names []string
		for _, e := range entries {
			if e.Type().IsRegular() && path.Ext(e.Name()) == ".star" && !ruletest.IsTest(e.Name()) {
				names = append(names, e.Name())
			}
		}
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			out = append(out, dir+"/"+name)
		}
	}
	return out, nil
}

// printCover prints the coverage of each script, and with -v what did not run.
func (rep *results) printCover(cover *star.Coverage) {
	w := rep.std.Stdout
	var cells [][]string
	for _, file := range cover.Files() {
		cells = append(cells, coverRow(file, cover.Totals(file)))
		if rep.std.Verbose {
			printMissed(w, cover.Blocks(file))
		}
	}
	w.Printf("\n")
	report.Table(w, []report.Heading{{Title: "covered", Align: report.Right}, {Title: "statements", Align: report.Right}, {Title: "branches", Align: report.Right}, {Title: "script", Align: report.Left}}, append(cells, coverRow("all", coverTotals(cover))))
}

func coverRow(name string, t star.CoverTotals) []string {
	return []string{
		fmt.Sprintf("%d %%", t.Percent()), fmt.Sprintf("%d of %d", t.Ran, t.Statements), fmt.Sprintf("%d of %d", t.Taken, t.Branches), name,
	}
}

func printMissed(w *term.Stream, blocks []*star.Block) {
	for _, b := range blocks {
		switch {
		case b.Count() > 0:
		case b.Outcome == "":
			w.Printf("%s: %s\n", b.Start, w.Paint("never runs", color.FgRed))
		default:
			w.Printf("%s: %s\n", b.Start, w.Paint("never "+b.Outcome, color.FgRed))
		}
	}
}

// covered returns the total coverage of all scripts in percent, rounded down.
func covered(cover *star.Coverage) int { return coverTotals(cover).Percent() }

// coverTotals returns the totals of all scripts.
func coverTotals(cover *star.Coverage) (all star.CoverTotals) {
	for _, file := range cover.Files() {
		all = all.Add(cover.Totals(file))
	}
	return all
}

// coverFields returns the fields about coverage in a JSON report.
func coverFields(cover *star.Coverage) []rows.Pair {
	type object struct {
		Script     string   `json:"script"`     // the script
		Percent    int      `json:"percent"`    // rounded down
		Statements int      `json:"statements"` // all
		Ran        int      `json:"ran"`        // of those
		Branches   int      `json:"branches"`   // outcomes of conditions, all
		Taken      int      `json:"taken"`      // of those
		Missed     []string `json:"missed"`     // places that have not run
	}
	list := []object{}
	for _, file := range cover.Files() {
		t := cover.Totals(file)
		o := object{file, t.Percent(), t.Statements, t.Ran, t.Branches, t.Taken, []string{}}
		for _, b := range cover.Blocks(file) {
			if b.Count() == 0 {
				o.Missed = append(o.Missed, strings.TrimSpace(fmt.Sprintf("%d:%d %s", b.Start.Line, b.Start.Col, b.Outcome)))
			}
		}
		list = append(list, o)
	}
	return []rows.Pair{{Name: "covered", Doc: "of --cover: percent of all scripts, rounded down", Value: covered(cover)}, {Name: "coverage", Doc: "of --cover", Value: list}}
}

// writeProfile writes a profile for "go tool cover". That tool finds a file by an
// absolute path or one that begins with "./". Embedded scripts are named by their
// paths in the repository, and omitted if they are not there, because the tool rejects
// a profile if a single file is missing.
func (rep *results) writeProfile(w io.Writer) error {
	cover := rep.cover
	out := bufio.NewWriter(w)
	_, _ = fmt.Fprintln(out, "mode: count")
	for _, file := range cover.Files() {
		if !liesThere(rep.std, file, cover.Text(file)) {
			rep.std.Note("the profile leaves out %s: it is not among the files here", file)
			continue
		}
		lines := strings.Split(cover.Text(file), "\n")
		blocks := slices.DeleteFunc(cover.Blocks(file), func(b *star.Block) bool { return b.Outcome != "" })
		for _, b := range blocks {
			_, _ = fmt.Fprintf(out, "%s:%d.%d,%d.%d 1 %d\n", profileName(file),
				b.Start.Line, profileColumn(lines, b.Start), b.End.Line, profileColumn(lines, b.End), b.Count())
		}
	}
	return out.Flush()
}

// liesThere reports whether a script's file, as named in a profile, exists with this
// text.
func liesThere(std *app.IO, file, text string) bool {
	if !strings.HasPrefix(file, "@") {
		return true
	}
	data, err := std.ReadText(strings.TrimPrefix(profileName(file), "./"))
	return err == nil && string(data) == text
}

// profileColumn returns a column as "go tool cover" counts it: in bytes, and one more
// in the first line, where a Go file has no statements.
func profileColumn(lines []string, at diag.Pos) int {
	line := []rune(lines[at.Line-1])
	col := len(string(line[:min(int(at.Col)-1, len(line))])) + 1
	if at.Line == 1 {
		col++
	}
	return col
}

// profileName returns the path of a script in a profile.
func profileName(file string) string {
	for _, source := range []string{"scripts", "stdlib"} {
		if rest, ok := strings.CutPrefix(file, "@"+source+"//"); ok {
			return "./" + source + "/" + rest
		}
	}
	if filepath.IsAbs(filepath.FromSlash(file)) {
		return file
	}
	return "./" + file
}

// saveCover writes the files of the profile and the page, if requested.
func (rep *results) saveCover() error {
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{{rep.opts.Profile, rep.writeProfile}, {rep.opts.HTML, rep.writePage}} {
		if f.name == "" {
			continue
		}
		if err := saveCover(rep.std, f.name, f.write); err != nil {
			return err
		}
	}
	return nil
}

func saveCover(std *app.IO, name string, write func(io.Writer) error) error {
	f, err := std.Create(name)
	if err != nil {
		return err
	}
	return safefile.Fill(f, write)
}
