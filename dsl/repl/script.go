package repl

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"cardroom/dsl/star"

	"go.starlark.net/starlark"
)

func scriptCommands() []*command {
	return []*command{
		{
			Name: "load", Args: "FILE", Group: groupScripts, About: "load everything that a script defines, and again whenever it is saved",
			More: "Private names and the script's own loads come too, with the values they have at its end. At a terminal the file and " +
				"the files that it loads are watched.",
			Do: (*Session).load, Complete: (*Session).files,
		},
		{
			Name: "edit", Args: "[FILE]", Group: groupScripts, About: "edit the last block, or a script, in $EDITOR and evaluate it",
			Do: (*Session).edit, Complete: (*Session).files,
		},
		{
			Name: "save", Args: "FILE", Group: groupScripts, About: "save the definitions, the hand, or everything that was typed",
			More: "FILE.star gets loads and definitions, of each name the last; FILE.phhs gets the hand on the table. " +
				"Any other file gets all lines that were typed; you can pipe it into a session again.",
			Do: (*Session).save, Complete: (*Session).files,
		},
	}
}

// file is a loaded script with its names.
type file struct {
	typed string
	ref   string
	names []string // all names that it brought in
	own   []string // the names that it defines itself
	deps  []string // the user's files that it depends on, including itself
}

// load loads a script, as ":load" does.
func (s *Session) load(ctx context.Context, typed string) error {
	if typed == "" {
		return s.needed("load", "a FILE")
	}
	if !strings.HasSuffix(typed, ".star") {
		return s.fault(fmt.Sprintf("%q is not a script: its name would end in .star", typed), "")
	}
	ref, err := s.host.Ref(typed)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(s.loaded, func(f *file) bool { return slices.Contains(f.deps, ref) }) {
		s.fresh()
	}
	f, err := s.bring(ctx, typed, ref)
	if err != nil {
		return err
	}
	s.loaded = slices.DeleteFunc(s.loaded, func(old *file) bool { return old.ref == ref })
	s.loaded = append(s.loaded, f)
	s.printf("%s\n", hang(typed+" defines ", strings.Join(f.names, ", "), s.width()))
	return nil
}

// fresh makes the session read scripts again.
func (s *Session) fresh() {
	s.lib = s.host.Library()
	s.in.Use(s.lib.Loader)
}

// bring defines the names of a script.
func (s *Session) bring(ctx context.Context, typed, ref string) (*file, error) {
	m, err := s.lib.LoadContext(ctx, ref)
	if err != nil {
		return nil, stopped(s.host.Respell(err, typed))
	}
	f := &file{typed: typed, ref: ref, names: s.in.Import(m), own: m.Order}
	for dep := range m.All() {
		if !strings.HasPrefix(dep.Path, "@") {
			f.deps = append(f.deps, dep.Path)
		}
	}
	return f, nil
}

