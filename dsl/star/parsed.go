package star

import (
	"slices"
	"sync"
)

// Parsed are scripts that were parsed and compiled: of each place the last few texts. The zero value has none. It is safe for
// use from many goroutines.
type Parsed struct {
	mu      sync.Mutex
	scripts map[place][]parsedText // the last used last
}

type parsedText struct {
	text   string
	script *script
}

// maxParsed is how many texts of a place are kept: those of mutants that are tried at the same time, and the script's own.
const maxParsed = 8

// find is the script of a text; nil if it is not kept.
func (p *Parsed) find(at place, text string) *script {
	p.mu.Lock()
	defer p.mu.Unlock()
	kept := p.scripts[at]
	i := slices.IndexFunc(kept, func(t parsedText) bool { return t.text == text })
	if i < 0 {
		return nil
	}
	found := kept[i]
	p.scripts[at] = append(slices.Delete(kept, i, i+1), found)
	return found.script
}

// keep keeps a script, and forgets the one of its place that was not used for the longest time.
func (p *Parsed) keep(at place, text string, s *script) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.scripts == nil {
		p.scripts = map[place][]parsedText{}
	}
	kept := p.scripts[at]
	if len(kept) == maxParsed {
		kept = slices.Delete(kept, 0, 1)
	}
	p.scripts[at] = append(kept, parsedText{text, s})
}
