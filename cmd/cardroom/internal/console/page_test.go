package console_test

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/serve/page"
)

// TestStored checks that the service worker stores every file of the page, those that `site` adds, and nothing else: a missing
// file makes its installation fail, and a file that is left out is missing offline.
func TestStored(t *testing.T) {
	text, err := fs.ReadFile(page.Files, "files/sw.js")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "const FILES = [")
	list, _, _ = strings.Cut(list, "]")
	var stored []string
	for _, m := range regexp.MustCompile(`"([^"]+)"`).FindAllStringSubmatch(list, -1) {
		stored = append(stored, m[1])
	}
	want := []string{"./", "engine.json", "games.json", "gallery.json", "source.json", "sheet.json", "wasm_exec.js", "cardroom.wasm"}
	files, err := fs.ReadDir(page.Files, "files")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.Name() != "sw.js" {
			want = append(want, f.Name())
		}
	}
	slices.Sort(stored)
	slices.Sort(want)
	if !slices.Equal(stored, want) {
		t.Errorf("stored are\n%q, the page has\n%q", stored, want)
	}
}

// TestOwn checks that the page has no inline styles or scripts, and loads nothing from elsewhere.
func TestOwn(t *testing.T) {
	inline := regexp.MustCompile(`(?i)\sstyle=|\son[a-z]+="|<style|<script(>| [^>]*>[^<])|javascript:`)
	elsewhere := regexp.MustCompile(`https?://[^\s"']+|//[a-z0-9.-]+\.[a-z]{2,}/|@import`)
	err := fs.WalkDir(page.Files, "files", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(page.Files, name)
		if strings.HasSuffix(name, ".html") {
			if found := inline.Find(text); found != nil {
				t.Errorf("%s: %q", name, found)
			}
		}
		for _, url := range elsewhere.FindAllString(string(text), -1) {
			if !strings.HasPrefix(url, "http://www.w3.org/") { // XML namespaces
				t.Errorf("%s: %s", name, url)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
