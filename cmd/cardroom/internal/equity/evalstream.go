package equity

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/history"
)

const (
	// BlockSize is the size of a block in bytes, about ten thousand hands: large enough
	// that passing it between goroutines costs little, small enough for the cache. A
	// longer line is not a hand.
	BlockSize = 1 << 17
	// blocksAhead limits how many blocks per worker are read ahead.
	blocksAhead = 4
)

// A block is a number of complete lines on their way through eval.
type block struct {
	file string
	line int    // number of the first line
	text string // complete lines; the last may lack its newline
	// within means that the block begins inside a line that was too long for the
	// previous block and was rejected there.
	within bool
	// Set by a worker: the rows, formatted or not, and the errors.
	out    []byte
	rows   []evalRow
	count  int64
	faults []error
	done   chan struct{}
}

// A source passes the blocks of the input to yield, in order, until yield returns
// false.
type source func(yield func(*block) bool) error

// source returns the source of the hands.
func (o *EvalOptions) source(std *app.IO) source {
	if o.Hands != nil {
		return func(yield func(*block) bool) error {
			lines := make([]string, 0, len(o.Hands))
			for _, hand := range o.Hands {
				lines = append(lines, strings.ReplaceAll(hand, "\n", " "))
			}
			yield(&block{file: "argument", line: 1, text: strings.Join(lines, "\n")})
			return nil
		}
	}
	return func(yield func(*block) bool) error {
		var unread []error // of files: the others are ranked
		for name, err := range history.WalkOnly(std.FS, o.Files, Ending) {
			over := false
			if err == nil {
				over, err = readFile(std, name, yield)
			}
			if err != nil {
				unread = append(unread, app.PlainPathError(err))
			}
			if over {
				break
			}
		}
		return errors.Join(unread...)
	}
}

// readFile reads a file, and reports whether yield wants no more.
func readFile(std *app.IO, name string, yield func(*block) bool) (over bool, err error) {
	f, err := std.Open(name)
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }()
	return readBlocks(name, f, yield)
}

// readBlocks splits a file into blocks. A block ends with the data of one read, so
// that a hand typed into a pipe is answered before the next.
func readBlocks(name string, f io.Reader, yield func(*block) bool) (over bool, err error) {
	buf := make([]byte, 0, BlockSize)
	line, within := 1, false
	for {
		n, err := f.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		end := bytes.LastIndexByte(buf, '\n') + 1
		tooLong := end == 0 && len(buf) == cap(buf)
		if tooLong || err != nil {
			end = len(buf)
		}
		if end > 0 {
			text := string(buf[:end])
			if line == 1 && !within {
				text = strings.TrimPrefix(text, "\ufeff") // some shells put a byte order mark at the start of a pipe
			}
			if !yield(&block{file: name, line: line, text: text, within: within}) {
				return true, nil
			}
			within = tooLong
			line += bytes.Count(buf[:end], []byte("\n"))
			buf = buf[:copy(buf[:cap(buf)], buf[end:])]
		}
		switch {
		case errors.Is(err, io.EOF):
			return false, nil
		case err != nil:
			return false, err
		}
	}
}

// rankBlocks ranks blocks in parallel and passes them to out in order.
func (j *ranker) rankBlocks(ctx context.Context, opts EvalOptions, from source, out *evalOutput) error {
	var workers sync.WaitGroup
	defer workers.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // before the wait, because a reader may block in a read forever
	work, order := make(chan *block), make(chan *block, blocksAhead*opts.Workers)
	var reading error // read after order is closed
	go func() {
		defer close(order)
		defer close(work)
		reading = from(func(b *block) bool {
			b.done = make(chan struct{})
			for _, to := range []chan *block{order, work} {
				select {
				case to <- b:
				case <-ctx.Done():
					return false
				}
			}
			return true
		})
	}()
	for range opts.Workers {
		r := out.renderer()
		workers.Go(func() { j.rankFrom(ctx, work, r) })
	}
	return collect(ctx, order, out, &reading, cancel)
}

// rankFrom ranks the blocks that one worker takes.
func (j *ranker) rankFrom(ctx context.Context, work <-chan *block, r *evalRenderer) {
	for {
		select {
		case b, ok := <-work:
			if !ok {
				return
			}
			j.rankBlock(b, r)
			close(b.done)
		case <-ctx.Done():
			return
		}
	}
}

// rowGrowth is roughly how many output bytes each input byte becomes.
const rowGrowth = 10

// collect passes blocks to out in order. It ends early if the output is no longer
// read.
func collect(ctx context.Context, order <-chan *block, out *evalOutput, reading *error, cancel func()) error {
	for {
		select {
		case b, ok := <-order:
			if !ok {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				return *reading
			}
			select {
			case <-b.done:
			case <-ctx.Done():
				return ctx.Err()
			}
			if err := out.Block(b); err != nil {
				cancel()
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// rankBlock ranks the lines of a block.
func (j *ranker) rankBlock(b *block, r *evalRenderer) {
	var row evalRow
	if !r.keep {
		b.out = make([]byte, 0, rowGrowth*len(b.text))
	}
	for i, rest := 0, b.text; rest != ""; i++ {
		line, after, _ := strings.Cut(rest, "\n")
		rest = after
		if i == 0 && b.within {
			continue
		}
		found, fault := j.readLine(&row, line)
		switch {
		case fault != nil:
			b.faults = append(b.faults, fault.Placed(b.file, b.line+i, strings.TrimRight(line, "\r")))
		case found:
			row.file, row.line = b.file, b.line+i
			j.rank(&row)
			r.row(b, &row)
			b.count++
		}
	}
}
