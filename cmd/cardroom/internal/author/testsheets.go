package author

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/ruletest"
	"cardroom/engine/rows"

	"github.com/fatih/color"
	"github.com/rogpeppe/go-internal/diff"
)

// SheetOptions are those of "cardroom test --sheets".
type SheetOptions struct {
	Dir    string   // the folder of the kept sheets
	Paths  []string // houses, games and scripts; none for all houses
	Update bool     // write the sheets as they are
	Format string
}

// Statuses of kept sheets.
const (
	same         = "same"
	sheetDiffers = "differs"
	sheetMissing = "missing" // no file is kept
	written      = "written"
	gone         = "gone" // a file is kept of a game that is no more
)

// keptSheet is a sheet compared with its file.
type keptSheet struct {
	File   string // below the folder of the kept sheets
	Game   string // or the house of a book; "" if there is none any more
	Reader string
	Status string
	Diff   string // unified; "" unless it differs
}

// Sheets compares the sheets of games with those that are kept in a folder, or writes them there.
func Sheets(ctx context.Context, std *app.IO, opts SheetOptions) error {
	if opts.Format != report.Text && opts.Format != report.JSON {
		return app.Usagef("--sheets writes text or json, not %s", opts.Format)
	}
	subjects, err := sheetSubjects(std, opts.Paths)
	if err != nil {
		return err
	}
	c := &keeper{std: std, opts: opts, kept: map[string]string{}}
	bar := std.StartProgress("sheets", int64(len(subjects)))
	defer bar.Stop()
	for _, s := range subjects {
		if err = c.compare(ctx, s); err != nil {
			break
		}
		bar.Done.Add(1)
	}
	if err == nil {
		err = c.findGone(subjects)
	}
	bar.Stop()
	complete := err == nil
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if err := std.Results(opts.Format, func(std *app.IO, format string) error { return c.print(std, format, complete) }); err != nil {
		return err
	}
	switch {
	case !complete:
		return context.Canceled
	case c.count(sheetDiffers)+c.count(sheetMissing)+c.count(gone) > 0:
		return app.ErrNo
	}
	return nil
}

// sheetSubject is a house, a game or a menu with the folder of its kept sheets.
type sheetSubject struct {
	name, folder string
	whole        bool // the folder has sheets of nothing else
}

func sheetSubjects(std *app.IO, paths []string) (out []sheetSubject, err error) {
	lib := library.New(std, nil)
	if len(paths) == 0 {
		if paths, err = lib.Houses(); err != nil {
			return nil, err
		}
		for _, house := range paths {
			out = append(out, sheetSubject{house, house, true})
		}
		return out, nil
	}
	for _, p := range paths {
		info, err := std.FS.Stat(p)
		file, _, game := strings.Cut(p, ".star:")
		house, _, _ := strings.Cut(p, "/")
		switch {
		case game:
			out = append(out, sheetSubject{p, folderOf(file), false})
			continue
		case err != nil && lib.HasHouse(house):
			out = append(out, sheetSubject{p, house, house == p})
			continue
		case err != nil:
			return nil, app.PlainPathError(err)
		}
		files := []string{p}
		if info.IsDir() {
			script := func(name string) bool { return strings.HasSuffix(name, ".star") && !ruletest.IsTest(name) }
			var errs []error
			if files, errs = library.ScriptsBelow(std.FS, path.Clean(p), script); len(errs) > 0 {
				return nil, errors.Join(errs...)
			}
		} else if !strings.HasSuffix(p, ".star") {
			return nil, app.Usagef("%s is not a script: its name ends in .star", p)
		}
		before := len(out)
		for _, file := range files {
			ref, err := library.Ref(file)
			if err != nil {
				return nil, err
			}
			games, err := lib.InFile(ref)
			if err != nil {
				return nil, library.AsTyped(err, file, ref)
			}
			for _, g := range games {
				out = append(out, sheetSubject{file + g.ID[strings.LastIndexByte(g.ID, ':'):], folderOf(strings.TrimSuffix(file, ".star")), true})
			}
		}
		if len(out) == before {
			return nil, app.Usagef("%s defines no game", p)
		}
	}
	return out, nil
}

// folderOf returns the folder of the kept sheets of a script, which is named without its ending.
func folderOf(script string) string {
	folder := filepath.ToSlash(filepath.Clean(script))
	if !filepath.IsLocal(folder) {
		return path.Base(folder)
	}
	return folder
}

// keeper compares sheets with their files.
type keeper struct {
	std    *app.IO
	opts   SheetOptions
	sheets []keptSheet
	kept   map[string]string // whose sheets the files are
}

// The endings of kept sheets.
const (
	sheetEnd  = ".md"
	bookSheet = book + sheetEnd
)

// compare compares the sheets of one subject, or writes them.
func (k *keeper) compare(ctx context.Context, s sheetSubject) error {
	opts := RulesOptions{Game: s.name}
	found, err := find(k.std, &opts)
	if err != nil {
		return err
	}
	papers, err := found.papers(ctx, k.std, &opts)
	if err != nil {
		return err
	}
	for _, p := range papers {
		name := bookSheet
		if p.Reader != book {
			name = p.ID[strings.LastIndexAny(p.ID, "/:")+1:] + "." + p.Reader + sheetEnd
		}
		one := keptSheet{File: path.Join(s.folder, name), Game: p.ID, Reader: p.Reader}
		switch k.kept[one.File] {
		case "":
		case p.ID:
			continue // it was named twice
		default:
			return app.Usagef("two sheets would be kept in %s: keep them in two folders", one.File)
		}
		k.kept[one.File] = p.ID
		file := filepath.Join(k.opts.Dir, filepath.FromSlash(one.File))
		was, err := k.read(file)
		switch text := p.Text; {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return app.PlainPathError(err)
		case err == nil && was == text:
			one.Status = same
		case k.opts.Update:
			one.Status = written
			if err := k.write(file, text); err != nil {
				return app.PlainPathError(err)
			}
		case err != nil:
			one.Status = sheetMissing
		default:
			one.Status, one.Diff = sheetDiffers, string(diff.Diff("kept/"+one.File, []byte(was), "now/"+one.File, []byte(text)))
		}
		k.sheets = append(k.sheets, one)
	}
	return nil
}

