package star

import (
	"slices"
	"sync"
)

// Parsed are scripts that were parsed and compiled: of each script the last few texts. The zero value has none. It is safe for
// use from many goroutines. Scripts go by the names of [Module.Path]: the roots of files are made anew by each loader.
type Parsed struct {
	mu      sync.Mutex
	scripts map[string][]parsedText // the last used last
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

// maxParsed is how many texts of a script are kept: those of mutants that are tried at the same time, and the script's own.
const maxParsed = 8

// find returns the script of a text; nil if it is not kept.
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

// keep keeps a script, and forgets the text of it that was not used for the longest time.
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

// exported returns the names that a text of a script defines, as parse finds them; of each script the last are kept. A nil Parsed
// keeps none.
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
