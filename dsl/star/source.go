package star

import (
	"slices"
	"strings"
	"sync"
	"weak"

	"cardroom/engine/diag"

	"go.starlark.net/syntax"
)

// texts holds the texts of scripts by Module.Path, with the offsets of their lines: an error quotes its line, and a script can
// have as many errors as lines.
type texts struct {
	mu sync.Mutex
	of map[string]*source
}

// source is a text whose first lines have been located.
type source struct {
	text   string
	starts []int32 // offset of each line
	whole  bool    // starts is complete
}

// set stores the text of a script. A text that begins with the one stored before, as in the REPL, keeps its line offsets.
func (t *texts) set(path, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of == nil {
		t.of = map[string]*source{}
	}
	s := t.of[path]
	if s == nil || !strings.HasPrefix(text, s.text) || strings.HasSuffix(s.text, "\r") {
		s = &source{starts: []int32{0}}
		t.of[path] = s
	}
	s.text, s.whole = text, false
}

// line returns a line of the text, from 1; "" if there is none.
func (s *source) line(n int32) string {
	if n < 1 {
		return ""
	}
	for !s.whole && int(n) >= len(s.starts) {
		at := s.starts[len(s.starts)-1]
		line, rest := cutLine(s.text[at:])
		if s.whole = len(line) == len(s.text)-int(at); !s.whole {
			s.starts = append(s.starts, int32(len(s.text)-len(rest)))
		}
	}
	switch {
	case int(n) < len(s.starts):
		return strings.TrimRight(s.text[s.starts[n-1]:s.starts[n]], "\r\n")
	case int(n) == len(s.starts):
		return s.text[s.starts[n-1]:] // the last line, without a line end
	}
	return ""
}

// Text returns the text of a script that was read, by Module.Path, or "".
func (l *Loader) Text(path string) string {
	l.texts.mu.Lock()
	defer l.texts.mu.Unlock()
	if s := l.texts.of[path]; s != nil {
		return s.text
	}
	return ""
}

// Line returns the line of a script that a position is on, or "".
func (l *Loader) Line(pos diag.Pos) string {
	l.texts.mu.Lock()
	defer l.texts.mu.Unlock()
	if s := l.texts.of[pos.File]; s != nil {
		return s.line(pos.Line)
	}
	return ""
}

// Parsed caches parsed and compiled scripts with the results of [Again]: the last few texts of each script. The zero value is
// empty. It is safe for concurrent use. Scripts are keyed by the names of [Module.Path], because each loader makes new roots.
type Parsed struct {
	mu      sync.Mutex
	scripts map[string][]parsedText // the most recently used last
	names   map[string]exportedNames
	says    map[string]*script // by what they say, wherever they lie; only the numbers and results are used
	trees   trees
}

// trees has the syntax trees of scripts as they are written, by Module.Path: of the last text of each, until memory is collected, as a
// tree takes ten times the memory of its text.
type trees struct {
	mu sync.Mutex
	of map[string]writtenTree
}

type writtenTree struct {
	text string
	tree weak.Pointer[syntax.File]
}

// tree returns the tree of a text; nil if it does not parse.
func (t *trees) tree(path, text string) *syntax.File {
	t.mu.Lock()
	defer t.mu.Unlock()
	if kept := t.of[path]; kept.text == text {
		if file := kept.tree.Value(); file != nil {
			return file
		}
	}
	file, err := dialect.Parse(path, text, 0)
	if err != nil {
		return nil
	}
	if t.of == nil {
		t.of = map[string]writtenTree{}
	}
	t.of[path] = writtenTree{text, weak.Make(file)}
	return file
}

// exportedNames are the names that a text defines, for hints.
type exportedNames struct {
	text  string
	names []string
}

type parsedText struct {
	text   string
	script *script
}

// maxParsed is the number of texts kept per script: those of mutants tested at the same time, and the script's own.
const maxParsed = 8

// find returns the parsed script of a text; nil if it is not cached.
func (p *Parsed) find(at place, text string) *script {
	p.mu.Lock()
	defer p.mu.Unlock()
	kept := p.scripts[at.String()]
	i := slices.IndexFunc(kept, func(t parsedText) bool { return t.text == text })
	if i < 0 {
		return nil
	}
	found := kept[i]
	p.scripts[at.String()] = append(slices.Delete(kept, i, i+1), found)
	return found.script
}

// keep caches a script, and evicts the least recently used of its texts.
func (p *Parsed) keep(at place, text string, s *script) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.scripts == nil {
		p.scripts = map[string][]parsedText{}
	}
	kept := p.scripts[at.String()]
	if len(kept) == maxParsed {
		kept = slices.Delete(kept, 0, 1)
	}
	p.scripts[at.String()] = append(kept, parsedText{text, s})
}

// maxSaid is the number of scripts whose results others that say the same may use.
const maxSaid = 64

// same returns the number and the results of the scripts that say the same: a copy of a house's script needs not make its rankings again.
func (p *Parsed) same(says string) (number uint64, results *againCache) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.says[says]
	if s == nil {
		s = &script{number: scriptNumbers.Add(1), again: &againCache{}}
		if p.says == nil || len(p.says) == maxSaid {
			p.says = map[string]*script{}
		}
		p.says[says] = s
	}
	return s.number, s.again
}

// exported returns the names that a text of a script defines, as parse finds them; the last names of each script are cached. A
// nil Parsed caches nothing.
func (p *Parsed) exported(at place, text string, parse func() []string) []string {
	if p == nil {
		return parse()
	}
	name := at.String()
	p.mu.Lock()
	have, ok := p.names[name]
	p.mu.Unlock()
	if ok && have.text == text {
		return have.names
	}
	names := parse()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.names == nil {
		p.names = map[string]exportedNames{}
	}
	p.names[name] = exportedNames{text, names}
	return names
}
