// This file implements the command site: it writes the page as static files, with the engine built for browsers.

package serve

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/messages"
	"cardroom/cmd/cardroom/internal/serve/page"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/protocol"
	"cardroom/engine/files"
)

// SiteOptions say where to write the site, and which engine to use.
type SiteOptions struct {
	Dir  string
	Wasm string // a prebuilt engine; "" builds one with Go
}

// Names of the files that only a static site has.
const (
	engineFile = "cardroom.wasm"
	starter    = "wasm_exec.js"
	listFile   = "cardroom.site.json"
)

// siteAnswers are the files with the engine's answers to messages, by the message: the page shows them before the engine has started.
// They are the lists of games, and the script and the sheet of the game that a first visit opens.
var siteAnswers = map[string]string{
	`{"do":"games"}`:                                   "games.json",
	`{"do":"games","house":"gallery"}`:                 "gallery.json",
	`{"do":"source","game":"mixed/nt"}`:                "source.json",
	`{"do":"sheet","game":"mixed/nt","for":"players"}`: "sheet.json",
}

// leastPacked is the size from which a file is also written as .gz.
const leastPacked = 1 << 10

// mostEngine is the size limit for a prebuilt engine.
const mostEngine = 256 << 20

// WriteSite writes the page into a folder.
func WriteSite(ctx context.Context, std *app.IO, o SiteOptions) error {
	out := map[string][]byte{}
	err := fs.WalkDir(page.Files, "files", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			out[strings.TrimPrefix(name, "files/")], err = fs.ReadFile(page.Files, name)
		}
		return err
	})
	files, err := out, err
	if err != nil {
		return err
	}
	files["index.html"] = bytes.Replace(files["index.html"], []byte("<link "), []byte("<script src=\"early.js\"></script>\n<link "), 1)
	// What a file in the folder refuses is said before the next step, because the steps take seconds, and the engine a minute.
	for _, step := range []func() error{
		func() error { return nil },
		func() error { return addEngine(std, o, files) },
		// Add the first answers of the engine. The engine includes the houses that come with cardroom.
		func() error {
			plain := *std
			plain.Getenv, plain.Houses = func(string) string { return "" }, nil
			s := protocol.New(messages.New(ctx, &plain, nil, 1).Options())
			for message, name := range siteAnswers {
				var out bytes.Buffer
				if err := s.Answer(&out, []byte(message)); err != nil {
					return err
				}
				files[name] = out.Bytes()
			}
			return nil
		},
		// Add what the page reads first: where the engine and its first answers are, and the version of all files.
		// The version of the files. When it changes, browsers download them again.
		func() error {
			h := sha256.New()
			for _, name := range slices.Sorted(maps.Keys(files)) {
				fmt.Fprintf(h, "%q %d\n%s", name, len(files[name]), files[name])
			}
			about, err := json.Marshal(map[string]any{"kind": "wasm", "wasm": engineFile, "answers": siteAnswers, "bytes": len(files[engineFile]), "version": hex.EncodeToString(h.Sum(nil)[:8])})
			files["engine.json"] = append(about, '\n')
			return err
		},
		// Add a .gz copy of each file that is not small, for hosts that serve such copies.
		func() error {
			for _, name := range slices.Sorted(maps.Keys(files)) {
				if len(files[name]) < leastPacked {
					continue
				}
				var out bytes.Buffer
				w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
				if err != nil {
					return err
				}
				if _, err := w.Write(files[name]); err != nil {
					return err
				}
				if err := w.Close(); err != nil {
					return err
				}
				files[name+".gz"] = out.Bytes()
			}
			return nil
		},
	} {
		if err := step(); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := mayWrite(std, o.Dir, files); err != nil {
			return err
		}
	}
	if err := writeAll(std, o.Dir, files); err != nil {
		return err
	}
	std.Stdout.Printf("%s: %s, the engine has %s, compressed %s\n", o.Dir, term.Counted(int64(len(files)), "file"), megabytes(files[engineFile]), megabytes(files[engineFile+".gz"]))
	return nil
}

func megabytes(text []byte) string { return fmt.Sprintf("%.1f MB", float64(len(text))/1e6) }

