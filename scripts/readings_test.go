package scripts_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/dsl/star"
	"cardroom/engine/plan"
	"cardroom/scripts"
	"cardroom/stdlib"
)

func allReadings(t *testing.T) *docs.Readings {
	t.Helper()
	all := docs.AllReadings(stdlib.FS, scripts.FS, func(_ string, err error) { t.Fatal(err) })
	if len(all.Readings) < 100 || len(all.Sources) < 10 {
		t.Fatalf("%d readings, %d sources", len(all.Readings), len(all.Sources))
	}
	return all
}

// optionsOf returns the options of the games and tables of each house.
func optionsOf(t *testing.T) map[string][]plan.Option {
	t.Helper()
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS}, Parsed: &parsed})
	houses, err := lib.Houses()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]plan.Option{}
	for _, house := range houses {
		games, err := lib.House(house)
		if err != nil {
			t.Fatal(err)
		}
		all, err := lib.HouseOptions(house)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			all = append(all, g.Options...)
		}
		for _, o := range all {
			if !slices.ContainsFunc(out[house], func(p plan.Option) bool { return p.Pos == o.Pos }) {
				out[house] = append(out[house], o)
			}
		}
	}
	return out
}

// values returns the allowed values of an option, nil if any value is allowed.
func values(o *plan.Option) []string {
	if o.Default == "yes" || o.Default == "no" {
		return []string{"no", "yes"}
	}
	return slices.Sorted(slices.Values(o.Choices))
}

// answers returns the values of an option that a reading gives answers for, and the decided one.
func answers(r *docs.Reading, option string) (all []string, decided string) {
	for _, a := range r.Answers {
		if name, value := a.Option(); name == option {
			if all = append(all, value); a.Decided {
				decided = value
			}
		}
	}
	slices.Sort(all)
	return all, decided
}

// TestRefs checks that each ref of an option names readings and sources that exist, and that one of the readings is about the
// option: each of its values is an answer, and its default is decided. When a default changes, its reading must change too.
func TestRefs(t *testing.T) {
	all := allReadings(t)
	for house, options := range optionsOf(t) {
		written := star.Exists(scripts.FS, house+"/"+docs.ClausesFile)
		for _, o := range options {
			if o.Ref == "" && written {
				t.Errorf("%s: option %s of %s has no ref", o.Pos, o.Name, house)
			}
			about := o.Ref == ""
			for _, id := range docs.Refs(o.Ref) {
				r := all.Find(house, id)
				if r == nil {
					if all.Source(id) == nil {
						t.Errorf("%s: ref %s of option %s has no reading", o.Pos, id, o.Name)
					}
					continue
				}
				if written && r.House != house && !slices.Contains(r.Houses, house) {
					t.Errorf("%s: reading %s does not concern %s", o.Pos, id, house)
				}
				given, decided := answers(r, o.Name)
				if given == nil {
					continue
				}
				about = true
				if decided != o.Default {
					t.Errorf("%s: option %s of %s is %q by default, and reading %s decides %q", o.Pos, o.Name, house, o.Default, r.ID, decided)
				}
				if want := values(&o); want != nil && !slices.Equal(given, want) {
					t.Errorf("%s: option %s of %s allows %q, and reading %s answers %q", o.Pos, o.Name, house, want, r.ID, given)
				}
			}
			if !about {
				t.Errorf("%s: no reading in ref = %q gives answers with option %s", o.Pos, o.Ref, o.Name)
			}
		}
	}
}

// TestAnswers checks that the options that answers name exist in the houses that a reading concerns, and refer to it.
func TestAnswers(t *testing.T) {
	all, options := allReadings(t), optionsOf(t)
	for i := range all.Readings {
		r := &all.Readings[i]
		houses := r.Houses
		if r.House != "" {
			houses = append(houses, r.House)
		}
		if len(houses) == 0 {
			t.Errorf("reading %s concerns no house", r.ID)
		}
		for _, house := range houses {
			if options[house] == nil {
				t.Errorf("reading %s concerns %s, which is no house", r.ID, house)
				continue
			}
			if all.Find(house, r.ID) != r {
				t.Errorf("reading %s concerns %s, which has a reading of its own", r.ID, house)
			}
			for _, a := range r.Answers {
				name, _ := a.Option()
				cited := func(o plan.Option) bool {
					return o.Name == name && slices.ContainsFunc(docs.Refs(o.Ref), func(id string) bool { return all.Find(house, id) == r })
				}
				if name != "" && !slices.ContainsFunc(options[house], cited) {
					t.Errorf("reading %s: no option %s of %s refers to it", r.ID, name, house)
				}
			}
		}
	}
}

