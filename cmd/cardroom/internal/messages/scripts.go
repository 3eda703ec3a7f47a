package messages

import (
	"cmp"
	"context"
	"encoding/json"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/author"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/dsl"
	"cardroom/dsl/editor"
	"cardroom/dsl/protocol"
	"cardroom/dsl/reference"
	"cardroom/dsl/star"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// openLibrary returns a library that uses the texts being written instead of the files.
func (d *Desk) openLibrary(open map[string]string) *dsl.Library {
	t := d.begin(d.ctx, texts(open))
	t.std.Doing = d.asking
	opts := library.Options(t.std, nil)
	opts.Print = nil
	return dsl.NewLibrary(opts)
}

func (d *Desk) reference() *reference.Reference {
	return author.NewReference(d.begin(d.ctx, nil).std)
}

// source returns the script of a game, so that it can be changed and played by itself.
func (d *Desk) source(ctx context.Context, r *protocol.Request, a *protocol.Answer, _ protocol.Progress) error {
	name, _, err := d.nameOf(r.Game, "")
	if err != nil {
		return err
	}
	t := d.begin(ctx, nil)
	lib := library.New(t.std, nil)
	games, _, err := library.Named(lib, name)
	if err != nil {
		return err
	}
	game := games[0]
	file := game.Pos.File
	script, err := lib.Read(file)
	if err != nil {
		return err
	}
	text := script.Text
	if strings.HasPrefix(file, "@") {
		text = sameFolder.ReplaceAllString(text, "${1}"+library.FolderOf(file)+"/")
	}
	a.Source = &protocol.Source{File: path.Base(file), Name: nameIn(lib, file, game), Text: text}
	return nil
}

// options lists the options that a table of a game may set, and the stakes that its house posts.
func (d *Desk) options(ctx context.Context, r *protocol.Request, a *protocol.Answer, _ protocol.Progress) error {
	name, texts, err := d.nameOf(r.Game, r.Script)
	if err != nil {
		return err
	}
	g, lib, err := library.Load(d.begin(ctx, texts).std, name, r.Set)
	if err != nil {
		return err
	}
	if words := runs.NotCollected(library.PostedNames(lib, g)); words != "" {
		a.Notes = []string{words}
	}
	for _, o := range g.Options {
		a.Options = append(a.Options, protocol.Option{Name: o.Name, Value: o.Value, Default: o.Default, Choices: append([]string{}, o.Choices...), About: o.About})
	}
	a.Posted, a.Games = g.Stakes.Posted, []protocol.Game{row(g, "")}
	a.Deck = cards.Format(g.Deck.Set().Without(cards.Joker2).Cards())
	return nil
}

// sameFolder matches the beginning of a load statement for a script in the same folder.
var sameFolder = regexp.MustCompile(`(\bload\(\s*")\./`)

// nameIn returns the name of a game in its script. A variant has the name of its base game.
func nameIn(lib *dsl.Library, file string, game *plan.Game) string {
	games, err := lib.InFile(file)
	if err != nil || len(games) == 0 {
		return ""
	}
	name := lastOf(game.ID)
	for _, g := range games {
		if lastOf(g.ID) == name {
			return name
		}
	}
	best := games[0]
	for _, g := range games {
		if g.Pos == game.Pos {
			best = g
		}
	}
	return lastOf(best.ID)
}

// lastOf returns the last part of a game's id.
func lastOf(id string) string { return id[strings.LastIndexAny(id, "/:")+1:] }

// written returns the file that a message is about, the script or its tests, and the texts of the message.
func written(r *protocol.Request) (file string, all texts) {
	if r.Tests != "" {
		return testFile, texts{scriptFile: r.Script, testFile: r.Tests}
	}
	return scriptFile, texts{scriptFile: r.Script}
}

// check returns the faults of a script, or of its tests, and the games that the script defines.
func (d *Desk) check(ctx context.Context, r *protocol.Request, a *protocol.Answer, _ protocol.Progress) error {
	file, texts := written(r)
	t := d.begin(ctx, texts)
	text, err := t.end(a, author.Check(ctx, t.std, author.CheckOptions{Paths: []string{file}, Format: report.JSON, Game: r.Name}))
	if err != nil {
		return err
	}
	var found struct {
		Findings json.RawMessage `json:"findings"`
	}
	if err := json.Unmarshal(text, &found); err != nil {
		return err
	}
	a.Faults = found.Findings
	games, err := library.New(d.begin(ctx, texts).std, nil).InFile(scriptFile)
	if err != nil {
		return nil // the faults explain the error
	}
	for _, g := range games {
		a.Games = append(a.Games, protocol.Game{Game: strings.TrimPrefix(g.ID, scriptFile+":"), Name: g.Name, MinSeats: g.MinSeats, MaxSeats: g.MaxSeats})
	}
	return nil
}

func (d *Desk) format(ctx context.Context, r *protocol.Request, a *protocol.Answer, _ protocol.Progress) error {
	t := d.begin(ctx, texts{scriptFile: r.Script})
	err := author.Format(ctx, t.std, author.FormatOptions{Paths: []string{scriptFile}, Format: report.Text})
	if _, err := t.end(a, err); err != nil {
		return err
	}
	a.Text = t.out.String()
	return nil
}

// asking returns the channel whose closing stops the scripts that the question about a text being written has loaded.
func (d *Desk) asking() <-chan struct{} {
	if over := d.asks.Load(); over != nil {
		return *over
	}
	return d.std.Ended
}

// ask answers a question about a text that is being written. The place that it is about must be in the text.
func (d *Desk) ask(ctx context.Context, r *protocol.Request, ask func(w *editor.Workspace, file string, at editor.Place)) error {
	at := editor.Place{Line: cmp.Or(r.Line, 1), Col: cmp.Or(r.Col, 1)}
	file, texts := written(r)
	lines := strings.Split(texts[file], "\n")
	if n := int32(len(lines)); at.Line < 1 || at.Line > n {
		return refuse(protocol.Illegal, "", "line must be 1 to %d, not %d", n, at.Line)
	}
	if n := int32(len([]rune(lines[at.Line-1]))) + 1; at.Col < 1 || at.Col > n {
		return refuse(protocol.Illegal, "", "col of line %d must be 1 to %d, not %d", at.Line, n, at.Col)
	}
	d.writing.Lock()
	defer d.writing.Unlock()
	over, stop := app.Graced(ctx)
	defer stop()
	d.asks.Store(&over)
	defer d.asks.Store(nil)
	for name, text := range texts {
		d.work.Open(name, text)
	}
	if file == testFile {
		defer d.work.Close(testFile)
	}
	ask(d.work, file, at)
	return nil
}

func (d *Desk) tokens(ctx context.Context, r *protocol.Request, a *protocol.Answer, _ protocol.Progress) error {
	return d.ask(ctx, r, func(w *editor.Workspace, file string, _ editor.Place) {
		// Tokens get the kinds that the editor knows for them.
		_, texts := written(r)
		tokens := scan(texts[file])
		paints := w.Paints(file)
		known := map[editor.Place]string{}
		for i := range paints {
			known[paints[i].Place] = kindOf(&paints[i])
		}
		for i := range tokens {
			t := &tokens[i]
			if kind := known[editor.Place{Line: t.Line, Col: t.Col}]; t.Kind == "name" && kind != "" {
				t.Kind = kind
			}
		}
		a.Tokens = tokens
	})
}

// kindOf returns the kind of a token as pages highlight it.
func kindOf(p *editor.Paint) string {
	switch p.Kind {
	case editor.Text:
		return "string"
	case editor.Keyword, "number", "comment":
		return string(p.Kind)
	case editor.Argument:
		return "param"
	case editor.Word, editor.Type:
		return "word"
	}
	return "name"
}

// complete lists the completions at a place.
func (d *Desk) complete(ctx context.Context, r *protocol.Request, a *protocol.Answer, _ protocol.Progress) error {
	a.Items = []protocol.Item{}
	return d.ask(ctx, r, func(w *editor.Workspace, file string, at editor.Place) {
		for _, o := range w.Complete(file, at) {
			a.Items = append(a.Items, protocol.Item{Label: o.Label, Kind: string(o.Kind), Detail: o.Detail, Doc: o.Doc, Insert: o.Insert})
			a.Replace = &protocol.Stretch{Line: o.Begun.Start.Line, Col: o.Begun.Start.Col, EndCol: o.Begun.End.Col}
		}
	})
}

// hover describes the name at a place.
func (d *Desk) hover(ctx context.Context, r *protocol.Request, a *protocol.Answer, _ protocol.Progress) error {
	return d.ask(ctx, r, func(w *editor.Workspace, file string, at editor.Place) {
		a.Markdown, _ = w.Hover(file, at)
	})
}

// doc looks up a word.
func (d *Desk) doc(ctx context.Context, r *protocol.Request, a *protocol.Answer, _ protocol.Progress) error {
	t := d.begin(ctx, texts{"": ""}) // it may not name files
	err := author.Doc(ctx, t.std, author.DocOptions{Name: r.Name, Format: report.Markdown})
	if _, err := t.end(a, err); err != nil {
		return err
	}
	a.Markdown = t.out.String()
	return nil
}

// sheet returns the rule sheet of a game.
func (d *Desk) sheet(ctx context.Context, r *protocol.Request, a *protocol.Answer, _ protocol.Progress) error {
	var told told[author.RulesOptions]
	if _, err := read(sheetRows(), r.Rest, &told); err != nil {
		return err
	}
	name, texts, err := d.nameOf(told.subject.game, told.subject.script)
	if err != nil {
		return err
	}
	t := d.begin(ctx, texts)
	told.options.Game = name
	pages, err := author.Pages(ctx, t.std, told.options, report.Markdown, report.HTML)
	if _, err := t.end(a, err); err != nil {
		return err
	}
	a.Markdown, a.HTML, a.Style = pages[0], part(pages[1], "<body", "</body>"), part(pages[1], "<style", "</style>")
	return nil
}

// part returns the contents of an element of a page.
func part(page, begin, end string) string {
	_, rest, _ := strings.Cut(page, begin)
	_, rest, _ = strings.Cut(rest, ">")
	if i := strings.LastIndex(rest, end); i >= 0 {
		rest = rest[:i]
	}
	return strings.TrimSpace(rest)
}

var keywords = strings.Fields("and break continue def elif else for if in lambda load not or pass return while True False None")

// scanner finds the tokens of a text that may be incomplete. The editor's own highlighting requires a syntax tree.
type scanner struct {
	rest      string
	line, col int32
	out       []protocol.Token
}

func scan(text string) []protocol.Token {
	s := &scanner{rest: star.PlainEnds(text), line: 1, col: 1, out: []protocol.Token{}}
	for s.rest != "" {
		r, size := utf8.DecodeRuneInString(s.rest)
		switch {
		case r == '#':
			s.take(untilLine(s.rest), "comment")
		case r == '"' || r == '\'':
			s.take(quoted(s.rest), "string")
		case r == '_' || unicode.IsLetter(r):
			s.word()
		case r >= '0' && r <= '9':
			s.take(length(s.rest, func(r rune) bool { return r == '.' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }), "number")
		case strings.ContainsRune("+-*/%=<>!&|^~", r):
			s.take(length(s.rest, func(r rune) bool { return strings.ContainsRune("+-*/%=<>!&|^~", r) }), "operator")
		default:
			s.take(size, "")
		}
	}
	return s.out
}

// word takes a name, or a string with a prefix letter.
func (s *scanner) word() {
	n := length(s.rest, func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) })
	word := s.rest[:n]
	if rest := s.rest[n:]; strings.Contains("rb", strings.ToLower(word)) && rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		s.take(n+quoted(rest), "string")
		return
	}
	kind := "name"
	for _, k := range keywords {
		if k == word {
			kind = "keyword"
		}
	}
	s.take(n, kind)
}