// addEngine adds the engine and Go's script that starts it. The script is the one next to a prebuilt engine, or that of the
// installed Go.
func addEngine(std *app.IO, o SiteOptions, files map[string][]byte) (err error) {
	if o.Wasm == "" {
		if files[engineFile], err = build(std); err != nil {
			return err
		}
	} else if files[engineFile], err = readOld(std, o.Wasm); err != nil {
		return err
	}
	if !bytes.HasPrefix(files[engineFile], []byte("\x00asm")) {
		return app.UsageHint(fmt.Sprintf("%s is not a WebAssembly program", cmp.Or(o.Wasm, engineFile)), "'cardroom help --all site' says how to build it")
	}
	if o.Wasm != "" {
		if files[starter], err = readOld(std, filepath.Join(filepath.Dir(o.Wasm), starter)); err == nil {
			return nil
		}
	}
	root, err := std.Output(nil, "go", "env", "GOROOT")
	if err != nil {
		return noGo(err)
	}
	files[starter], err = readOld(std, filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", starter))
	return err
}

// readOld reads a file of any kind.
func readOld(std *app.IO, name string) ([]byte, error) {
	f, err := std.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, mostEngine+1))
	if len(text) > mostEngine {
		return nil, fmt.Errorf("%s: more than %d bytes", name, mostEngine)
	}
	return text, app.PlainPathError(err)
}

// hurried lists the packages whose calls are inlined in the engine: they run for every card. In all others inlining makes
// the engine 0.9 MB larger compressed, and hardly quicker.
var hurried = []string{"runtime", "internal/runtime/maps", "cardroom/engine/cards", "cardroom/engine/hand", "cardroom/engine/rank"}

// build builds the engine with Go from the sources in the current folder.
func build(std *app.IO) ([]byte, error) {
	dir, err := os.MkdirTemp("", "cardroom-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	out := filepath.Join(dir, engineFile)
	std.Note("Building the engine for browsers with Go. The first time, this takes a minute or two.")
	args := []string{"build", "-trimpath", "-ldflags=-s -w", "-gcflags=all=-l", "-o", out}
	for _, p := range hurried {
		args = append(args, "-gcflags="+p+"=")
	}
	if _, err := std.Output([]string{"GOOS=js", "GOARCH=wasm"}, "go", append(args, "cardroom/cmd/cardroom/wasm")...); err != nil {
		return nil, noGo(err)
	}
	return os.ReadFile(out)
}

// noGo returns the error for a missing Go, or for a Go that does not find the sources.
func noGo(err error) error {
	return app.UsageHint(fmt.Sprintf("cannot build the engine: %v", err), "run this in the folder of cardroom's sources with Go installed, or name an engine that is already built: --wasm FILE, with wasm_exec.js next to it")
}

// list records what an earlier call wrote: hashes by file name.
type list map[string]string

func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// mayWrite returns an error if writing would replace files that someone else wrote or changed.
func mayWrite(std *app.IO, dir string, content map[string][]byte) error {
	known := list{}
	if text, err := std.ReadText(filepath.Join(dir, listFile)); err == nil {
		if err := files.Unmarshal(text, &known); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(dir, listFile), err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(content)) {
		full := filepath.Join(dir, filepath.FromSlash(name))
		old, err := readOld(std, full)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		case hashOf(old) != known[name] && !bytes.Equal(old, content[name]):
			return app.UsageHint(full+" exists, and 'cardroom site' did not write it or it was changed since", "choose another folder, or delete the file first")
		}
	}
	return nil
}

// writeAll writes the content. Each file appears under its name only after all are complete.
func writeAll(std *app.IO, dir string, content map[string][]byte) error {
	known := list{}
	for name, text := range content {
		known[name] = hashOf(text)
	}
	text, err := json.MarshalIndent(known, "", "  ")
	if err != nil {
		return err
	}
	content[listFile] = append(text, '\n')
	defer delete(content, listFile)
	var open []term.File
	defer func() {
		for _, f := range open {
			f.Discard()
		}
	}()
	for _, name := range slices.Sorted(maps.Keys(content)) {
		if err := std.MkdirAll(filepath.Join(dir, path.Dir(name))); err != nil {
			return app.PlainPathError(err)
		}
		f, err := std.CreatePlain(dir, filepath.FromSlash(name))
		if err != nil {
			return err
		}
		open = append(open, f)
		if _, err := f.Write(content[name]); err != nil {
			return err
		}
	}
	for _, f := range open {
		if err := f.Commit(); err != nil {
			return err
		}
	}
	return nil
}
