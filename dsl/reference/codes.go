package reference

import (
	"embed"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// The page of each code is an archive codes/CR030.txtar. Its first line is a
// summary of the code, followed by the text; the files below wrong/ show the
// mistake and those below right/ a version without it. The tests load main.star
// of both; other files are only shown.
//
//go:embed codes/*.txtar
var codeFiles embed.FS

// codePages returns the pages of all codes, in order.
func codePages() []*Entry {
	entries, err := codeFiles.ReadDir("codes")
	if err != nil {
		panic(err) // embedded
	}
	var out []*Entry
	for _, e := range entries {
		text, err := codeFiles.ReadFile("codes/" + e.Name())
		if err != nil {
			panic(err)
		}
		out = append(out, codePage(strings.TrimSuffix(e.Name(), ".txtar"), text))
	}
	return out
}

func codePage(code string, text []byte) *Entry {
	a := txtar.Parse(text)
	doc := strings.TrimSpace(string(a.Comment))
	if code >= "CR100" { // the others are errors of loading
		doc += "\n\nA comment silences it, on its line or alone on the line before: `# cardroom: ignore=" + code + "`, or `ignore-file=" + code + "` for the whole script. What keeps a script from loading is always reported."
	}
	return &Entry{
		Kind: Code, Name: code, Doc: doc,
		Wrong: codeExample(a, "wrong/"), Right: codeExample(a, "right/"),
	}
}

// codeExample returns a single file unchanged, or several files below their
// names.
func codeExample(a *txtar.Archive, dir string) string {
	var b strings.Builder
	files := 0
	for _, f := range a.Files {
		if strings.HasPrefix(f.Name, dir) {
			files++
		}
	}
	for _, f := range a.Files {
		name, ok := strings.CutPrefix(f.Name, dir)
		if !ok {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		if files > 1 {
			b.WriteString("# " + name + "\n")
		}
		b.Write(f.Data)
	}
	return b.String()
}

// CodeDoc returns the page of a diagnostic code as text, with the summary in
// the first line; "" for an unknown code.
func CodeDoc(code string) string {
	text, err := codeFiles.ReadFile("codes/" + code + ".txtar")
	if err != nil {
		return ""
	}
	return codePage(code, text).Doc
}
