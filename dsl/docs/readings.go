package docs

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
)

// ReadingsFile is the name of the list of readings, next to the scripts of a house. The list that all houses share is next to the
// standard library.
const ReadingsFile = "readings.toml"

// Reading is a question that a document leaves open, and its answer. Scripts cite it by its id, as in option(ref = "A22").
type Reading struct {
	ID    string `json:"id"`                       // its number
	House string `json:"house,omitempty" toml:"-"` // the folder; "" in the list that all houses share
	// Also are other ids of the same reading, which older sheets print.
	Also []string `json:"also,omitempty"`
	// Houses are the folders of the houses that a shared reading concerns.
	Houses   []string `json:"houses,omitempty"`
	Question string   `json:"question"` // what is open
	// Words are the document's own words. Without any, the document is silent.
	Words   []Quote  `json:"words"`
	Answers []Answer `json:"answers"` // the possible answers
	// Authority states what decided: the clause's own words before other words of the house, those before another house, and
	// custom last.
	Authority Authority `json:"authority" enum:"clause,house,another,custom"`
	Because   string    `json:"because"` // why
	Since     string    `json:"since"`   // a date, "2026-11-22"
}

// Quote is a quotation from a document.
type Quote struct {
	Clause string `json:"clause"` // its id
	Says   string `json:"says"`   // the quotation
}

// Answer is a possible answer.
type Answer struct {
	// Set is the option that gives the answer, as after --set: "sevens=void". It is "" if no option does.
	Set     string `json:"set,omitempty"`
	Says    string `json:"says"`    // the answer
	Decided bool   `json:"decided"` // it is the default
	// Against are the clauses whose words do not hold with this answer: sheets do not print or cite them while it is in force.
	Against []string `json:"against,omitempty"` // the clauses whose words do not hold with it
}

// Option returns the option that gives the answer, and its value; "" if none does.
func (a *Answer) Option() (name, value string) {
	name, value, _ = strings.Cut(a.Set, "=")
	return name, value
}

// Authority is what decided a question.
type Authority string

// The authorities, the strongest first.
const (
	byClause  Authority = "clause"  // the clause's own words
	byHouse   Authority = "house"   // other words of the same house
	byAnother Authority = "another" // a rule of another house
	byCustom  Authority = "custom"  // the custom of card rooms
)

// authorities lists the authorities with their meaning, the strongest first.
var authorities = []struct {
	Authority
	Means string
}{
	{byClause, "the clause's own words"},
	{byHouse, "other words of the house's document"},
	{byAnother, "the same rule in another house's document"},
	{byCustom, "the custom of card rooms"},
}

// means returns the authority in words; "" if it is unknown.
func (a Authority) means() string {
	for _, x := range authorities {
		if x.Authority == a {
			return x.Means
		}
	}
	return ""
}

// Source is a published text that rulings and readings refer to: "WSOP" in "WSOP 104".
type Source struct {
	ID    string `json:"id"`
	House string `json:"house,omitempty" toml:"-"` // the folder; "" in the list that all houses share
	Name  string `json:"name"`
	Gives string `json:"gives"` // what it is used for
	Where string `json:"where"` // where it can be read
}

// Readings is the content of a list of readings.
type Readings struct {
	Readings []Reading `toml:"reading"`
	Sources  []Source  `toml:"source"`
}

