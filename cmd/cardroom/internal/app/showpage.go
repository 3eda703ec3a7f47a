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

// opener is the program with which a system opens a file, and what stands before the name of the file.
func opener(system string) []string {
	switch system {
	case "darwin", "ios":
		return []string{"open"}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	return []string{"xdg-open"}
}

// ShowPage writes a page to a file and opens it with the program of the system. Without a name the file is a temporary one called base, which
// stays for the program that shows it; that is only done at a terminal, for nobody would find it otherwise.
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
	with := opener(runtime.GOOS)
	switch err := std.Exec(with[0], append(with[1:], name)...); {
	case errors.Is(err, exec.ErrNotFound):
		return fmt.Errorf("cannot open the page: %s is not installed; the page is in %s", with[0], name)
	case err != nil:
		return fmt.Errorf("%s could not open the page: %w; the page is in %s", with[0], err, name)
	}
	std.Note("the page is in %s", name)
	return nil
}

// ToFile writes to a file what a command would print.
func (std *IO) ToFile(name string, write func(std *IO) error) error {
	text, err := std.printed(write)
	if err != nil {
		return err
	}
	return std.WriteFile(name, text)
}

// printed is what a command prints.
func (std *IO) printed(write func(std *IO) error) ([]byte, error) {
	var text bytes.Buffer
	to := *std
	to.Stdout = term.NewStream(&text)
	err := write(&to)
	to.Stdout.Flush()
	return text.Bytes(), errors.Join(err, to.Stdout.Err())
}
