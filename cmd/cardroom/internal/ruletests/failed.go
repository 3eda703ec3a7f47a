package ruletests

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/dsl/ruletest"
)

// failedFile is the name of the file in the state folder with the tests in files of the user that failed when they last ran.
const failedFile = "failed-tests.json"

// failedTests are the names of tests that failed, by the absolute path of their script.
type failedTests map[string][]string

// readFailed returns the tests that failed when they last ran. An unreadable file counts as empty.
func (rep *results) readFailed() failedTests {
	kept := failedTests{}
	if name := rep.std.StateFile(failedFile); name != "" {
		if text, err := rep.std.ReadText(name); err == nil && json.Unmarshal(text, &kept) != nil {
			return failedTests{}
		}
	}
	return kept
}

// path returns where the script of a test is; "" for an embedded one, which does not change.
func (rep *results) path(ref string) string {
	if strings.HasPrefix(ref, "@") {
		return ""
	}
	at, err := filepath.Abs(rep.files.typed[ref])
	if err != nil {
		return ""
	}
	return at
}

// failedBefore tells which tests run first; nil if the order does not change.
func (rep *results) failedBefore() func(*ruletest.Test) bool {
	if !rep.opts.FailedFirst {
		return nil
	}
	kept := rep.readFailed()
	return func(t *ruletest.Test) bool { return slices.Contains(kept[rep.path(t.File)], t.Name) }
}

// keepFailed remembers which tests have failed. A test that did not run stays as it was.
func (rep *results) keepFailed() {
	name := rep.std.StateFile(failedFile)
	if name == "" {
		return
	}
	kept, changed := rep.readFailed(), false
	for _, r := range rep.results {
		at := rep.path(r.File)
		i := slices.Index(kept[at], r.Name)
		switch failed := r.Status == ruletest.Failed; {
		case at == "":
		case failed && i < 0:
			kept[at], changed = append(kept[at], r.Name), true
		case !failed && i >= 0:
			kept[at], changed = slices.Delete(kept[at], i, i+1), true
			if len(kept[at]) == 0 {
				delete(kept, at)
			}
		}
	}
	if !changed {
		return
	}
	text, err := json.Marshal(kept)
	if err == nil {
		if err = rep.std.MkdirAll(filepath.Dir(name)); err == nil {
			err = rep.std.WriteFile(name, append(text, '\n'))
		}
	}
	if err != nil && rep.opts.FailedFirst {
		rep.std.Warn("which tests failed is not remembered: %v", err)
	}
}
