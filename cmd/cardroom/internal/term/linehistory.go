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

// historyLimit is how many entries are kept.
const historyLimit = 5000

// History is what a person has entered in this and in earlier sessions. The
// file has a line for each entry; the end of a line inside one is written as \n,
// and a backslash as \\. Sessions that run at once add to the same file.
type History struct {
	file    string
	entries []string // oldest first
	failed  bool     // the file cannot be written; said once
	warn    func(format string, args ...any)
}

var (
	historyEscape   = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	historyUnescape = strings.NewReplacer(`\\`, `\`, `\n`, "\n")
)

// ReadHistory reads a history. A file that is much too long is cut.
func ReadHistory(file string, warn func(format string, args ...any)) *History {
	h := &History{file: file, warn: warn}
	data, err := readHistoryFile(file)
	if r := new(files.Refused); errors.As(err, &r) {
		h.file = "" // such as /dev/null, to have none; nor is a pipe waited for
	}
	if err != nil {
		return h
	}
	for line := range strings.Lines(string(data)) {
		if !strings.HasSuffix(line, "\n") {
			break // it was cut off
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

// keep adds an entry in memory, unless it is the last one again.
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

// add keeps an entry, and reports whether it is new. One that begins with a
// blank is not kept.
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

// append writes an entry to the file, which nobody else may read.
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

// dropCutOff takes away a last line that was not written to its end: the disk was
// full, or the process was killed.
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

// rewrite cuts the file to what is kept in memory.
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