// Files returns the user's scripts that the session has loaded, by the loader's
// names, sorted.
func (s *Session) Files() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, f := range s.loaded {
		out = append(out, f.deps...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Reload loads everything again after a file has changed. Names that a script
// no longer defines are removed. A script with an error keeps its previous
// definitions.
func (s *Session) Reload(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fresh()
	for i, old := range s.loaded {
		if old.deps == nil {
			continue // a house's script, which does not change
		}
		f, err := s.bring(ctx, old.typed, old.ref)
		if err != nil {
			s.options.Report(err)
			continue
		}
		for _, name := range old.names {
			if !slices.Contains(f.names, name) {
				s.in.Forget(name)
			}
		}
		s.loaded[i] = f
		s.remark("%s loaded again", f.typed)
	}
}

// Begin starts with a game, available under its name, or with a script, which
// is loaded.
func (s *Session) Begin(ctx context.Context, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	ref, err := s.host.Ref(name)
	if err != nil {
		return err
	}
	if script, _, isFile := strings.Cut(name, ".star"); isFile {
		if err := s.load(ctx, script+".star"); err != nil {
			return err
		}
		// A file may contain several games, or none; then there is no table
		// yet.
		g, err := s.game(name)
		if strings.Contains(name, ".star:") && err != nil {
			return err
		}
		if err == nil {
			s.desk.name, s.desk.Game = name, g
		}
		return nil
	}
	m, global, err := s.lib.Definition(ref)
	if err != nil {
		return err
	}
	s.in.Define(global, m.Globals[global])
	s.loaded = append(s.loaded, &file{typed: name, ref: m.Path, names: []string{global}, own: []string{global}})
	s.remark("load(%q, %q)", m.Path, global)
	g, err := s.lib.Find(ref)
	if err != nil {
		return nil // a menu; use :table with one of its games
	}
	s.desk.name, s.desk.Game = name, g
	return nil
}

// edit implements ":edit" and ":edit FILE".
func (s *Session) edit(ctx context.Context, name string) error {
	if name != "" {
		if err := s.host.EditFile(name); err != nil {
			return err
		}
		return s.load(ctx, name)
	}
	last := "" // the last typed block, whether it succeeded or not
	for _, entry := range s.typed {
		if !strings.HasPrefix(entry, ":") {
			last = entry
		}
	}
	text, err := s.host.EditText(last + "\n")
	if err != nil {
		return err
	}
	for line := range strings.Lines(text) {
		if err := s.take(ctx, strings.TrimRight(line, "\r\n"), false); err != nil {
			return err
		}
	}
	s.finish(ctx)
	return nil
}

// save implements ":save FILE".
func (s *Session) save(ctx context.Context, name string) error {
	if name == "" {
		return s.needed("save", "a FILE")
	}
	// everything typed except this command
	var b strings.Builder
	for _, entry := range s.typed[:max(len(s.typed)-1, 0)] {
		b.WriteString(entry + "\n")
	}
	text, what := b.String(), "lines"
	var err error
	switch path.Ext(name) {
	case ".star":
		what = "definitions"
		text, err = s.script(ctx)
	case ".phhs":
		what = "hand"
		text, err = s.record()
	}
	if err != nil {
		return err
	}
	if text == "" {
		return s.fault("there is nothing to save yet", "")
	}
	if err := s.host.WriteFile(name, []byte(text)); err != nil {
		return err
	}
	s.printf("%s has the %s of this session\n", name, what)
	return nil
}

// script returns the definitions of the blocks as a script: loads first, then
// the last definition of each name, in the order of the blocks. The script is
// test-run: plain data that has changed since, or that was made from a previous
// value of its own name, is written with its current value.
func (s *Session) script(ctx context.Context) (string, error) {
	trial := s.lib.Interactive(s.options.Name, s.options.Steps)
	for _, f := range s.loaded {
		for _, name := range f.names {
			trial.Define(name, s.in.Value(name))
		}
	}
	var loads, rest []string
	for _, block := range s.definitions() {
		_, err := trial.Eval(ctx, block)
		block, err = s.asNow(trial, block, err)
		if err != nil {
			return "", stopped(err)
		}
		if strings.HasPrefix(block, "load") {
			loads = append(loads, block)
		} else {
			rest = append(rest, block)
		}
	}
	for _, f := range s.loaded {
		if line := loadLine(f, strings.Join(rest, "\n")); line != "" {
			loads = append(loads, line)
		}
	}
	all := append(loads, rest...)
	if len(all) == 0 {
		return "", nil
	}
	return strings.Join(all, "\n\n") + "\n", nil
}

// definitions returns the blocks that contain the last definition of some name.
func (s *Session) definitions() []string {
	last := map[string]int{}
	for i, block := range s.blocks {
		for _, name := range star.Defined(block) {
			last[name] = i
		}
	}
	var out []string
	for i, block := range s.blocks {
		if slices.ContainsFunc(star.Defined(block), func(name string) bool { return last[name] == i }) {
			out = append(out, block)
		}
	}
	return out
}

// asNow returns a definition that produces the current value of its name. err
// is the result of its test run.
func (s *Session) asNow(trial *star.Interactive, block string, err error) (string, error) {
	names := star.Defined(block)
	if len(names) != 1 || !isPlain(s.in.Value(names[0]), 0) {
		return block, err
	}
	now := s.in.Value(names[0])
	if err == nil {
		if same, bad := starlark.Equal(trial.Value(names[0]), now); bad == nil && same {
			return block, nil
		}
	}
	trial.Define(names[0], now)
	return names[0] + " = " + text(now, s.width()-len(names[0])-3), nil
}

// isPlain reports whether the text of a value is an expression for it.
func isPlain(v starlark.Value, depth int) bool {
	switch v.(type) {
	case starlark.NoneType, starlark.Bool, starlark.Int, starlark.Float, starlark.String:
		return true
	case *starlark.List, starlark.Tuple, *starlark.Dict:
	default:
		return false
	}
	if depth > maxNested || starlark.Len(v) > 1000 {
		return false
	}
	for x := range starlark.Elements(v.(starlark.Iterable)) {
		if d, ok := v.(*starlark.Dict); ok {
			if y, _, err := d.Get(x); err != nil || !isPlain(y, depth+1) {
				return false
			}
		}
		if !isPlain(x, depth+1) {
			return false
		}
	}
	return true
}

// loadLine returns the load statement for the names of a loaded file that a
// text uses; "" if it uses none.
func loadLine(f *file, used string) string {
	line := ""
	for _, name := range f.own {
		if !strings.HasPrefix(name, "_") && regexp.MustCompile(`\b`+name+`\b`).MatchString(used) {
			line += fmt.Sprintf(", %q", name)
		}
	}
	if line == "" {
		return ""
	}
	from := f.ref
	if !strings.HasPrefix(from, "@") {
		from = "./" + from
	}
	return fmt.Sprintf("load(%q%s)", from, line)
}
