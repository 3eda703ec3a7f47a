package serving

import (
	"sync"

	"cardroom/engine/rows"
)

// progress writes lines that say how far work is, until the answer is there.
type progress struct {
	write func(line []byte)

	mu    sync.Mutex
	ended bool
}

// tell writes a line about the work of a request.
func (p *progress) tell(id string, part float64, note string) {
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

// end stops writing.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
}