// TestQuotations checks that each reading quotes clauses that exist, word for word.
func TestQuotations(t *testing.T) {
	known := map[string]*docs.Clause{}
	files, err := fs.Glob(scripts.FS, "*/"+docs.ClausesFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		list, err := docs.ReadClauses(scripts.FS, path.Dir(file))
		if err != nil {
			t.Fatal(err)
		}
		for i := range list.Clauses {
			known[list.Clauses[i].ID] = &list.Clauses[i]
		}
	}
	documents, _ := filepath.Glob("../../shared/seeds/*.txt")
	if len(documents) == 0 {
		t.Log("the documents are not here: only the ids are compared")
	}
	texts := map[string][]string{}
	for _, file := range documents {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(file)] = strings.Split(string(text), "\n")
	}
	for _, r := range allReadings(t).Readings {
		for _, q := range r.Words {
			c := known[q.Clause]
			if c == nil {
				t.Errorf("reading %s quotes %s, which no house has", r.ID, q.Clause)
				continue
			}
			document, _, _ := strings.Cut(c.Source, " > ")
			if all := texts[document]; all != nil && !strings.Contains(plainWords(linesOf(t, all, c.Lines)), plainWords(q.Says)) {
				t.Errorf("reading %s: %q is not in lines %s of %s (%s)", r.ID, q.Says, c.Lines, document, q.Clause)
			}
		}
	}
}

// linesOf returns lines of a document, such as "212-243" or "7+9".
func linesOf(t *testing.T, all []string, which string) string {
	t.Helper()
	var out []string
	for part := range strings.SplitSeq(which, "+") {
		from, to, several := strings.Cut(part, "-")
		if !several {
			to = from
		}
		a, err1 := strconv.Atoi(from)
		b, err2 := strconv.Atoi(to)
		if err1 != nil || err2 != nil || a < 1 || b > len(all) {
			t.Fatalf("lines %s", which)
		}
		out = append(out, all[a-1:b]...)
	}
	return strings.Join(out, " ")
}

// plainWords returns a text without the marks of Markdown and of page breaks.
func plainWords(text string) string {
	text = strings.NewReplacer("*", "", `\$`, "$", "—", "-", "–", "-", "“", `"`, "”", `"`, "’", "'", "<u>", "", "</u>", "").Replace(text)
	return strings.Join(strings.Fields(text), " ")
}

// inside matches the contents of parentheses, and id those parts of it that are ids of readings: "(A3)", "(omaha-casino.table.nine,
// A61)".
var (
	inside = regexp.MustCompile(`\(([^()]*)\)`)
	id     = regexp.MustCompile(`^[AGSCEOHDR][0-9]{1,2}$`)
)

// mentions returns the ids that a line of a script, a document, or the comment in a line of Go mentions in parentheses.
func mentions(file, line string) []string {
	if path.Ext(file) == ".go" {
		_, line, _ = strings.Cut(line, "// ")
	}
	var out []string
	for _, m := range inside.FindAllStringSubmatch(line, -1) {
		for part := range strings.SplitSeq(m[1], ", ") {
			if id.MatchString(part) {
				out = append(out, part)
			}
		}
	}
	return out
}

// treeFiles returns the paths of all files of the project.
func treeFiles(t *testing.T) []string {
	t.Helper()
	var out []string
	err := fs.WalkDir(os.DirFS(".."), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == ".git" {
			return fs.SkipDir
		}
		if err == nil && d.Type().IsRegular() {
			out = append(out, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestMentions checks that each id that scripts, tests and documents mention in parentheses has a reading or a source, and that
// each reading is used: a script, a test or a document mentions it, or it quotes a clause that a script cites.
func TestMentions(t *testing.T) {
	all := allReadings(t)
	used := map[*docs.Reading]bool{}
	cited := map[string]bool{}
	for house, options := range optionsOf(t) {
		for _, o := range options {
			for _, id := range docs.Refs(o.Ref) {
				if r := all.Find(house, id); r != nil {
					used[r] = true
				}
			}
		}
	}
	clauseID := regexp.MustCompile(`[a-z0-9-]+(\.[\w-]+)+`)
	for _, file := range treeFiles(t) {
		if ext := path.Ext(file); ext != ".star" && ext != ".go" && ext != ".md" {
			continue
		}
		text, err := os.ReadFile("../" + file)
		if err != nil {
			t.Fatal(err)
		}
		house := ""
		if rest, ok := strings.CutPrefix(file, "scripts/"); ok {
			house, _, _ = strings.Cut(rest, "/")
		}
		if path.Ext(file) == ".star" && house != "" {
			for _, id := range clauseID.FindAllString(string(text), -1) {
				cited[id] = true
			}
		}
		for n, line := range strings.Split(string(text), "\n") {
			for _, m := range mentions(file, line) {
				r := all.Find(house, m)
				if r == nil && all.Source(m) == nil {
					t.Errorf("%s:%d: there is no reading %s", file, n+1, m)
				}
				used[r] = true
			}
		}
	}
	for i := range all.Readings {
		r := &all.Readings[i]
		quotes := slices.ContainsFunc(r.Words, func(q docs.Quote) bool { return cited[q.Clause] })
		if !used[r] && !quotes {
			t.Errorf("nothing uses reading %s of %q: no ref, no comment, and no script cites a clause that it quotes", r.ID, r.House)
		}
	}
}
