package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/check"
	"cardroom/dsl/editor"
	"cardroom/engine/diag"
)

// lspAnswers are the handlers of editor messages, by method.
var lspAnswers map[string]func(r *lspRequest) (any, error)

func init() {
	lspAnswers = map[string]func(r *lspRequest) (any, error){
		"textDocument/didOpen":             (*lspRequest).didOpen,
		"textDocument/didChange":           (*lspRequest).didChange,
		"textDocument/didClose":            (*lspRequest).didClose,
		"textDocument/didSave":             (*lspRequest).didSave,
		"workspace/didChangeWatchedFiles":  (*lspRequest).didSave,
		"textDocument/completion":          (*lspRequest).completion,
		"textDocument/signatureHelp":       (*lspRequest).signature,
		"textDocument/hover":               (*lspRequest).hover,
		"textDocument/definition":          (*lspRequest).definition,
		"textDocument/references":          (*lspRequest).references,
		"textDocument/documentHighlight":   (*lspRequest).highlight,
		"textDocument/documentSymbol":      (*lspRequest).symbols,
		"workspace/symbol":                 (*lspRequest).findSymbols,
		"textDocument/prepareRename":       (*lspRequest).prepareRename,
		"textDocument/rename":              (*lspRequest).rename,
		"textDocument/formatting":          (*lspRequest).formatting,
		"textDocument/foldingRange":        (*lspRequest).folding,
		"textDocument/semanticTokens/full": (*lspRequest).tokens,
		"textDocument/inlayHint":           (*lspRequest).hints,
		"textDocument/documentLink":        (*lspRequest).links,
		"textDocument/codeLens":            (*lspRequest).lenses,
		"textDocument/codeAction":          (*lspRequest).actions,
		"workspace/executeCommand":         (*lspRequest).execute,
	}
}

func (r *lspRequest) didOpen() (any, error) {
	r.work.Open(r.file, r.TextDocument.Text)
	r.recheck(0)
	return nil, nil
}

// pause is the time without typing before a text is checked; rest is the time before the scripts that load it are checked.
const (
	pause = 5 * time.Millisecond
	rest  = 300 * time.Millisecond
)

func (r *lspRequest) didChange() (any, error) {
	text := r.work.Text(r.file)
	for _, c := range r.ContentChanges {
		if c.Range == nil {
			text = c.Text
			continue
		}
		from, to := r.offset(text, c.Range.Start), r.offset(text, c.Range.End)
		text = text[:from] + c.Text + text[max(from, to):]
	}
	r.work.Open(r.file, text)
	r.recheck(pause)
	return nil, nil
}

func (r *lspRequest) didClose() (any, error) {
	r.work.Close(r.file)
	r.lspServer.mu.Lock()
	if stop := r.checking[r.file]; stop != nil {
		stop()
		delete(r.checking, r.file)
	}
	delete(r.found, r.file)
	delete(r.docs, r.file)
	r.lspServer.mu.Unlock()
	return nil, r.publish(r.file, r.TextDocument.URI, nil, nil)
}

// didSave checks the open scripts again, because other scripts may have changed.
func (r *lspRequest) didSave() (any, error) {
	r.work.Changed()
	r.lspServer.mu.Lock()
	docs := maps.Clone(r.docs)
	r.lspServer.mu.Unlock()
	for file, doc := range docs {
		r.check(file, doc, 0)
	}
	return nil, nil
}

// recheck checks the script of the request, and then the scripts that load it.
func (r *lspRequest) recheck(after time.Duration) {
	doc := textDocument{URI: r.TextDocument.URI, Version: r.TextDocument.Version}
	r.lspServer.mu.Lock()
	r.docs[r.file] = doc
	r.lspServer.mu.Unlock()
	r.check(r.file, doc, after)
}

// check checks a script in the background. It replaces a check of the same script that is still running.
func (r *lspRequest) check(file string, doc textDocument, after time.Duration) {
	s := r.lspServer
	ctx, cancel := context.WithCancel(r.ctx)
	s.mu.Lock()
	if stop := s.checking[file]; stop != nil {
		stop()
	}
	s.checking[file] = cancel
	s.mu.Unlock()
	go func() {
		defer cancel()
		select {
		case <-time.After(after):
		case <-ctx.Done():
			return
		}
		select {
		case s.places <- struct{}{}:
		case <-ctx.Done():
			return
		}
		found, _ := s.work.Check(ctx, file)
		<-s.places
		if ctx.Err() != nil {
			return
		}
		s.mu.Lock()
		s.found[file] = found
		s.mu.Unlock()
		_ = r.publish(file, doc.URI, &doc.Version, found)
		if after == rest {
			return
		}
		for _, other := range s.work.Dependents(file) {
			s.mu.Lock()
			doc, open := s.docs[other]
			s.mu.Unlock()
			if open {
				r.check(other, doc, rest)
			}
		}
	}()
}

