package term

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"cardroom/cmd/cardroom/internal/figures"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// A bar that flashes up and goes is worse than none; ten redraws a second look
// smooth and cost nothing.
const (
	progressDelay = 500 * time.Millisecond
	progressTick  = 100 * time.Millisecond
)

// Progress shows how far a long job is, on standard error, if somebody watches.
//
// The job only adds to Done, from as many goroutines as it likes; a goroutine
// of the progress reads it ten times a second. The hot loop knows no bar.
type Progress struct {
	// Done is how much of the total is done. The job adds to it in batches.
	Done atomic.Int64

	std   *Streams
	label string
	total int64

	stop chan struct{}
	once sync.Once
	gone sync.WaitGroup

	mu   sync.Mutex
	pool *mpb.Progress // nil while there is no bar on the screen
}

// StartProgress begins to watch a job of the given total; 0 means unknown. The
// bar appears after half a second, and never without a terminal or with
// --quiet. Stop takes it away again.
func (std *Streams) StartProgress(label string, total int64) *Progress {
	std.Stdout.Begin() // the seed, in case that this takes long
	p := &Progress{std: std, label: label, total: total, stop: make(chan struct{})}
	if !std.Quiet && std.Stderr.Terminal {
		p.gone.Go(p.watch)
	}
	return p
}

func (p *Progress) watch() {
	started := p.std.Now()
	select {
	case <-time.After(progressDelay):
	case <-p.stop:
		return
	}
	bar := p.show(started)
	defer p.hide(bar)
	tick := time.NewTicker(progressTick)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			bar.SetCurrent(p.Done.Load())
		case <-p.stop:
			return
		}
	}
}

func (p *Progress) show(started time.Time) *mpb.Bar {
	pool := mpb.New(mpb.WithOutput(p.std.Stderr.w), mpb.WithAutoRefresh(), mpb.WithRefreshRate(progressTick))
	p.mu.Lock()
	p.pool = pool
	p.mu.Unlock()
	speed := decor.Any(func(s decor.Statistics) string {
		elapsed := p.std.Now().Sub(started)
		return " " + figures.Grouped(perSecond(s.Current, elapsed)) + "/s" + p.left(s.Current, elapsed)
	})
	name := decor.Name(p.std.Stderr.Clean(p.label) + " ")
	if p.total <= 0 {
		count := decor.Any(func(s decor.Statistics) string { return figures.Grouped(s.Current) })
		return pool.New(0, mpb.NopStyle(), mpb.PrependDecorators(name, count, speed))
	}
	return pool.New(p.total, mpb.BarStyle(), mpb.BarWidth(30), mpb.BarFillerTrim(),
		mpb.PrependDecorators(name, decor.Percentage()),
		mpb.AppendDecorators(speed))
}

func (p *Progress) hide(bar *mpb.Bar) {
	p.mu.Lock()
	defer p.mu.Unlock()
	bar.Abort(true)
	p.pool.Wait()
	p.pool = nil
}

// Stop takes the bar away and returns when it is gone, so that what is printed
// next starts on a clean line. It may be called more than once.
func (p *Progress) Stop() {
	p.once.Do(func() { close(p.stop) })
	p.gone.Wait()
}

// Over is standard output for lines that appear while the job runs: a bar on
// the same terminal stays below them.
func (p *Progress) Over() io.Writer { return overBar{p, p.std.Stdout} }

// Errors is standard error for lines that appear while the job runs.
func (p *Progress) Errors() io.Writer { return overBar{p, p.std.Stderr} }

type overBar struct {
	p  *Progress
	to *Stream
}

func (o overBar) Write(line []byte) (int, error) {
	o.p.mu.Lock()
	defer o.p.mu.Unlock()
	if o.p.pool != nil && o.to.Terminal {
		_, err := o.p.pool.Write([]byte(o.to.Clean(string(line))))
		return len(line), err
	}
	return o.to.Write(line)
}

// left is how long the rest takes if it goes on as before.
func (p *Progress) left(done int64, elapsed time.Duration) string {
	if done <= 0 || p.total <= 0 {
		return ""
	}
	rest := float64(p.total-done) / float64(done) * elapsed.Seconds()
	return ", " + figures.Seconds(time.Duration(rest*float64(time.Second)).Round(time.Second)) + " left"
}

// perSecond is a speed, 0 while no time has passed.
func perSecond(n int64, d time.Duration) int64 {
	if d <= 0 {
		return 0
	}
	return int64(float64(n) / d.Seconds())
}
