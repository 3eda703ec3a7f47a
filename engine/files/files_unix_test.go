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

// Neither way opens anything that could make a reader wait, and the error says
// what it is.
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

	// A pipe that replaces a file after the check does not make the opening
	// wait.
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "pipe"), os.O_RDONLY|DontWait, 0)
	if _, err := opened(f, err, before, "file"); err == nil {
		t.Error("a pipe is read")
	}
}

// While a folder of the root is switched back and forth to a link to the
// outside, nothing from there is read.
func TestRootUnderAttack(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir, map[string]string{"outside/a.star": "secret", "root/real/a.star": "good", "root/other": "-> ../outside", "root/b.star": "good", "root/c.star": "-> ../outside/a.star"})
	in := func(name string) string { return filepath.Join(dir, "root", name) }
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
			}
			for _, move := range [][2]string{{"real", "sub"}, {"sub", "real"}, {"other", "sub"}, {"sub", "other"}, {"b.star", "a.star"}, {"a.star", "b.star"}, {"c.star", "a.star"}, {"a.star", "c.star"}} {
				if err := os.Rename(in(move[0]), in(move[1])); err != nil {
					t.Error(err)
					return
				}
			}
		}
	}()
	root, err := OpenRoot(in("."))
	if err != nil {
		t.Fatal(err)
	}
	read, refused := 0, 0
	for end := time.Now().Add(time.Minute); time.Now().Before(end) && (read < 200 || refused < 200); {
		for _, name := range []string{"sub/a.star", "a.star"} {
			switch text, err := fs.ReadFile(root, name); {
			case err != nil:
				refused++
			case string(text) == "good":
				read++
			default:
				t.Fatalf("read %q of %s", text, name)
			}
		}
	}
	close(stop)
	<-stopped
	if read == 0 || refused == 0 {
		t.Errorf("%d read, %d refused: the attack was none", read, refused)
	}
}