// publish sends the findings of a script to the editor.
func (r *lspRequest) publish(file, uri string, version *int, found []*check.Finding) error {
	list := []diagnostic{}
	text := r.work.Text(file)
	for _, f := range found {
		list = append(list, r.diagnostic(text, f))
	}
	return r.conn.Notify(r.ctx, "textDocument/publishDiagnostics", map[string]any{"uri": uri, "version": version, "diagnostics": list})
}

// Severities.
const (
	severe  = 1
	warning = 2
)

// firstRemark is the first code of faults with which a script still loads; see the pages of codes.
const firstRemark = "CR100"

// diagnostic converts a finding for the editor: the message of check, its hint, and the calls that led there.
func (r *lspRequest) diagnostic(text string, f *check.Finding) diagnostic {
	d := diagnostic{Severity: warning, Code: f.Code, Source: "cardroom", Message: f.Msg, Range: r.wordRange(text, f.Pos)}
	if f.Code < firstRemark { // the script does not load or cannot be played
		d.Severity = severe
	}
	if f.Hint != "" {
		d.Message += "\nhint: " + f.Hint
	}
	for _, frame := range f.Stack {
		if uri := r.uriOf(frame.Pos.File); uri != "" && frame.Pos.Line > 0 {
			d.Related = append(d.Related, map[string]any{"location": location{uri, r.wordRange(r.work.Text(frame.Pos.File), frame.Pos)}, "message": "from here"})
		}
	}
	return d
}

// wordRange returns the word at a position, or the one character there.
func (r *lspRequest) wordRange(text string, pos diag.Pos) textRange {
	at := editor.Place{Line: max(pos.Line, 1), Col: max(pos.Col, 1)}
	return r.textRange(text, editor.WordRange(text, at))
}

func (r *lspRequest) completion() (any, error) {
	text := r.work.Text(r.file)
	items := []completionItem{}
	for i, o := range r.work.Complete(r.file, r.place(text, r.Position)) {
		items = append(items, completionItem{
			Label: o.Label, Kind: completionKinds[o.Kind], Detail: o.Detail, Documentation: markdown(o.Doc),
			SortText: fmt.Sprintf("%05d", i), TextEdit: &textEdit{r.textRange(text, o.Begun), o.Insert},
		})
	}
	return map[string]any{"isIncomplete": false, "items": items}, nil
}

func (r *lspRequest) signature() (any, error) {
	sig := r.work.SignatureAt(r.file, r.place(r.work.Text(r.file), r.Position))
	if sig == nil {
		return nil, nil
	}
	params := []map[string]any{}
	for _, p := range sig.Params {
		one := map[string]any{"label": [2]int{r.units(sig.Label, p.From), r.units(sig.Label, p.To)}}
		if p.Doc != "" {
			one["documentation"] = markdown(p.Doc)
		}
		params = append(params, one)
	}
	active := sig.Active
	if active < 0 {
		active = len(params) // none
	}
	return map[string]any{
		"signatures":      []any{map[string]any{"label": sig.Label, "documentation": markdown(sig.Doc), "parameters": params}},
		"activeSignature": 0, "activeParameter": active,
	}, nil
}

func (r *lspRequest) hover() (any, error) {
	text := r.work.Text(r.file)
	says, at := r.work.Hover(r.file, r.place(text, r.Position))
	if says == "" {
		return nil, nil
	}
	return map[string]any{"contents": markdown(says), "range": r.textRange(text, at)}, nil
}

// location converts a location for the editor; nil if it cannot be shown.
func (r *lspRequest) location(l editor.Location) *location {
	uri := r.uriOf(l.File)
	if uri == "" {
		return nil
	}
	return &location{uri, r.textRange(r.work.Text(l.File), l.Range)}
}

func (r *lspRequest) definition() (any, error) {
	at, ok := r.work.Definition(r.file, r.place(r.work.Text(r.file), r.Position))
	if !ok {
		return nil, nil
	}
	return r.location(at), nil
}

func (r *lspRequest) references() (any, error) {
	out := []*location{}
	p := r.place(r.work.Text(r.file), r.Position)
	def, _ := r.work.Definition(r.file, p)
	for _, l := range r.work.References(r.file, p) {
		if shown := r.location(l); shown != nil && (r.Context.IncludeDeclaration || l != def) {
			out = append(out, shown)
		}
	}
	return out, nil
}

