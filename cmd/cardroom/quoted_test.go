package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"cardroom/cmd/cardroom/internal/app"

	"github.com/urfave/cli/v2"
)

// How sentences name command lines: 'cardroom run GAME', `cardroom run GAME`, in documents also `run --session`, and at the end of
// a line "to continue: cardroom play FILE".
var (
	quotedCommand = regexp.MustCompile("'(cardroom [^'\n]+(?:\n[^'\n]+)?)'|`(cardroom [^`\n]+(?:\n[^`\n]+)?)`|\\((cardroom [^()\n]+)\\)|(?m:: (cardroom .*)$)")
	quotedShort   = regexp.MustCompile("`([a-z]+ --[^`\n]+)`")
	bareCommand   = regexp.MustCompile(`\bcardroom ([a-z]+)\b`)
	redirection   = regexp.MustCompile(` (?:[<>|] ?|>> ).*`)
)

// variable matches what stands for something else in a command line.
var variable = regexp.MustCompile(`%[sdqv]|…|\.\.\.|[a-z]\|[a-z]|[][]|\b(?:GAME|HOUSE|MENU|FILE|PATH|DIR|NAME|WORD|WORDS|COMMAND|CODE|SCRIPT|TEST|SEAT|SIZE|HAND|TOPIC|FLAGS|SHARD|N|S|I|X)\b`)

// sentenceLines returns the command lines that sentences quote: in the messages and the help of the program, the manual, the
// scripts and the documents.
func sentenceLines(t *testing.T) (lines []commandLine) {
	t.Helper()
	std, _, _ := fakeIO(nil)
	a := newApp(std)
	var examples []string // they are command lines, and no sentences
	for _, l := range helpLines() {
		examples = append(examples, l.text)
	}
	all := passages(t)
	for i := 0; i < len(all); i++ {
		p := all[i]
		for !p.code && i+1 < len(all) && all[i+1].file() == p.file() {
			i++
			p.text += "\n" + all[i].text // a line of a document
		}
		add := func(text string) {
			lines = append(lines, commandLine{p.at, strings.Join(strings.Fields(redirection.ReplaceAllString(text, "")), " ")})
		}
		rest := p.text
		for _, form := range []*regexp.Regexp{indentedCommand, quotedCommand} {
			for _, m := range form.FindAllStringSubmatch(rest, -1) {
				text := strings.Join(m[1:], "") // of one of the forms
				if words := strings.Fields(text); m[0][0] != ':' || a.Command(words[1]) != nil {
					add(text)
					rest = strings.Replace(rest, m[0], "", 1)
				}
			}
		}
		if !p.code {
			for _, m := range quotedShort.FindAllStringSubmatch(rest, -1) {
				if a.Command(strings.Fields(m[1])[0]) != nil {
					add("cardroom " + m[1])
				}
			}
		}
		for _, m := range bareCommand.FindAllStringSubmatch(rest, -1) {
			if a.Command(m[1]) != nil && !slices.Contains(examples, p.text) {
				t.Errorf("%s: put the command line in quotes: %s", p.at, m[0])
			}
		}
	}
	return lines
}

// TestQuotedCommands checks the command, the flags and the number of arguments of every command line that a sentence quotes, and
// runs those that stand for themselves.
func TestQuotedCommands(t *testing.T) {
	var whole []commandLine
	known := slices.Concat(helpLines(), pageLines(t))
	names, shapes := 0, 0
	for _, l := range sentenceLines(t) {
		arguments, err := shape(l.text)
		switch {
		case err != nil:
			t.Errorf("%s: %s: %v", l.page, l.text, err)
		case arguments == 0:
			names++ // of a command, or of a way to use it
		case variable.MatchString(l.text) || strings.HasPrefix(l.page, "CHANGELOG.md"):
			shapes++
		case !slices.ContainsFunc(slices.Concat(known, whole), func(k commandLine) bool { return k.text == l.text }):
			whole = append(whole, l)
		}
	}
	t.Logf("%d names of commands and %d command lines with placeholders checked", names, shapes)
	paste(t, whole)
}

// shape parses a command line without running it, and returns the number of its arguments.
func shape(line string) (arguments int, err error) {
	std, _, _ := fakeIO(nil)
	a := newApp(std)
	for _, c := range a.Commands {
		c.Action = func(ctx *cli.Context) error {
			if arguments = ctx.NArg(); arguments > len(strings.Fields(c.ArgsUsage)) && !strings.Contains(c.ArgsUsage, "...") {
				return fmt.Errorf("%d arguments, not %s", arguments, c.ArgsUsage)
			}
			return nil
		}
	}
	line = strings.NewReplacer("[", "", "]", "").Replace(regexp.MustCompile(`"[^"]*"`).ReplaceAllString(line, "X"))
	line = strings.TrimSuffix(line, " -") // "odds -" is a way to use it
	args := strings.Fields(aNumber.ReplaceAllString(line, "7"))[1:]
	c := a.Command(args[0])
	switch {
	case args[0] == "COMMAND":
		return 0, nil
	case c == nil:
		return 0, fmt.Errorf("no command %s", args[0])
	}
	for i := 1; i < len(args); i++ { // flags that are named without their value
		if f := app.FlagOf(c.Flags, args[i]); f != nil && app.TakesValue(f) && !strings.Contains(args[i], "=") && (i+1 == len(args) || args[i+1][0] == '-') {
			args[i] += "=7"
		}
	}
	return arguments, a.Execute(context.Background(), std, args)
}

// aNumber matches what stands for a number.
var aNumber = regexp.MustCompile(`%d|\b[NSI]\b`)

// aFlag matches a flag that a text names.
var aFlag = regexp.MustCompile("(?:^|[\\s`'(\"])--([a-z][a-z-]+)")

// otherFlags are flags of other programs that the documents name.
var otherFlags = []string{"array", "branch-sim", "tool"}

// TestNamedFlags checks that some command has each flag that a message, the help or a document names. A paragraph of a command's
// manual names flags of that command, or of commands that it names too.
func TestNamedFlags(t *testing.T) {
	std, _, _ := fakeIO(nil)
	commands := newApp(std).Commands
	found := 0
	for _, p := range passages(t) {
		if strings.HasPrefix(p.at, "cmd/cardroom-beam/") {
			continue // a program of its own
		}
		manual, isManual := strings.CutPrefix(p.file(), "cmd/cardroom/manual/")
		words := strings.FieldsFunc(p.text, func(r rune) bool { return !unicode.IsLetter(r) })
		for _, m := range aFlag.FindAllStringSubmatch(p.text, -1) {
			found++
			if !slices.Contains(otherFlags, m[1]) && !slices.ContainsFunc(commands, func(c *cli.Command) bool {
				return app.FlagOf(c.Flags, "--"+m[1]) != nil && (!isManual || c.Name+".txt" == manual || slices.Contains(words, c.Name))
			}) {
				t.Errorf("%s: no command that is meant has the flag --%s", p.at, m[1])
			}
		}
	}
	if found < 500 {
		t.Errorf("only %d flags found", found)
	}
}