// ParseReadings parses the list of readings of a house in TOML; house is its folder, "" for the shared list. It refuses entries
// that lack a part, and keys that it does not know.
func ParseReadings(data []byte, house string) (*Readings, error) {
	if err := bounded(data); err != nil {
		return nil, err
	}
	list := &Readings{}
	d := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	if err := d.Decode(list); err != nil {
		var unknown *toml.StrictMissingError
		if errors.As(err, &unknown) && len(unknown.Errors) > 0 {
			row, _ := unknown.Errors[0].Position()
			return nil, fmt.Errorf("line %d: there is no key %s", row, strings.Join(unknown.Errors[0].Key(), "."))
		}
		return nil, err
	}
	seen := map[string]bool{}
	for i := range list.Readings {
		r := &list.Readings[i]
		r.House = house
		if err := r.check(); err != nil {
			return nil, fmt.Errorf("reading %q: %w", r.ID, err)
		}
		for _, id := range r.IDs() {
			if seen[strings.ToUpper(id)] {
				return nil, fmt.Errorf("reading %q is listed twice", id)
			}
			seen[strings.ToUpper(id)] = true
		}
		if r.Words == nil {
			r.Words = []Quote{}
		}
	}
	for i := range list.Sources {
		s := &list.Sources[i]
		s.House = house
		if s.ID == "" || s.Name == "" || seen[strings.ToUpper(s.ID)] {
			return nil, fmt.Errorf("source %q is missing an id or a name, or listed twice", s.ID)
		}
		seen[strings.ToUpper(s.ID)] = true
	}
	return list, nil
}

// check returns an error if a part of a reading is missing. One answer is decided of each option, and one of those without.
func (r *Reading) check() error {
	switch {
	case r.ID == "" || strings.ContainsAny(r.ID, " ,\n"):
		return errors.New("id: want a word, such as A22")
	case r.Question == "":
		return errors.New("question is missing")
	case r.Authority.means() == "":
		return fmt.Errorf("authority: got %q, want clause, house, another or custom", r.Authority)
	case r.Because == "":
		return errors.New("because is missing")
	}
	if _, err := time.Parse(time.DateOnly, r.Since); err != nil {
		return fmt.Errorf("since: got %q, want a date, such as 2026-11-22", r.Since)
	}
	decided := map[string]int{}
	for i := range r.Answers {
		a := &r.Answers[i]
		name, value := a.Option()
		if a.Says == "" || a.Set != "" && (name == "" || value == "") {
			return fmt.Errorf("answer %d: want says, and set as \"option=value\"", i+1)
		}
		if a.Decided {
			decided[name]++
		}
		for _, id := range a.Against {
			if !slices.ContainsFunc(r.Words, func(q Quote) bool { return q.Clause == id }) {
				return fmt.Errorf("answer %d: it is against %s, which the words do not quote", i+1, id)
			}
		}
	}
	for i := range r.Answers {
		if name, _ := r.Answers[i].Option(); decided[name] != 1 {
			return fmt.Errorf("answer %d: %d answers with the same option %q are decided, want one", i+1, decided[name], name)
		}
	}
	if len(r.Answers) == 0 {
		return errors.New("answers are missing")
	}
	return nil
}

// IDs returns the ids of a reading, its own first.
func (r *Reading) IDs() []string { return append([]string{r.ID}, r.Also...) }

// is reports whether an id means the reading, in upper or lower case.
func (r *Reading) is(id string) bool {
	return slices.ContainsFunc(r.IDs(), func(own string) bool { return strings.EqualFold(own, id) })
}

// ReadReadings reads the list in a folder; it is empty if there is none. house is the folder of the house, "" for the shared list.
func ReadReadings(fsys fs.FS, dir, house string) (*Readings, error) {
	file := path.Join(dir, ReadingsFile)
	if f, err := fsys.Open(file); err != nil {
		return &Readings{}, nil
	} else if err = f.Close(); err != nil {
		return nil, err
	}
	data, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, err
	}
	list, err := ParseReadings(data, house)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return list, nil
}

// AllReadings reads the shared list and the lists of the folders of houses; either may be nil. broken, which may be nil, receives
// each folder with a list that cannot be read, "" for the shared one; the list is left out.
func AllReadings(shared, houses fs.FS, broken func(house string, err error)) *Readings {
	all := &Readings{}
	read := func(fsys fs.FS, dir, house string) {
		list, err := ReadReadings(fsys, dir, house)
		if err == nil {
			all.Add(list)
		} else if broken != nil {
			broken(house, err)
		}
	}
	if shared != nil {
		read(shared, ".", "")
	}
	if houses == nil {
		return all
	}
	files, _ := fs.Glob(houses, "*/"+ReadingsFile) // the pattern is valid
	for _, file := range files {
		read(houses, path.Dir(file), path.Dir(file))
	}
	return all
}