func (r *lspRequest) highlight() (any, error) {
	text := r.work.Text(r.file)
	out := []map[string]any{}
	for _, l := range r.work.References(r.file, r.place(text, r.Position)) {
		if l.File == r.file {
			out = append(out, map[string]any{"range": r.textRange(text, l.Range)})
		}
	}
	return out, nil
}

func (r *lspRequest) symbols() (any, error) {
	text := r.work.Text(r.file)
	out := []documentSymbol{}
	for _, s := range r.work.Outline(r.file) {
		out = append(out, documentSymbol{s.Name, s.Detail, symbolKinds[s.Kind], r.textRange(text, s.Whole), r.textRange(text, s.Range)})
	}
	return out, nil
}

func (r *lspRequest) findSymbols() (any, error) {
	out := []symbolInformation{}
	for _, s := range r.work.Find(r.Query) {
		if l := r.location(s.Location); l != nil {
			out = append(out, symbolInformation{s.Name, symbolKinds[s.Kind], *l, path.Base(s.File)})
		}
	}
	return out, nil
}

func (r *lspRequest) prepareRename() (any, error) {
	text := r.work.Text(r.file)
	at, name, err := r.work.Renamable(r.file, r.place(text, r.Position))
	if err != nil {
		return nil, err
	}
	return map[string]any{"range": r.textRange(text, at), "placeholder": name}, nil
}

func (r *lspRequest) rename() (any, error) {
	changes, err := r.work.Rename(r.file, r.place(r.work.Text(r.file), r.Position), r.NewName)
	if err != nil {
		return nil, err
	}
	edit := &workspaceEdit{map[string][]textEdit{}}
	for _, c := range changes {
		if l := r.location(c.Location); l != nil {
			edit.Changes[l.URI] = append(edit.Changes[l.URI], textEdit{l.Range, c.Text})
		}
	}
	return edit, nil
}

func (r *lspRequest) formatting() (any, error) {
	text := r.work.Text(r.file)
	out, err := r.work.Format(r.file)
	if err != nil {
		return nil, err
	}
	if out == text {
		return []textEdit{}, nil
	}
	return []textEdit{{r.whole(text), out}}, nil
}

func (r *lspRequest) folding() (any, error) {
	out := []foldingRange{}
	for _, f := range r.work.Folds(r.file) {
		out = append(out, foldingRange{int(f.From) - 1, int(f.To) - 1, f.Kind})
	}
	return out, nil
}

func (r *lspRequest) hints() (any, error) {
	text := r.work.Text(r.file)
	out := []inlayHint{}
	for _, h := range r.work.Hints(r.file) {
		out = append(out, inlayHint{r.position(text, h.Place), h.Text, h.Why})
	}
	return out, nil
}

func (r *lspRequest) links() (any, error) {
	text := r.work.Text(r.file)
	out := []documentLink{}
	for _, l := range r.work.Links(r.file) {
		target := r.uriOf(l.Target)
		if target == "" {
			continue
		}
		if l.Line > 0 {
			target += fmt.Sprintf("#L%d", l.Line)
		}
		out = append(out, documentLink{r.textRange(text, l.Range), target, l.Note})
	}
	return out, nil
}

func (r *lspRequest) lenses() (any, error) {
	text := r.work.Text(r.file)
	out := []map[string]any{}
	for _, l := range r.work.Lenses(r.file) {
		uri := r.TextDocument.URI
		if l.Args[0] != r.file {
			uri = r.uriOf(l.Args[0])
		}
		c := command{Title: l.Title, Command: l.Command, Arguments: []any{uri}}
		for _, arg := range l.Args[1:] {
			c.Arguments = append(c.Arguments, arg)
		}
		out = append(out, map[string]any{"range": r.textRange(text, l.Range), "command": c})
	}
	return out, nil
}

