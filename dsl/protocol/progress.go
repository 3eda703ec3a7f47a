package protocol

import (
	"sync"

	"cardroom/engine/rows"
)

// Lines writes lines of progress until the answer is ready.
type Lines struct {
	write func(line []byte)

	mu    sync.Mutex
	ended bool
}

// ProgressLines returns Lines that passes each line to write.
func ProgressLines(write func(line []byte)) *Lines { return &Lines{write: write} }

// Tell writes a line about the progress of a request.
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

// End stops the output.
func (p *Lines) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
}
