//go:build unix

package files

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// Nothing that could make a reader wait is opened, by either way, and the refusal
// says what it is.
func TestSpecialFiles(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o666); err != nil {
		t.Skip("no pipes here:", err)
	}
	short, err := os.MkdirTemp("", "s") // names of sockets are short
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(short)
	l, err := net.Listen("unix", filepath.Join(short, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	within := time.AfterFunc(20*time.Second, func() { panic("an opening waits") })
	defer within.Stop()

	for _, tt := range []struct {
		dir, name string
		mode      fs.FileMode
	}{{dir, "pipe", fs.ModeNamedPipe}, {short, "socket", fs.ModeSocket}, {"/dev", "zero", fs.ModeDevice}, {"/dev", "null", fs.ModeDevice}} {
		root, err := OpenRoot(tt.dir)
		if err != nil {
			t.Fatal(err)
		}
		_, err = root.Open(tt.name)
		if r := new(Refused); !errors.As(err, &r) || r.Mode&tt.mode == 0 {
			t.Errorf("%s in a root: %v", tt.name, err)
		}
		_, err = Open(filepath.Join(tt.dir, tt.name))
		if r := new(Refused); !errors.As(err, &r) || r.Mode&tt.mode == 0 {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	if _, err := OpenRoot(filepath.Join(dir, "pipe")); err == nil {
		t.Error("a pipe is a root")
	}

	// A pipe that takes the place of a file after the look at it is not waited for.
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "pipe"), os.O_RDONLY|dontWait, 0)
	if _, err := opened(f, err, before, "file"); err == nil {
		t.Error("a pipe is read")
	}
}
