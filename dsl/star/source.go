package star

import (
	"strings"
	"sync"

	"cardroom/engine/diag"
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
