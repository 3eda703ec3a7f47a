//go:build !js

package app

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// mayReplace keeps --save from overwriting a file by mistake. At a terminal the user is asked about each file that exists. In a
// pipe a file of the same kind is replaced, and any other is an error. The file of --resume is the same game and may always be
// overwritten.
func mayReplace(c *cli.Context, std *IO) error {
	var names []string
	switch v := c.Value("save").(type) {
	case string:
		names = []string{v}
	case cli.StringSlice:
		names = v.Value()
	}
	for _, name := range names {
		if name == "" || name == c.String("resume") {
			continue
		}
		if err := std.mayReplace(c.Context, name); err != nil {
			return err
		}
	}
	return nil
}

func (std *IO) mayReplace(ctx context.Context, name string) error {
	if info, err := std.FS.Stat(name); err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return nil // nothing is lost; writing reports any other error
	}
	if std.Stdin.Terminal && std.Stderr.Terminal {
		lines, err := std.Lines(ctx, func(string) []string { return nil })
		if err != nil {
			return err
		}
		defer func() { _ = lines.Close() }()
		answer, err := lines.Line(fmt.Sprintf("%s exists. Replace it? [y/N] ", name))
		if err == nil && slices.Contains([]string{"y", "yes"}, strings.ToLower(strings.TrimSpace(answer))) {
			return nil
		}
		return UsageHint(fmt.Sprintf("--save: %s exists and is kept", name), "choose another name")
	}
	if !std.isSaved(name) {
		return UsageHint(fmt.Sprintf("--save: %s exists and was not saved by cardroom", name), "choose another name, or delete it first")
	}
	return nil
}

// isSaved reports whether a file is of the kind that --save writes under such a name: hands, or a session or game, which begin
// with the name of their format.
func (std *IO) isSaved(name string) bool {
	f, err := std.FS.Open(name)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	const enough = 4096
	head, err := io.ReadAll(io.LimitReader(f, enough))
	if err != nil {
		return false
	}
	if filepath.Ext(name) == ".session" {
		return bytes.HasPrefix(head, []byte("cardroom."))
	}
	return bytes.Contains(head, []byte("variant"))
}
