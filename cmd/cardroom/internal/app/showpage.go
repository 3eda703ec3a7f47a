package app

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"cardroom/cmd/cardroom/internal/term"
)

// opener returns the program that opens files on an operating system, with the arguments that precede the file name.
func opener(system string) []string {
	switch system {
	case "darwin", "ios":
		return []string{"open"}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	return []string{"xdg-open"}
}

// ShowPage writes a page to a file and opens it with the system's default program. Without a name it uses a temporary file
// called base, which is not deleted because the browser still needs it. It does so only at a terminal; elsewhere nobody would
// find the file.
func (std *IO) ShowPage(name, base string, write func(std *IO) error) error {
	if name == "" && !std.Stdout.Terminal {
		return Usagef("--open needs --output FILE where there is no terminal")
	}
	page, err := std.printed(write)
	if err != nil {
		return err
	}
	if name == "" {
		dir, err := os.MkdirTemp("", "cardroom-")
		if err != nil {
			return PlainPathError(err)
		}
		name = filepath.Join(dir, base)
	}
	if err := std.WriteFile(name, page); err != nil {
		return err
	}
	if full, err := filepath.Abs(name); err == nil {
		name = full
	}
	if err := std.Show(name); err != nil {
		return fmt.Errorf("%w; the page is in %s", err, name)
	}
	std.Note("the page is in %s", name)
	return nil
}

// Show opens a file with the system's default program.
func (std *IO) Show(name string) error {
	with := opener(runtime.GOOS)
	err := std.Exec(with[0], append(with[1:], name)...)
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return fmt.Errorf("cannot open the page: %s is not installed", with[0])
	case err != nil:
		return fmt.Errorf("%s could not open the page: %w", with[0], err)
	}
	return nil
}

// ToFile writes the output of a command to a file.
func (std *IO) ToFile(name string, write func(std *IO) error) error {
	text, err := std.printed(write)
	if err != nil {
		return err
	}
	return std.WriteFile(name, text)
}

// printed returns the output of a command.
func (std *IO) printed(write func(std *IO) error) ([]byte, error) {
	var text bytes.Buffer
	to := *std
	to.Stdout = term.NewStream(&text)
	err := write(&to)
	to.Stdout.Flush()
	return text.Bytes(), errors.Join(err, to.Stdout.Err())
}