// Add appends another list.
func (l *Readings) Add(more *Readings) {
	l.Readings, l.Sources = append(l.Readings, more.Readings...), append(l.Sources, more.Sources...)
}

// Refs returns the ids in the reference of an option or a ruling: "A31, G7" has two; of "WSOP 104" the number is a rule of the
// source.
func Refs(ref string) []string {
	var out []string
	for part := range strings.SplitSeq(ref, ",") {
		if id, _, _ := strings.Cut(strings.TrimSpace(part), " "); id != "" && id[0] >= 'A' {
			out = append(out, id)
		}
	}
	return out
}

// Find returns the reading that an id means in a house, in any case: its own one, or one of the shared list, or that of another
// house from which it borrows. nil if there is none.
func (l *Readings) Find(house, id string) *Reading {
	var found *Reading
	for i := range l.Readings {
		r := &l.Readings[i]
		switch {
		case !r.is(id):
		case r.House == house:
			return r
		case found == nil || r.House == "":
			found = r
		}
	}
	return found
}

// Source returns the source with an id, in any case; nil if there is none.
func (l *Readings) Source(id string) *Source {
	i := slices.IndexFunc(l.Sources, func(s Source) bool { return strings.EqualFold(s.ID, id) })
	if i < 0 {
		return nil
	}
	return &l.Sources[i]
}

// Of returns the readings that concern a house: its own, then the shared ones that name it or that it refers to by these ids. An
// own reading replaces a shared one with the same id.
func (l *Readings) Of(house string, refs ...string) []Reading {
	var own, shared []Reading
	for i := range l.Readings {
		switch r := &l.Readings[i]; {
		case r.House == house:
			own = append(own, *r)
		case l.Find(house, r.ID) == r && (slices.Contains(r.Houses, house) || slices.ContainsFunc(refs, r.is)):
			shared = append(shared, *r)
		}
	}
	return append(own, shared...)
}

// Decided returns the answers that are the defaults, in words.
func (r *Reading) Decided() string {
	var out []string
	for _, a := range r.Answers {
		if a.Decided {
			out = append(out, a.Says)
		}
	}
	return strings.Join(out, " ")
}

// Text returns the reading in paragraphs, in the form of docstrings: options are in `backticks`, and a list begins with "* ".
func (r *Reading) Text() string {
	parts := []string{r.Question}
	var quotes []string
	for _, q := range r.Words {
		quotes = append(quotes, fmt.Sprintf("\"%s\" (%s)", q.Says, q.Clause))
	}
	if len(quotes) == 0 {
		parts = append(parts, "The document is silent.")
	} else {
		parts = append(parts, "The document: "+strings.Join(quotes, "; "))
	}
	var answers []string
	for _, decided := range []bool{true, false} {
		for _, a := range r.Answers {
			if a.Decided != decided {
				continue
			}
			head, tail := "* Or: ", ""
			if decided {
				head = "* Decided: "
			}
			if a.Set != "" {
				arg := a.Set
				if strings.Contains(arg, " ") {
					arg = "'" + arg + "'"
				}
				tail = " (`--set " + arg + "`)"
			}
			answers = append(answers, head+a.Says+tail)
		}
	}
	since, _ := time.Parse(time.DateOnly, r.Since)
	return strings.Join(append(parts, strings.Join(answers, "\n"),
		"On the authority of "+r.Authority.means()+": "+r.Because,
		"Since "+since.Format("2 January 2006")+"."), "\n\n")
}

// Text returns the source in paragraphs.
func (s *Source) Text() string {
	text := s.Name
	if s.Gives != "" {
		text += "\n\n" + s.Gives
	}
	if s.Where != "" {
		text += "\n\nTo be found at " + s.Where
	}
	return text
}
