package replays

import (
	"context"
	"errors"
	"io"
	"iter"
	"math"
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/history"
)

// stream reads files of hands on several workers, makes a T of each hand, and hands them
// out in the order of the files.
//
// A worker takes a file, and cuts it into parts if it is large. The parts wait for any
// worker who is free; whoever cuts reads one itself when none is, so that parts are never
// more than a few and memory does not grow with the file.
type stream[T any] struct {
	std     *app.IO
	paths   []string
	list    []walked // the files, where they are known; otherwise they are looked for in paths
	workers int
	options history.Options
	// worker makes what one worker does with a hand, or with why it cannot be read.
	worker func() func(name string, rec *history.Hand, err error) T
	// unread is what becomes of a file that cannot be opened.
	unread func(name string, number int, err error) T

	files chan *fileJob[T]
	parts chan *part[T]
}

// fileJob is a file and its parts, in order.
type fileJob[T any] struct {
	name  string
	parts chan *part[T]
}

// part is some hands of a file, and what becomes of them.
type part[T any] struct {
	name string
	src  history.Source
	done chan []T // gets one list
}

const (
	// partSize is the length of a part in bytes.
	partSize = 128 << 10
	// partHands is how many hands make a part where a file cannot be cut.
	partHands = 64
)

// run hands out everything. emit gets the number of the file too, for a name may come
// twice.
func (s *stream[T]) run(ctx context.Context, emit func(file int, name string, one T) error) error {
	// Workers are told to stop and not waited for: one may sit in a read from
	// a terminal, where ^C would otherwise not be heard.
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	order := make(chan *fileJob[T], 4*s.workers)
	s.files, s.parts = make(chan *fileJob[T]), make(chan *part[T], s.workers-1)
	for range s.workers {
		go s.serve(ctx)
	}
	go s.walk(ctx, order)
	n := 0
	for job := range order {
		if err := job.emit(ctx, func(one T) error { return emit(n, job.name, one) }); err != nil {
			return err
		}
		n++
	}
	return ctx.Err()
}

// emit hands out what becomes of one file.
func (job *fileJob[T]) emit(ctx context.Context, emit func(T) error) error {
	for {
		p, ok, err := receive(ctx, job.parts)
		if !ok {
			return err
		}
		list, _, err := receive(ctx, p.done)
		if err != nil {
			return err
		}
		for _, one := range list {
			if err := emit(one); err != nil {
				return err
			}
		}
	}
}

func receive[V any](ctx context.Context, from chan V) (v V, ok bool, err error) {
	select {
	case v, ok = <-from:
		return v, ok, nil
	case <-ctx.Done():
		return v, false, ctx.Err()
	}
}

// walked is a file that was found, or why a path cannot be read.
type walked struct {
	name string
	err  error
}

// found are the files of the stream.
func (s *stream[T]) found() iter.Seq2[string, error] {
	if s.list == nil {
		return history.Walk(s.std.FS, s.paths, history.Endings...)
	}
	return func(yield func(string, error) bool) {
		for _, one := range s.list {
			if !yield(one.name, one.err) {
				return
			}
		}
	}
}

// walk finds the files.
func (s *stream[T]) walk(ctx context.Context, order chan *fileJob[T]) {
	defer close(order)
	defer close(s.files)
	for name, err := range s.found() {
		job := &fileJob[T]{name: name, parts: make(chan *part[T], 2*s.workers)}
		select {
		case order <- job:
		case <-ctx.Done():
			return
		}
		if err != nil {
			job.parts <- s.failed(name, err)
			close(job.parts)
			continue
		}
		select {
		case s.files <- job:
		case <-ctx.Done():
			return
		}
	}
}

// failed is the part of a file that cannot be read.
func (s *stream[T]) failed(name string, err error) *part[T] {
	p := newPart[T](name, nil)
	p.done <- []T{s.unread(name, 0, err)}
	return p
}

func newPart[T any](name string, src history.Source) *part[T] {
	return &part[T]{name: name, src: src, done: make(chan []T, 1)}
}

// worker is one of several that read parts.
type worker[T any] struct {
	s   *stream[T]
	ctx context.Context
	do  func(name string, rec *history.Hand, err error) T
	rec history.Hand
}

func (s *stream[T]) serve(ctx context.Context) {
	w := &worker[T]{s: s, ctx: ctx, do: s.worker()}
	files := s.files
	for {
		select {
		case p := <-s.parts:
			w.read(p, math.MaxInt)
		case job, ok := <-files:
			if !ok {
				files = nil
				continue
			}
			w.file(job)
			close(job.parts)
		case <-ctx.Done():
			return
		}
	}
}

// file cuts a file into parts and reads what nobody else does.
func (w *worker[T]) file(job *fileJob[T]) {
	f, err := history.Open(w.s.std.FS, job.name, w.s.std.Stdin, w.s.options)
	if err != nil {
		w.send(job, w.s.failed(job.name, err))
		return
	}
	defer func() { _ = f.Close() }()
	if f.Format == "PHH" && !history.OwnEnding(job.name) && !slices.Contains(w.s.paths, job.name) {
		return // something else that lies in the folder
	}
	for src := f.Cut(partSize); src != nil; src = f.Cut(partSize) {
		p := newPart[T](job.name, src)
		if !w.send(job, p) {
			return
		}
		select {
		case w.s.parts <- p:
		default:
			w.read(p, math.MaxInt)
		}
	}
	for over := false; !over; {
		p := newPart[T](job.name, f)
		over = w.read(p, partHands)
		if !w.send(job, p) {
			return
		}
	}
}

// send adds a part to those of a file. As long as there are too many of them, the worker
// reads others.
func (w *worker[T]) send(job *fileJob[T], p *part[T]) bool {
	for {
		select {
		case job.parts <- p:
			return true
		case other := <-w.s.parts:
			w.read(other, math.MaxInt)
		case <-w.ctx.Done():
			return false
		}
	}
}

// read reads the hands of a part, and reports whether they were the last.
func (w *worker[T]) read(p *part[T], most int) (over bool) {
	var list []T
	for range most {
		err := p.src.Next(&w.rec)
		if over = errors.Is(err, io.EOF) || w.ctx.Err() != nil; over {
			break
		}
		list = append(list, w.do(p.name, &w.rec, err))
	}
	p.done <- list
	return over
}