// actions returns the fixes that check suggests for the requested lines, an action that applies all fixes of the script,
// and a new test for the clause cited there.
func (r *lspRequest) actions() (any, error) {
	text := r.work.Text(r.file)
	r.lspServer.mu.Lock()
	found := slices.Clone(r.found[r.file])
	r.lspServer.mu.Unlock()
	out := []codeAction{}
	var fixable []*check.Finding
	for _, f := range found {
		at := int(f.Pos.Line) - 1
		here := at >= r.Range.Start.Line && at <= r.Range.End.Line
		if f.Fix != nil {
			fixable = append(fixable, f)
			if here {
				out = append(out, codeAction{"Repair: " + f.Msg, "quickfix", []diagnostic{r.diagnostic(text, f)}, r.repaired(text, []*check.Finding{f})})
			}
		} else if meant := f.Meant(text); meant != nil && here {
			with := &check.Finding{Error: f.Error, Fix: meant}
			out = append(out, codeAction{"Write " + meant[0].Text, "quickfix", []diagnostic{r.diagnostic(text, f)}, r.repaired(text, []*check.Finding{with})})
		}
	}
	if len(fixable) > 0 {
		out = append(out, codeAction{Title: fmt.Sprintf("Repair all that can be (%d)", len(fixable)), Kind: "source.fixAll", Edit: r.repaired(text, fixable)})
	}
	clause, file, test, ok := r.work.NewTest(r.file, r.place(text, r.Range.Start))
	if ok {
		have := r.work.Text(file)
		end := r.whole(have).End
		edit := &workspaceEdit{map[string][]textEdit{r.uriOf(file): {{textRange{end, end}, test}}}}
		out = append(out, codeAction{Title: "Write a test for clause " + clause, Kind: "refactor", Edit: edit})
	}
	if only := r.Context.Only; only != nil { // a kind stands for those below it, too
		out = slices.DeleteFunc(out, func(a codeAction) bool {
			return !slices.ContainsFunc(only, func(kind string) bool { return a.Kind == kind || strings.HasPrefix(a.Kind, kind+".") })
		})
	}
	return out, nil
}

// repaired returns the edit that applies the fixes of findings.
func (r *lspRequest) repaired(text string, found []*check.Finding) *workspaceEdit {
	after, _ := check.Apply(text, found)
	return &workspaceEdit{map[string][]textEdit{r.TextDocument.URI: {r.smallest(text, after)}}}
}

// smallest returns the edit that turns one text into another. It keeps the lines that both have in common at the beginning
// and the end.
func (r *lspRequest) smallest(before, after string) textEdit {
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	end := position{Line: len(a) - tail}
	if tail == 0 {
		end = r.whole(before).End
	}
	return textEdit{textRange{position{Line: head}, end}, strings.Join(b[head:len(b)-tail], "")}
}

// tokens returns five numbers for each token: line and column relative to the token before, length, kind, and whether it is
// a definition.
func (r *lspRequest) tokens() (any, error) {
	text := r.work.Text(r.file)
	data := []int{}
	var last position
	for _, p := range r.work.Paints(r.file) {
		kind := slices.Index(tokenTypes, tokenOf[p.Kind])
		if kind < 0 {
			continue
		}
		from := r.position(text, p.Place)
		to := r.position(text, editor.Place{Line: p.Line, Col: p.Col + p.Length})
		column := from.Character
		if from.Line == last.Line {
			column -= last.Character
		}
		def := 0
		if p.Def {
			def = 1
		}
		data = append(data, from.Line-last.Line, column, to.Character-from.Character, kind, def)
		last = from
	}
	return map[string]any{"data": data}, nil
}

var tokenTypes = []string{"namespace", "type", "class", "function", "method", "property", "variable", "parameter", "keyword", "string", "number", "comment", "enumMember", "macro"}

var tokenOf = map[editor.Kind]string{
	editor.Function: "function", editor.Test: "function", editor.Game: "class", editor.House: "namespace", editor.Option: "enumMember",
	editor.Value: "variable", editor.Loaded: "variable", editor.Local: "variable", editor.Word: "macro", editor.Argument: "parameter",
	editor.Member: "property", editor.Text: "string", "number": "number", "comment": "comment",
}

// Kinds of the protocol.
var (
	completionKinds = map[editor.Kind]int{
		editor.Function: 3, editor.Test: 3, editor.Game: 7, editor.House: 9, editor.Option: 20, editor.Value: 6, editor.Loaded: 6, editor.Local: 6,
		editor.Word: 14, editor.Argument: 5, editor.Member: 10, editor.Keyword: 14, editor.Text: 12, editor.File: 17, editor.Clause: 18,
	}
	symbolKinds = map[editor.Kind]int{
		editor.Function: 12, editor.Test: 12, editor.Game: 5, editor.House: 3, editor.Option: 22, editor.Value: 13,
	}
)

func (r *lspRequest) offset(text string, p position) int {
	return len(editor.Before(text, r.place(text, p)))
}

func (r *lspRequest) whole(text string) textRange {
	n := strings.Count(text, "\n")
	last := text[strings.LastIndexByte(text, '\n')+1:]
	return textRange{position{}, position{n, r.units(last, len([]rune(last)))}}
}

