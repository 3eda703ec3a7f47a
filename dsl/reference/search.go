package reference

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// Hit is an entry found by a search.
type Hit struct {
	*Entry
	// Excerpt is the sentence, the line or the argument that matches the query best.
	Excerpt string

	score float64
	words int // of the query
}

// Weights of the places where a word is found.
const (
	inName     = 10.0
	inSummary  = 5.0
	inDoc      = 3.0
	inParam    = 4.0 // the name of an argument
	inParamDoc = 2.5
)

// weightOf returns the likelihood that an entry is the answer: teaching pages come before words, and words before attributes,
// types, codes and things for tests.
func weightOf(e *Entry) float64 {
	switch {
	case e.Kind == Topic && e.Chapter == howChapter:
		return 2.5
	case e.Kind == Type, e.Kind == Code, e.Kind == Attribute:
		return 0.5
	case e.Chapter == "tests" || e.Chapter == "starlark":
		return 0.4
	case e.Load != "" || e.Kind == Script:
		return 0.5
	}
	return 1
}

// Search returns the entries that match a query best, best first: those with all of the words, or, if there are none, those with
// the largest number of words. It reads the galleries too.
func (r *Reference) Search(query string) []*Hit {
	words := queryWords(query)
	if len(words) == 0 {
		return nil
	}
	entries := append(r.lines(), r.galleries()...)
	found := make([][]match, len(entries)) // by entry and word
	having := make([]int, len(words))
	for i, e := range entries {
		found[i] = matches(e, words)
		for k := range words {
			if found[i][k].weight > 0 {
				having[k]++
			}
		}
	}
	var hits []*Hit
	most := 0
	for i, e := range entries {
		h := &Hit{Entry: e}
		best := 0.0
		for k, m := range found[i] {
			if m.weight == 0 {
				continue
			}
			h.words++
			worth := m.weight * math.Log(1+float64(len(entries))/float64(having[k]))
			h.score += worth
			if worth > best && m.text != "" {
				best, h.Excerpt = worth, m.text
			}
		}
		if h.words == 0 {
			continue
		}
		h.score *= weightOf(e)
		if line := lineOf(e, words); line != "" {
			h.Excerpt = line
			h.score *= 1.5
		}
		h.Excerpt = shortened(cmp.Or(h.Excerpt, e.Summary(), e.Signature), words)
		most = max(most, h.words)
		hits = append(hits, h)
	}
	hits = slices.DeleteFunc(hits, func(h *Hit) bool { return h.words < most })
	slices.SortStableFunc(hits, func(a, b *Hit) int { return cmp.Compare(b.score, a.score) })
	named := map[string]int{}
	for _, h := range hits {
		named[h.Name]++
	}
	for _, h := range hits {
		if named[h.Name] > 1 && h.Load != "" {
			h.Excerpt = h.Load // what tells it from the others
		}
	}
	return hits
}

// Apart returns two words that stand next to each other in the reference and that make a word if they are written as one: "side pot"
// for sidepot or sidepots; "" if there are none.
func (r *Reference) Apart(word string) string {
	word = strings.TrimSuffix(strings.ToLower(word), "s")
	for _, e := range append(r.lines(), r.galleries()...) {
		last := ""
		for one := range strings.FieldsFuncSeq(strings.ToLower(e.Doc), func(c rune) bool { return !unicode.IsLetter(c) }) {
			if one = strings.TrimSuffix(one, "s"); len(last)+len(one) == len(word) && last+one == word && len(last) > 1 && len(one) > 1 {
				return last + " " + one
			}
			last = one
		}
	}
	return ""
}

// Elsewhere returns what is written instead of a word of card rooms or of other languages that the language does not have; "" if
// nothing is known.
func (r *Reference) Elsewhere(word string) string {
	return r.words.Elsewhere(strings.ReplaceAll(strings.ToLower(word), " ", "_"))
}

// lines returns all entries, with each line of the page "How do I say" as a separate entry.
func (r *Reference) lines() []*Entry {
	var out []*Entry
	for _, e := range r.All() {
		if e.Chapter != howChapter {
			out = append(out, e)
			continue
		}
		for _, line := range sentences(e.Doc) {
			out = append(out, &Entry{Kind: Topic, Name: e.Name, Chapter: howChapter, Doc: line})
		}
	}
	return out
}

