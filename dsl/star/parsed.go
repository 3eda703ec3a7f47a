package star

import (
	"slices"
	"sync"
)

// Parsed caches parsed and compiled scripts with the results of [Again]: the last few texts of each script. The zero value is
// empty. It is safe for concurrent use. Scripts are keyed by the names of [Module.Path], because each loader makes new roots.
type Parsed struct {
	mu      sync.Mutex
	scripts map[string][]parsedText // the most recently used last
	names   map[string]exportedNames
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