// take takes n bytes. Each line becomes a token of its own; the kind "" makes no token.
func (s *scanner) take(n int, kind string) {
	for line := range strings.Lines(s.rest[:n]) {
		text := strings.TrimRight(line, "\r\n")
		runes := int32(utf8.RuneCountInString(text))
		if kind != "" && runes > 0 {
			s.out = append(s.out, protocol.Token{Line: s.line, Col: s.col, Length: runes, Kind: kind})
		}
		s.col += runes
		if text != line {
			s.line, s.col = s.line+1, 1
		}
	}
	s.rest = s.rest[n:]
}

// length returns the number of leading bytes whose runes are accepted.
func length(text string, meant func(rune) bool) int {
	for i, r := range text {
		if !meant(r) {
			return i
		}
	}
	return len(text)
}

func untilLine(text string) int {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return i
	}
	return len(text)
}

// quoted returns the length of a quoted string. It ends with its line unless it has triple quotes.
func quoted(text string) int {
	end, long := text[:1], strings.HasPrefix(text, strings.Repeat(text[:1], 3))
	if long {
		end = text[:3]
	}
	for i := len(end); i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			i++
		case strings.HasPrefix(text[i:], end):
			return i + len(end)
		case text[i] == '\n' && !long:
			return i
		}
	}
	return len(text)
}

// texts are the only files that a script from a client sees, by name. They all lie in one folder.
type texts map[string]string

func (t texts) Open(name string) (fs.File, error) {
	text, ok := t[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return star.TextFile(name, []byte(text)), nil
}

// Stat describes a text.
func (t texts) Stat(name string) (fs.FileInfo, error) {
	f, err := t.Open(name)
	if err != nil {
		return nil, err
	}
	return f.Stat()
}

// ReadDir lists nothing: files can only be opened by name.
func (t texts) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == "." {
		return nil, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}