// shortened returns the part of a line around the first of some words that fits a list.
func shortened(line string, words []string) string {
	const most, before = 130, 50
	runes := []rune(line)
	if len(runes) <= most {
		return line
	}
	from, at := 0, 0
	for i, field := range strings.SplitAfter(line, " ") {
		if i > 0 && slices.ContainsFunc(tokensOf(field), func(t string) bool { return slices.Contains(words, t) }) {
			from = max(0, at-before)
			break
		}
		at += len([]rune(field))
	}
	from = min(from, len(runes)-most)
	text := string(runes[from : from+most])
	if from > 0 {
		_, text, _ = strings.Cut(text, " ")
		text = "… " + text
	}
	if from+most < len(runes) {
		text = text[:strings.LastIndex(text, " ")] + " …"
	}
	return text
}

// match is the best place of a word: its weight and text.
type match struct {
	weight float64
	text   string
}

// matches returns the best matches of words in an entry, by word.
func matches(e *Entry, words []string) []match {
	out := make([]match, len(words))
	look := func(text string, weight float64, shown string) {
		tokens := tokensOf(text)
		for k, w := range words {
			if q := weight * quality(tokens, w); q > out[k].weight {
				out[k] = match{q, shown}
			}
		}
	}
	look(e.Name, inName/math.Sqrt(float64(len(tokensOf(e.Name)))), "")
	for i, s := range sentences(e.Doc) {
		weight := inDoc
		if i == 0 {
			weight = inSummary
		}
		look(s, weight, s)
	}
	for _, p := range e.Params {
		shown := p.Name + ": " + p.Doc
		look(p.Name, inParam, shown)
		look(p.Doc, inParamDoc, shown)
		look(strings.Join(p.Choices, " "), inParamDoc, shown)
	}
	return out
}

// lineOf returns the sentence or the argument of an entry that contains all the words, "" if none does.
func lineOf(e *Entry, words []string) string {
	lines := sentences(e.Doc)
	for _, p := range e.Params {
		lines = append(lines, p.Name+": "+p.Doc)
	}
	for _, line := range lines {
		tokens := tokensOf(line)
		if !slices.ContainsFunc(words, func(w string) bool { return quality(tokens, w) == 0 }) {
			return line
		}
	}
	return ""
}

// quality returns 1 if a word is among tokens, less if it is only the beginning of one.
func quality(tokens []string, word string) float64 {
	const leastPrefix = 4
	best := 0.0
	for _, t := range tokens {
		switch {
		case t == word:
			return 1
		case len(word) >= leastPrefix && strings.HasPrefix(t, word):
			best = 0.6
		}
	}
	return best
}

// sentences returns the items of lists and the sentences of a text.
func sentences(text string) []string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		if item, isItem := strings.CutPrefix(line, "* "); isItem {
			out = append(out, item)
			continue
		}
		for _, s := range strings.SplitAfter(line, ". ") {
			if s = strings.TrimSpace(s); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

// passing are words of a query that do not matter for its meaning.
var passing = []string{"a", "an", "the", "to", "of", "in", "is", "are", "do", "does", "i", "how", "it", "its", "and", "for", "with", "by", "be", "say", "can", "what"}

func queryWords(query string) []string {
	all := tokensOf(query)
	words := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return slices.Contains(passing, w) })
	if len(words) == 0 {
		words = all
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// tokensOf returns the words of a text in lower case, without grammatical endings.
func tokensOf(text string) []string {
	fields := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range fields {
		fields[i] = stem(w)
	}
	return fields
}

// stem returns a word without the ending of a plural or of a verb.
func stem(word string) string {
	const least = 3
	for _, end := range []struct{ has, then string }{{"ies", "y"}, {"ing", ""}, {"ed", ""}, {"s", ""}, {"e", ""}} {
		base, ok := strings.CutSuffix(word, end.has)
		if !ok || len(base) < least || strings.HasSuffix(base, "s") && end.has == "s" {
			continue
		}
		if n := len(base); end.then == "" && end.has != "s" && base[n-1] == base[n-2] && n > least {
			base = base[:n-1]
		}
		return strings.TrimSuffix(base+end.then, "e")
	}
	return word
}
