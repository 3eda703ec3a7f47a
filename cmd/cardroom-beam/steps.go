package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

func init() {
	beam.RegisterType(reflect.TypeFor[count]())
	beam.RegisterType(reflect.TypeFor[play]())
	beam.RegisterType(reflect.TypeFor[merge]())
}

// The program travels inside the worker: engines stage one file, and their images know no cardroom.
//
//go:embed program
var embedded embed.FS

// unpack writes the program to a new folder.
func unpack() (dir, program string, err error) {
	text, err := embedded.ReadFile("program/cardroom")
	if errors.Is(err, fs.ErrNotExist) {
		return "", "", errors.New("this worker was built without the program: go build -o cmd/cardroom-beam/program/cardroom ./cmd/cardroom, and build it again")
	}
	if err != nil {
		return "", "", err
	}
	if dir, err = os.MkdirTemp("", "cardroom"); err != nil {
		return "", "", err
	}
	program = filepath.Join(dir, "cardroom")
	if err = os.WriteFile(program, text, 0o700); err != nil {
		_ = os.RemoveAll(dir)
	}
	return dir, program, err
}

// call runs the program, and returns what it prints.
func call(ctx context.Context, program string, words ...string) ([]byte, error) {
	var told bytes.Buffer
	c := exec.CommandContext(ctx, program, words...)
	c.Stderr = &told
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("cardroom %s: %w: %s", strings.Join(words, " "), err, bytes.TrimSpace(told.Bytes()))
	}
	return out, nil
}

// count emits the numbers of the shards.
type count struct{ N int }

// ProcessElement is given the one element that a pipeline begins with.
func (c *count) ProcessElement(_ []byte, emit func(int)) {
	for i := range c.N {
		emit(i + 1)
	}
}

// play plays a shard and emits its part.
type play struct {
	Command []string
	Shards  int

	dir, program string
}

// Setup is called once for each worker.
func (p *play) Setup() (err error) {
	p.dir, p.program, err = unpack()
	return err
}

// Teardown is called when a worker ends.
func (p *play) Teardown() error { return os.RemoveAll(p.dir) }

// ProcessElement plays shard number n. Played twice it makes the same bytes, so an engine may play it as often as it likes.
func (p *play) ProcessElement(ctx context.Context, n int, emit func([]byte)) error {
	dir, err := os.MkdirTemp(p.dir, "shard")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	words := append([]string{p.Command[0], "--out", dir, "--shard", fmt.Sprintf("%d/%d", n, p.Shards), "--workers", "1", "--quiet", "--json"}, p.Command[1:]...)
	if _, err := call(ctx, p.program, words...); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.part"))
	if err != nil || len(files) != 1 {
		return fmt.Errorf("shard %d wrote %d parts, not one (%v)", n, len(files), err)
	}
	part, err := os.ReadFile(files[0])
	if err == nil {
		emit(part)
	}
	return err
}

// merge merges all parts and writes the result.
type merge struct{ Result string }

// ProcessElement is given all parts under one key.
func (m *merge) ProcessElement(ctx context.Context, _ int, next func(*[]byte) bool) error {
	dir, program, err := unpack()
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	parts := filepath.Join(dir, "parts")
	if err := os.Mkdir(parts, 0o700); err != nil {
		return err
	}
	var part []byte
	for i := 0; next(&part); i++ {
		if err := os.WriteFile(filepath.Join(parts, fmt.Sprintf("%07d.part", i)), part, 0o600); err != nil {
			return err
		}
	}
	merged, err := call(ctx, program, "merge", parts, "--json")
	if err != nil {
		return err
	}
	where, err := filesystem.New(ctx, m.Result)
	if err != nil {
		return err
	}
	defer func() { _ = where.Close() }()
	return filesystem.Write(ctx, where, m.Result, merged)
}