// mostSheet is the maximum size of a kept sheet.
const mostSheet = 1 << 24

func (k *keeper) read(file string) (string, error) {
	f, err := k.std.FS.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostSheet))
	return string(text), err
}

func (k *keeper) write(file, text string) error {
	if err := k.std.MkdirAll(filepath.Dir(file)); err != nil {
		return err
	}
	return k.std.WriteFile(file, []byte(text))
}

// findGone adds the kept sheets of games that are no more: in the folders of what was compared as a whole, and where all houses were
// compared, in those of houses that are no more.
func (k *keeper) findGone(subjects []sheetSubject) error {
	var folders []string
	for _, s := range subjects {
		if s.whole && !slices.Contains(folders, s.folder) {
			folders = append(folders, s.folder)
		}
	}
	if len(k.opts.Paths) == 0 {
		entries, err := k.list("")
		if err != nil {
			return err
		}
		for _, e := range entries {
			if e.IsDir() && !slices.Contains(folders, e.Name()) {
				folders = append(folders, e.Name())
			}
		}
	}
	for _, folder := range folders {
		entries, err := k.list(folder)
		if err != nil {
			return err
		}
		for _, e := range entries {
			name := path.Join(folder, e.Name())
			if !e.IsDir() && strings.HasSuffix(e.Name(), sheetEnd) && k.kept[name] == "" {
				k.sheets = append(k.sheets, keptSheet{File: name, Status: gone})
			}
		}
	}
	return nil
}

// list lists a folder of kept sheets, which need not exist.
func (k *keeper) list(folder string) ([]fs.DirEntry, error) {
	entries, err := k.std.FS.ReadDir(filepath.Join(k.opts.Dir, filepath.FromSlash(folder)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, app.PlainPathError(err)
	}
	return entries, nil
}

func (k *keeper) count(status string) (n int) {
	for i := range k.sheets {
		if k.sheets[i].Status == status {
			n++
		}
	}
	return n
}

var sheetColumns = []rows.Column[*keptSheet]{
	{Name: "file", Doc: "below the folder of the kept sheets", Value: func(s *keptSheet) any { return s.File }},
	{Name: "game", Doc: "the game or the menu; of a book the house", Value: func(s *keptSheet) any { return rows.Given(s.Game) }},
	{Name: "for", Doc: "who reads it", Limits: `enum:"book,players,floor"`, Value: func(s *keptSheet) any { return rows.Given(s.Reader) }},
	{Name: "status", Doc: "what came of it", Limits: `enum:"same,differs,missing,written,gone"`, Value: func(s *keptSheet) any { return s.Status }},
	{Name: "diff", Doc: "from the kept sheet to the one that is printed now, unified", Value: func(s *keptSheet) any { return rows.Given(s.Diff) }},
}

func (k *keeper) print(std *app.IO, format string, complete bool) error {
	if format == report.JSON {
		var counts []rows.Pair
		for _, s := range []struct{ status, about string }{
			{same, "as kept"}, {sheetDiffers, "that say something else"}, {sheetMissing, "that no file keeps"}, {written, "with --update"}, {gone, "files of games that are no more"},
		} {
			counts = append(counts, rows.Pair{Name: s.status, Doc: s.about, Value: k.count(s.status)})
		}
		return rows.Write(std.Stdout, format, "test", "sheets", sheetColumns, pointers(k.sheets), append(counts, rows.Complete(complete))...)
	}
	w := std.Stdout
	for i := range k.sheets {
		s := &k.sheets[i]
		switch s.Status {
		case sheetDiffers:
			w.Printf("%s  %s\n", w.Paint("differs", color.FgRed), s.File)
			report.DiffProse(w, s.Diff)
		case sheetMissing, gone:
			w.Printf("%s  %s\n", w.Paint(s.Status, color.FgRed), s.File)
		default:
			if std.Verbose || s.Status == written {
				w.Printf("%s  %s\n", w.Paint(s.Status, color.FgGreen), s.File)
			}
		}
	}
	// Print the counts, and what to do about differences.
	var parts []string
	for _, status := range []string{same, written, sheetDiffers, sheetMissing, gone} {
		n := k.count(status)
		if n > 1 && status == sheetDiffers {
			status = "differ"
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
		}
	}
	std.Stdout.Printf("%s: %s\n", term.Counted(int64(len(k.sheets)), "sheet"), strings.Join(parts, ", "))
	if k.count(sheetDiffers)+k.count(sheetMissing) > 0 {
		line := app.CommandLine(slices.Concat([]string{"cardroom", "test", "--sheets", k.opts.Dir}, k.opts.Paths, []string{"--update"}))
		std.Note("'%s' writes the sheets as they are now", line)
	}
	if k.count(gone) > 0 {
		std.Note("gone: no game has these sheets any more; delete the files")
	}
	return nil
}
