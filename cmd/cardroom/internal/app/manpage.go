//go:build !js

package app

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

// ManPage returns the program's man(1) page: what all commands share, then each command with its manual, its examples and all
// its flags.
func (a *App) ManPage() string {
	var m manPage
	fmt.Fprintf(&m, ".nh\n.TH %s 1\n", a.Name)
	m.section("SH", "NAME")
	m.text(a.Name + " - " + a.Usage)
	m.section("SH", "SYNOPSIS")
	m.text(a.Name + " COMMAND [options] [arguments]")
	m.section("SH", "DESCRIPTION")
	m.text(About)
	m.section("SH", "GLOBAL OPTIONS")
	m.flags(builtIn)
	m.section("SH", "COMMANDS")
	for _, c := range a.Commands {
		if c.Hidden {
			continue
		}
		m.section("SS", strings.Join(c.Names(), ", "))
		m.text(c.Usage)
		m.literal(strings.TrimSpace(a.Name + " " + c.Name + " [options] " + c.ArgsUsage))
		m.text(c.Description)
		if i := slices.IndexFunc(a.Described, func(cmd *Command) bool { return cmd.Command == c }); i >= 0 {
			m.text(a.Described[i].Manual)
			for _, e := range a.Described[i].Examples {
				m.literal("# " + e.Shows + "\n" + e.Line)
			}
		}
		m.flags(c.Flags)
	}
	return m.String()
}

// manPage is text in roff, the language of man pages.
type manPage struct{ strings.Builder }

// roffWords escapes the characters that have a meaning inside a line of roff.
var roffWords = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)

// roff escapes text for roff. A line that begins with a dot would be a request. Non-ASCII characters are written by number,
// because not every man page viewer accepts UTF-8.
func roff(s string) string {
	var b strings.Builder
	for i, line := range strings.Split(roffWords.Replace(s), "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		if strings.HasPrefix(line, ".") {
			b.WriteString(`\&`)
		}
		for _, r := range line {
			if r < utf8.RuneSelf {
				b.WriteByte(byte(r))
			} else {
				fmt.Fprintf(&b, `\[u%04X]`, r)
			}
		}
	}
	return b.String()
}

func (m *manPage) section(request, title string) { fmt.Fprintf(m, ".%s %s\n", request, roff(title)) }

// text writes paragraphs. A paragraph that begins with a space keeps its line breaks.
func (m *manPage) text(s string) {
	for p := range strings.SplitSeq(s, "\n\n") {
		switch {
		case strings.TrimSpace(p) == "":
		case strings.HasPrefix(p, " "):
			m.literal(strings.Trim(p, "\n"))
		default:
			fmt.Fprintf(m, "%s\n.PP\n", roff(strings.Trim(p, "\n")))
		}
	}
}

func (m *manPage) literal(s string) { fmt.Fprintf(m, ".EX\n%s\n.EE\n.PP\n", roff(s)) }

// flags lists flags sorted by name.
func (m *manPage) flags(flags []cli.Flag) {
	var items []string
	for _, f := range flags {
		_, ok := f.(cli.DocGenerationFlag)
		if v, hides := f.(cli.VisibleFlag); !ok || hides && !v.IsVisible() {
			continue
		}
		synopsis, usage := flagWords(f)
		items = append(items, fmt.Sprintf(".TP\n\\fB%s\\fP\n%s\n", roff(synopsis), roff(usage)))
	}
	slices.Sort(items)
	fmt.Fprint(m, strings.Join(items, ""), ".PP\n")
}
