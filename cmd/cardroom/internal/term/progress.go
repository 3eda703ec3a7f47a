package term

import (
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// A bar that only flashes is worse than none; ten redraws a second look smooth and
// cost nothing.
const (
	progressDelay = 500 * time.Millisecond
	progressTick  = 100 * time.Millisecond
)

// Progress shows the progress of a long job on standard error, if that is a terminal.
//
// The job only adds to Done, from any number of goroutines; a goroutine of Progress
// reads it ten times a second. The hot loop does not deal with the bar.
type Progress struct {
	// Done is how much of the total is done. The job adds to it in batches.
	Done atomic.Int64

	std   *Streams
	label string
	total int64

	stop chan struct{}
	once sync.Once
	gone sync.WaitGroup

	mu  sync.Mutex
	bar bar // nil while no bar is shown
}

// bar is a progress bar on a terminal.
type bar interface {
	set(done int64)
	above(line string) error // writes a line above the bar
	hide()
}

// StartProgress starts to show the progress of a job with the given total; 0 means
// unknown. The bar appears after half a second, but never with --quiet or without a
// terminal. Stop removes it.
func (std *Streams) StartProgress(label string, total int64) *Progress {
	std.Stdout.Begin() // prints the seed before the job, which may take long
	p := &Progress{std: std, label: label, total: total, stop: make(chan struct{})}
	switch {
	case std.Reached != nil:
		p.gone.Go(func() { p.watch(func(done int64) { std.Reached(label, done, total) }) })
	case !std.Quiet && std.Stderr.Terminal:
		p.gone.Go(p.show)
	}
	return p
}

// show shows a bar while the job runs.
func (p *Progress) show() {
	started := p.std.Now()
	select {
	case <-time.After(progressDelay):
	case <-p.stop:
		return
	}
	bar := p.newBar(started)
	p.mu.Lock()
	p.bar = bar
	p.mu.Unlock()
	p.watch(bar.set)
	p.mu.Lock()
	defer p.mu.Unlock()
	bar.hide()
	p.bar = nil
}

// watch reports ten times a second how much is done.
func (p *Progress) watch(tell func(done int64)) {
	tick := time.NewTicker(progressTick)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			tell(p.Done.Load())
		case <-p.stop:
			return
		}
	}
}

// Stop removes the bar and waits until it is gone, so that further output starts on a
// clean line. It may be called more than once.
func (p *Progress) Stop() {
	p.once.Do(func() { close(p.stop) })
	p.gone.Wait()
}

// Over returns standard output for lines that appear while the job runs; a bar on the
// same terminal stays below them.
func (p *Progress) Over() io.Writer { return overBar{p, p.std.Stdout} }

// Errors returns standard error for lines that appear while the job runs.
func (p *Progress) Errors() io.Writer { return overBar{p, p.std.Stderr} }

type overBar struct {
	p  *Progress
	to *Stream
}

func (o overBar) Write(line []byte) (int, error) {
	o.p.mu.Lock()
	defer o.p.mu.Unlock()
	if o.p.bar != nil && o.to.Terminal {
		return len(line), o.p.bar.above(o.to.Clean(string(line)))
	}
	return o.to.Write(line)
}