// place converts a position of the protocol to a place.
func (r *lspRequest) place(text string, p position) editor.Place {
	line := editor.Line(text, p.Line)
	col, units := int32(1), 0
	for _, c := range line {
		if units >= p.Character {
			break
		}
		units += r.width(c)
		col++
	}
	return editor.Place{Line: int32(p.Line) + 1, Col: col}
}

// position converts a place to a position of the protocol.
func (r *lspRequest) position(text string, p editor.Place) position {
	return position{int(p.Line) - 1, r.units(editor.Line(text, int(p.Line)-1), int(p.Col)-1)}
}

func (r *lspRequest) textRange(text string, e editor.Range) textRange {
	return textRange{r.position(text, e.Start), r.position(text, e.End)}
}

// units returns the length of the first runes of a line in the units of the editor.
func (r *lspRequest) units(line string, runes int) (n int) {
	for _, c := range line {
		if runes--; runes < 0 {
			break
		}
		n += r.width(c)
	}
	return n
}

// width returns the number of units of a rune: two in UTF-16 beyond the first plane.
func (r *lspRequest) width(c rune) int {
	if !r.runes && c > 0xffff {
		return 2
	}
	return 1
}

// commandTime is the time limit for the command of a lens.
const commandTime = 20 * time.Second

// execute runs a command that the user clicked, on the text that the editor shows. Its output is the answer, and is shown
// if the editor can show it.
func (r *lspRequest) execute() (any, error) {
	var words []string
	for _, raw := range r.Arguments {
		var word string
		if err := json.Unmarshal(raw, &word); err != nil {
			return nil, fmt.Errorf("%s takes the script and a name: %w", r.Command, err)
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("%s takes the script and a name", r.Command)
	}
	file, err := r.fileOf(words[0])
	if err != nil {
		return nil, err
	}
	line, unsaved, err := r.line(file, words[1:])
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(r.ctx, commandTime)
	defer cancel()
	// Run the command
	var out, told bytes.Buffer
	std := *r.std
	std.Stdin = term.Input{Reader: strings.NewReader("")}
	std.Stdout, std.Stderr = term.NewStream(&out), term.NewStream(&told)
	std.Unsaved, std.Printed, std.Parsed, std.Memory = unsaved, nil, nil, nil
	std.Rescue = &app.Rescue{}
	std.LoadTimeout, std.CallTimeout = loadTime, loadTime
	std.Late = nil
	r.run(ctx, &std, line)
	std.Stdout.Flush()
	std.Stderr.Flush()
	text := out.String() + told.String()
	return text, r.show(file, words, text)
}

// line returns the command line of a lens, and the unsaved texts of its scripts.
func (r *lspRequest) line(file string, names []string) (words []string, unsaved map[string]string, err error) {
	unsaved = r.work.Texts()
	named := file
	if len(names) > 0 {
		named += ":" + names[0]
	}
	switch r.Command {
	case editor.Deal:
		return []string{"run", named, "--hands", "1"}, unsaved, nil
	case editor.Sheet:
		return []string{"rules", named}, unsaved, nil
	case editor.Tests:
		if len(names) > 0 {
			return []string{"test", file, "--run", "^" + names[0] + "$", "-v"}, unsaved, nil
		}
		return []string{"test", file}, unsaved, nil
	case editor.Cost:
		if len(names) == 0 {
			break
		}
		// The unsaved text becomes a script next to the saved one.
		beside := path.Join(path.Dir(file), "unsaved-"+path.Base(file))
		unsaved[beside] = r.work.Text(file)
		delete(unsaved, file)
		return []string{"diff", named, beside + ":" + names[0], "--hands", "2000", "--seed", "1"}, unsaved, nil
	}
	return nil, nil, fmt.Errorf("%s is not known here", r.Command)
}

// show opens the output of a command in the editor, or shows it as a message.
func (r *lspRequest) show(file string, words []string, text string) error {
	r.lspServer.mu.Lock()
	shows := r.shows
	r.lspServer.mu.Unlock()
	if !shows {
		return r.conn.Notify(r.ctx, "window/showMessage", map[string]any{"type": 3, "message": text})
	}
	if _, err := r.copyOf("@stdlib//players.star"); err != nil { // so that the folder exists
		return err
	}
	name := strings.TrimPrefix(r.Command, "cardroom.") + "-" + strings.TrimSuffix(path.Base(file), ".star")
	for _, word := range words[1:] {
		name += "-" + word
	}
	name = filepath.Join(r.copies, name+".txt")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		return err
	}
	uri := (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String()
	var shown struct{ Success bool }
	return r.conn.Call(r.ctx, "window/showDocument", map[string]any{"uri": uri, "takeFocus": false}, &shown)
}
