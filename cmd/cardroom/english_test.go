package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"cardroom/dsl/docs"

	"go.starlark.net/syntax"
)

// idioms are words that read like a translation or that the glossary replaces, each with what to write instead.
var idioms = []struct {
	pattern *regexp.Regexp
	write   string
}{
	{regexp.MustCompile(`(?i)\bbesides\b`), "also, as well"},
	{regexp.MustCompile(`(?i)\bbeside\b`), "next to"},
	{regexp.MustCompile(`(?i)\bwhat [^.:;,]{0,60}\bcomes? (?:to|of)\b`), "result, total, or another noun"},
	{regexp.MustCompile(`(?i)\bsaid to be\b`), "name who says it, or leave it out"},
	{regexp.MustCompile(`(?i)\b(?:held|hold|holds|holding) against\b`), "check, compare"},
	{regexp.MustCompile(`(?i)\bso (?:many|much)\b`), "this many, or the number"},
	{regexp.MustCompile(`(?i)\bsuffic(?:e|es|ed|ing)\b`), "is enough"},
	{regexp.MustCompile(`(?i)\bwhat is (?:told|said|asked)\b|\bis told\b|\bare told\b`), "say who tells whom"},
	{regexp.MustCompile(`(?i)\bis asked (?:with|what)\b`), "receives, must choose"},
	{regexp.MustCompile(`(?i)\bis nothing that\b|\bis no (?:more|less) than what\b`), "say it without the negation"},
	{regexp.MustCompile(`(?i)\b(?:lest|whereof|thereof|whereby|whilst|hitherto|reckon\w*|ere)\b`), "plain words"},
	{regexp.MustCompile(`(?i)\bpacks?\b`), "deck"},
	{regexp.MustCompile(`(?i)\b(?:mishaps?|incidents?)\b`), "irregularity"},
	{regexp.MustCompile(`(?i)\bbur(?:y|ied|ies)\b`), "muck, fold"},
	{regexp.MustCompile(`(?i)\b(?:of )?one's own\b`), "your own"},
	{regexp.MustCompile(`(?i)\b(?:colour|favour|behaviour|neighbour|honour|centre|catalogue|learnt|spelt|cheque)s?\b`), "the American spelling"},
	{regexp.MustCompile(`(?i)\b(?:he|his|him|himself)\b`), "they, their"},
	{regexp.MustCompile(`(?i)\bways of the cards\b`), "boards, deals"},
	{regexp.MustCompile(`(?i)\bwhat (?:follows|happens) from (?:it|that)\b`), "the result"},
	{regexp.MustCompile(`(?i)\bin the way of\b|\ball the same\b|\bas it were\b|\bthat is to say\b`), "plain words"},
	{regexp.MustCompile(`(?i)\bis no (?:\w+ )?(?:text|path|card|code|number|seat|name|rank|word|bet|id|script|expression|hand|result|limit)\b`), "is not a …"},
}

// exempt are parts of texts that idioms do not apply to: code, names of flags and fields, quotations of houses' documents.
var exempt = regexp.MustCompile("```[\\s\\S]*?```|`[^`\n]*`|--[a-z-]+|\\bpacks? ?=|\"must suffice\"|[Tt]here is no |is no string bet|four-colour|\\*\\*[^*]*\\*\\*")

// packageRoom is "room" where a package is meant; space, a card room and names in code are something else.
var packageRoom = regexp.MustCompile(`(?i)\b(?:the|this|that|each|every|which|own|other|of|in|a) rooms?\b(?: (?:of the (?:engine|program|solver|command)|that imports?|below|above|imports?))|\brooms? (?:imports?|may import|of (?:engine|dsl|cmd)/)|\| room \|`)

// A passage is a text that people read, and its position; code is set for one in quotes in Go code or a script.
type passage struct {
	at, text string
	code     bool
}

// file returns the file of a passage.
func (p passage) file() string {
	name, _, _ := strings.Cut(p.at, ":")
	return name
}

