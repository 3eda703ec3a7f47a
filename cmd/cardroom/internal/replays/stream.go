package replays

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"
)

// stream reads files of hands on several workers, turns each hand into a T, and emits
// the results in the order of the files.
//
// A worker takes a file, and cuts it into parts if it is large. Any free worker reads
// a part. If no worker is free, the one that cuts reads a part itself, so that few
// parts wait and memory does not grow with the file.
type stream[T any] struct {
	std     *app.IO
	paths   []string
	list    []walked // the files if known, otherwise paths is searched
	workers int
	options history.Options
	apart   []string // files that are read otherwise
	// worker returns a new worker's function, which handles a hand or the error of a
	// hand that cannot be read.
	worker func() func(name string, rec *history.Hand, err error) T
	// unread returns the result for a file that cannot be opened.
	unread func(name string, number int, err error) T

	files chan *fileJob[T]
	parts chan *part[T]

	stray struct { // files in folders that have no hands
		sync.Mutex
		names []string
	}
}

// fileJob is a file and its parts, in order.
type fileJob[T any] struct {
	name  string
	parts chan *part[T]
}

// part is some hands of a file, and their results.
type part[T any] struct {
	name string
	src  history.Source
	done chan []T // receives one list
}

const (
	// partSize is the length of a part in bytes.
	partSize = 128 << 10
	// partHands is the number of hands in a part if the file cannot be cut.
	partHands = 64
)

// run reads all files and emits the results. emit also gets the number of the file,
// because the same name may occur twice.
func (s *stream[T]) run(ctx context.Context, emit func(file int, name string, one T) error) error {
	// Workers are told to stop, but run does not wait for them: a worker may be blocked
	// in a read from a terminal, and ^C would have no effect.
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

// tellStray says how many files in the folders have no hands, and which with --verbose.
func (s *stream[T]) tellStray() {
	s.stray.Lock()
	defer s.stray.Unlock()
	names := slices.Sorted(slices.Values(s.stray.names))
	if len(names) == 0 {
		return
	}
	if !s.std.Verbose {
		s.std.Note("%s without hands in the folders; --verbose names them", term.Counted(int64(len(names)), "file"))
		return
	}
	for _, name := range names {
		s.std.Note("%s: no hands", name)
	}
}

// emit emits the results of one file.
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

// walked is a file that was found, or the error of a path that cannot be read.
type walked struct {
	name string
	err  error
}

// found returns the files of the stream.
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

// walk sends the files to the workers.
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

// failed returns the part of a file that cannot be read.
func (s *stream[T]) failed(name string, err error) *part[T] {
	p := newPart[T](name, nil)
	p.done <- []T{s.unread(name, 0, err)}
	return p
}

func newPart[T any](name string, src history.Source) *part[T] {
	return &part[T]{name: name, src: src, done: make(chan []T, 1)}
}

// worker reads parts; there are several.
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

// file cuts a file into parts, and reads those that no other worker takes.
func (w *worker[T]) file(job *fileJob[T]) {
	if slices.Contains(w.s.apart, job.name) {
		return
	}
	f, err := history.Open(w.s.std.FS, job.name, w.s.std.Stdin, w.s.options)
	if err != nil {
		w.send(job, w.s.failed(job.name, err))
		return
	}
	defer func() { _ = f.Close() }()
	if f.Stray && !slices.Contains(w.s.paths, job.name) {
		w.s.stray.Lock()
		w.s.stray.names = append(w.s.stray.names, job.name)
		w.s.stray.Unlock()
		return
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

// send adds a part to a file. While the file has too many, the worker reads other
// parts.
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

// read reads up to most hands of a part, and reports whether there are no more.
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

// chosen finds the hand of --hand: by the number in its record or, if no hand has that number, by its position in its file. It
// is safe for concurrent use.
type chosen struct {
	id    string
	place int64 // position in the file, 0 if id is no such number

	mu    sync.Mutex
	seen  int64
	named string // the number of any hand, as an example for errors; "" if no record has one

	byNumber, byPlace []*handRow
}

func choose(id string) *chosen {
	if id == "" {
		return nil
	}
	c := &chosen{id: id}
	if n, err := strconv.ParseInt(id, 10, 64); err == nil && n > 0 {
		c.place = n
	}
	return c
}

// wants reports whether a hand may be the one. unread means that the hand cannot be read and only its position is known.
func (c *chosen) wants(rec *history.Hand, unread bool) (numbered, ok bool) {
	if c == nil {
		return false, true
	}
	id := ""
	if !unread {
		id = rec.HandID.String()
	}
	c.mu.Lock()
	c.seen++
	if c.named == "" {
		c.named = id
	}
	c.mu.Unlock()
	return id == c.id, id == c.id || int64(rec.Number) == c.place
}

// found returns the matching hands: several if the number occurs in several files.
func (c *chosen) found(paths []string) ([]*handRow, error) {
	switch {
	case len(c.byNumber) > 0:
		return c.byNumber, nil
	case len(c.byPlace) > 0:
		return c.byPlace, nil
	}
	return nil, &absent{c, strings.Join(paths, ", ")}
}

// absent is the error if no hand matches.
type absent struct {
	*chosen
	in string
}

func (a *absent) Error() string {
	return fmt.Sprintf("--hand %s: none of %s in %s has this number", a.id, term.Counted(a.seen, "hand"), a.in)
}

// Hint suggests which number to use.
func (a *absent) Hint() string {
	if a.named != "" {
		return fmt.Sprintf("use the number that the site gave the hand, such as %s, or its place in the file, from 1", a.named)
	}
	return "these hands have no numbers of their own: use the place of the hand in the file, from 1"
}
