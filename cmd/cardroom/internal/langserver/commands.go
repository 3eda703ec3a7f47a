package langserver

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/editor"
)

// commandTime is the time limit for the command of a lens.
const commandTime = 20 * time.Second

// execute runs a command that the user clicked, on the text that the editor shows. Its output is the answer, and is shown
// if the editor can show it.
func (r *request) execute() (any, error) {
	var words []string
	for _, raw := range r.Arguments {
		var word string
		if err := json.Unmarshal(raw, &word); err != nil {
			return nil, fmt.Errorf("%s takes the script and a name: %w", r.Command, err)
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("%s takes the script and a name", r.Command)
	}
	file, err := r.fileOf(words[0])
	if err != nil {
		return nil, err
	}
	line, unsaved, err := r.line(file, words[1:])
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(r.ctx, commandTime)
	defer cancel()
	// Run the command
	var out, told bytes.Buffer
	std := *r.std
	std.Stdin = term.Input{Reader: strings.NewReader("")}
	std.Stdout, std.Stderr = term.NewStream(&out), term.NewStream(&told)
	std.Unsaved, std.Printed, std.Parsed, std.Memory = unsaved, nil, nil, nil
	std.Rescue = &app.Rescue{}
	std.LoadTimeout, std.CallTimeout = loadTime, loadTime
	std.Late = nil
	r.run(ctx, &std, line)
	std.Stdout.Flush()
	std.Stderr.Flush()
	text := out.String() + told.String()
	return text, r.show(file, words, text)
}

// line returns the command line of a lens, and the unsaved texts of its scripts.
func (r *request) line(file string, names []string) (words []string, unsaved map[string]string, err error) {
	unsaved = r.work.Texts()
	named := file
	if len(names) > 0 {
		named += ":" + names[0]
	}
	switch r.Command {
	case editor.Deal:
		return []string{"run", named, "--hands", "1"}, unsaved, nil
	case editor.Sheet:
		return []string{"rules", named}, unsaved, nil
	case editor.Tests:
		if len(names) > 0 {
			return []string{"test", file, "--run", "^" + names[0] + "$", "-v"}, unsaved, nil
		}
		return []string{"test", file}, unsaved, nil
	case editor.Cost:
		if len(names) == 0 {
			break
		}
		// The unsaved text becomes a script next to the saved one.
		beside := path.Join(path.Dir(file), "unsaved-"+path.Base(file))
		unsaved[beside] = r.work.Text(file)
		delete(unsaved, file)
		return []string{"diff", named, beside + ":" + names[0], "--hands", "2000", "--seed", "1"}, unsaved, nil
	}
	return nil, nil, fmt.Errorf("%s is not known here", r.Command)
}

// show opens the output of a command in the editor, or shows it as a message.
func (r *request) show(file string, words []string, text string) error {
	r.server.mu.Lock()
	shows := r.shows
	r.server.mu.Unlock()
	if !shows {
		return r.conn.Notify(r.ctx, "window/showMessage", map[string]any{"type": 3, "message": text})
	}
	if _, err := r.copyOf("@stdlib//players.star"); err != nil { // so that the folder exists
		return err
	}
	name := strings.TrimPrefix(r.Command, "cardroom.") + "-" + strings.TrimSuffix(path.Base(file), ".star")
	for _, word := range words[1:] {
		name += "-" + word
	}
	name = filepath.Join(r.copies, name+".txt")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		return err
	}
	uri := (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String()
	var shown struct{ Success bool }
	return r.conn.Call(r.ctx, "window/showDocument", map[string]any{"uri": uri, "takeFocus": false}, &shown)
}