// TestPlainEnglish rejects the idioms in everything that a user or a maintainer reads.
func TestPlainEnglish(t *testing.T) {
	for _, p := range passages(t) {
		if p.code && len(strings.Fields(p.text)) < 3 {
			continue // a name
		}
		text := exempt.ReplaceAllStringFunc(p.text, func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) + " " })
		if strings.HasPrefix(p.at, "ARCHITECTURE.md") || strings.HasPrefix(p.at, "CONTRIBUTING.md") || strings.HasPrefix(p.at, "README.md") {
			if at := packageRoom.FindString(text); at != "" {
				t.Errorf("%s: write \"package\" instead of %q", p.at, at)
			}
		}
		for _, idiom := range idioms {
			for _, at := range idiom.pattern.FindAllStringIndex(text, -1) {
				from, to := max(0, at[0]-50), min(len(text), at[1]+50)
				t.Errorf("%s: write %q instead of %q: …%s…", p.at, idiom.write, text[at[0]:at[1]], strings.Join(strings.Fields(text[from:to]), " "))
			}
		}
	}
}

// allPassages are what passages has found: three tests read them.
var allPassages []passage

// passages returns the string literals in Go code and scripts, and every line of the documents.
func passages(t *testing.T) []passage {
	t.Helper()
	if allPassages != nil {
		return allPassages
	}
	var out []passage
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "templates" || d.Name() == ".git" || d.Name() == "peers"):
			return fs.SkipDir
		case d.IsDir() || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_test.star"):
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		switch filepath.Ext(name) {
		case ".go":
			out = append(out, goTexts(t, name, text)...)
		case ".star":
			out = append(out, scriptTexts(t, name, text)...)
		case ".md":
			if name != "dsl/reference/LANGUAGE.md" { // generated from the others
				out = append(out, lines(name, string(text))...)
			}
		case ".toml":
			if path.Base(name) == docs.ReadingsFile {
				out = append(out, readingTexts(t, name, text)...)
			}
		case ".txt":
			switch {
			case strings.HasPrefix(name, "cmd/cardroom/manual/"):
				out = append(out, lines(name, string(text))...)
			case name == "cmd/cardroom/commands.txt": // the examples are run by themselves
				out = append(out, lines(name, regexp.MustCompile("(?m)^  cardroom .*  ").ReplaceAllString(string(text), ""))...)
			}
		case ".txtar":
			page, _, _ := strings.Cut(string(text), "\n-- ")
			out = append(out, lines(name, page)...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	allPassages = out
	return out
}

// readingTexts returns the texts of readings and sources, without quotations.
func readingTexts(t *testing.T, name string, text []byte) (out []passage) {
	t.Helper()
	list, err := docs.ParseReadings(text, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list.Readings {
		r.Words = nil
		out = append(out, passage{at: name + ": " + r.ID, text: r.Text()})
	}
	for _, s := range list.Sources {
		out = append(out, passage{at: name + ": " + s.ID, text: s.Text()})
	}
	return out
}

func goTexts(t *testing.T, name string, text []byte) (out []passage) {
	t.Helper()
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, name, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		s, ok := literal(e)
		if ok {
			out = append(out, passage{fmt.Sprintf("%s:%d", name, files.Position(e.Pos()).Line), s, true})
		}
		return !ok
	})
	return out
}

// literal returns the text of a string literal, or of a sum with one, where X stands for what is not one.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		x, isX := literal(e.X)
		y, isY := literal(e.Y)
		return x + y, e.Op == token.ADD && (isX || isY)
	}
	return "X", false
}

func scriptTexts(t *testing.T, name string, text []byte) (out []passage) {
	t.Helper()
	f, err := (&syntax.FileOptions{Set: true}).Parse(name, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	syntax.Walk(f, func(n syntax.Node) bool {
		if l, ok := n.(*syntax.Literal); ok && l.Token == syntax.STRING {
			if s, ok := l.Value.(string); ok {
				out = append(out, passage{fmt.Sprintf("%s:%d", name, l.TokenPos.Line), s, true})
			}
		}
		return true
	})
	return out
}

// lines returns the text without its code blocks, a passage for each line.
func lines(name, text string) (out []passage) {
	code := false
	for n, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		if !code && !strings.HasPrefix(line, "    ") {
			out = append(out, passage{at: fmt.Sprintf("%s:%d", name, n+1), text: line})
		}
	}
	return out
}
