//go:build !js

package term

import (
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// Browser is true in the engine of a browser.
const Browser = false

// progressBar is an mpb bar with its pool.
type progressBar struct {
	pool *mpb.Progress
	bar  *mpb.Bar
}

func (p *Progress) newBar(started time.Time) bar {
	pool := mpb.New(mpb.WithOutput(p.std.Stderr.w), mpb.WithAutoRefresh(), mpb.WithRefreshRate(progressTick))
	speed := decor.Any(func(s decor.Statistics) string {
		elapsed, perSecond := p.std.Now().Sub(started), int64(0)
		if elapsed > 0 {
			perSecond = int64(float64(s.Current) / elapsed.Seconds())
		}
		return " " + Grouped(perSecond) + "/s" + p.left(s.Current, elapsed)
	})
	name := decor.Name(p.std.Stderr.Clean(p.label) + " ")
	if p.total <= 0 {
		count := decor.Any(func(s decor.Statistics) string { return Grouped(s.Current) })
		return &progressBar{pool, pool.New(0, mpb.NopStyle(), mpb.PrependDecorators(name, count, speed))}
	}
	return &progressBar{pool, pool.New(p.total, mpb.BarStyle(), mpb.BarWidth(30), mpb.BarFillerTrim(),
		mpb.PrependDecorators(name, decor.Percentage()),
		mpb.AppendDecorators(speed))}
}

func (b *progressBar) set(done int64) { b.bar.SetCurrent(done) }

func (b *progressBar) above(line string) error {
	_, err := b.pool.Write([]byte(line))
	return err
}

func (b *progressBar) hide() {
	b.bar.Abort(true)
	b.pool.Wait()
}

// left estimates the remaining time from the speed so far.
func (p *Progress) left(done int64, elapsed time.Duration) string {
	if done <= 0 || p.total <= 0 {
		return ""
	}
	rest := float64(p.total-done) / float64(done) * elapsed.Seconds()
	return ", " + Seconds(time.Duration(rest*float64(time.Second)).Round(time.Second)) + " left"
}
