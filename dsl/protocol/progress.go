package protocol

import (
	"sync"

	"cardroom/engine/rows"
)

// Lines are lines on the progress of work, which end when the answer is there.
type Lines struct {
	write func(line []byte)

	mu    sync.Mutex
	ended bool
}

// ProgressLines are lines that write gets one by one.
func ProgressLines(write func(line []byte)) *Lines { return &Lines{write: write} }

// Tell writes a line about the work of a request.
func (p *Lines) Tell(id string, part float64, note string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	text, err := rows.Marshal(struct {
		ID       string  `json:"id"`
		Progress float64 `json:"progress"`
		Note     string  `json:"note"`
	}{id, part, note})
	if err == nil {
		p.write(append(text, '\n'))
	}
}

// End stops writing.
func (p *Lines) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
}
