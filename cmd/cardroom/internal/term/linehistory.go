//go:build !js

package term

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/safefile"
	"cardroom/engine/files"
)

// historyLimit is the maximum number of entries.
const historyLimit = 5000

// History is the entries of this and earlier sessions. The file has one line per
// entry, with newlines written as \n and backslashes as \\. Concurrent sessions append
// to the same file.
type History struct {
	file    string
	entries []string // oldest first
	failed  bool     // the file cannot be written; the user has been warned
	warn    func(format string, args ...any)
}

var (
	historyEscape   = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	historyUnescape = strings.NewReplacer(`\\`, `\`, `\n`, "\n")
)

// ReadHistory reads a history. It shortens a file that is far too long.
func ReadHistory(file string, warn func(format string, args ...any)) *History {
	h := &History{file: file, warn: warn}
	data, err := readHistoryFile(file)
	if r := new(files.Refused); errors.As(err, &r) {
		h.file = "" // not a regular file: /dev/null turns the history off, and a pipe is not waited for
	}
	if err != nil {
		return h
	}
	for line := range strings.Lines(string(data)) {
		if !strings.HasSuffix(line, "\n") {
			break // incomplete
		}
		h.keep(printable(historyUnescape.Replace(strings.TrimSuffix(line, "\n"))))
	}
	if strings.Count(string(data), "\n") > historyLimit+historyLimit/10 {
		h.rewrite()
	}
	return h
}

func readHistoryFile(name string) ([]byte, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// keep adds an entry in memory, unless it repeats the last one.
func (h *History) keep(entry string) bool {
	if entry == "" || len(h.entries) > 0 && h.entries[len(h.entries)-1] == entry {
		return false
	}
	h.entries = append(h.entries, entry)
	if n := len(h.entries) - historyLimit; n > 0 {
		h.entries = slices.Delete(h.entries, 0, n)
	}
	return true
}

// add adds an entry, and reports whether it is new. Entries that begin with a space
// are not kept.
func (h *History) add(entry string) bool {
	if strings.HasPrefix(entry, " ") || !h.keep(entry) {
		return false
	}
	if err := h.append(entry); err != nil && !h.failed {
		h.failed = true
		h.warn("the history is not saved: %v", err)
	}
	return true
}

// append writes an entry to the file, which only the user may read.
func (h *History) append(entry string) error {
	if h.file == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(h.file), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(h.file, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	dropCutOff(f)
	_, err = f.WriteString(historyEscape.Replace(entry) + "\n")
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// dropCutOff removes an incomplete last line, left behind by a full disk or a killed
// process.
func dropCutOff(f *os.File) {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return
	}
	tail := make([]byte, min(info.Size(), 1<<16))
	if _, err := f.ReadAt(tail, info.Size()-int64(len(tail))); err != nil {
		return
	}
	if end := bytes.LastIndexByte(tail, '\n') + 1; end < len(tail) && (end > 0 || len(tail) == int(info.Size())) {
		_ = f.Truncate(info.Size() - int64(len(tail)-end))
	}
}

// rewrite replaces the file by the entries in memory.
func (h *History) rewrite() {
	f, err := new(safefile.Maker).Create(h.file)
	if err != nil {
		return
	}
	_ = safefile.Fill(f, func(w io.Writer) error {
		for _, entry := range h.entries {
			if _, err := io.WriteString(w, historyEscape.Replace(entry)+"\n"); err != nil {
				return err
			}
		}
		return nil
	})
}
