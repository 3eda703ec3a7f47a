package author

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/dsl/compare"
	"cardroom/dsl/docs"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
)

// The differences in the rules are plain data: all formats print the same values, and a part of a comparison contains them too.

// side is one of the two rule sets.
type side struct {
	runs.Shown
	Label   string            `json:"label"` // such as "angies/lowball sevens=void"
	Name    string            `json:"name"`
	House   string            `json:"house"`
	Stakes  plan.Stakes       `json:"stakes"`
	Options map[string]string `json:"options"`
	Cards   string            `json:"cards"`
	Stacks  []int64           `json:"stacks"` // by seat, none if no hand is played
}

// sideOf returns the data of a loaded side.
func sideOf(r *rival) side {
	words := []string{r.game.ID}
	for _, name := range slices.Sorted(maps.Keys(r.side.Set)) {
		words = append(words, name+"="+r.side.Set[name])
	}
	s := side{
		Label: strings.Join(words, " "), Shown: runs.ShownGame(r.game), Name: r.game.Name, House: r.game.House, Stakes: r.bound.Stakes,
		Options: map[string]string{}, Cards: r.game.Deck.String(), Stacks: []int64{},
	}
	for _, o := range r.game.Options {
		s.Options[o.Name] = o.Value
	}
	if r.job != nil {
		s.Stacks = r.job.Stacks
	}
	return s
}

// stacks formats the starting stacks, as one amount if they are equal.
func (s *side) stacks() string {
	var out []string
	for _, m := range rows.Amounts(s.Stacks, s.Stakes.Scale) {
		out = append(out, m.String())
	}
	if len(slices.Compact(slices.Clone(out))) == 1 {
		return out[0]
	}
	return strings.Join(out, ", ")
}

type rules struct {
	Sections  []ruleSection    `json:"sections"`
	Functions []functionChange `json:"functions"`
	Options   []compare.Option `json:"options"`
	Plan      []compare.Field  `json:"plan"`
}

func (d *rules) any() bool {
	return len(d.Sections)+len(d.Functions)+len(d.Options)+len(d.Plan) > 0
}

// ruleSection is a section of the rule sheets, with the rules that differ. In the dealer's procedure the steps before and after
// a difference show its place.
type ruleSection struct {
	Title string     `json:"title"`
	Lines []ruleLine `json:"lines"`
}

type ruleLine struct {
	In      mark     `json:"in"`
	Gap     bool     `json:"gap"` // steps before it are omitted
	Number  string   `json:"number"`
	Margin  string   `json:"margin"` // what precedes the text
	Text    string   `json:"text"`
	Clauses []string `json:"clauses"`
	At      string   `json:"at"`
	Source  string   `json:"source"` // the script line with its position, "" if both sides have it
}

// functionChange is a script function that differs, with some context around the differing lines.
type functionChange struct {
	Asked string     `json:"asked"`
	Name  string     `json:"name"`
	A     string     `json:"a"` // position of the function
	B     string     `json:"b"`
	Lines []codeLine `json:"lines"`
}

type codeLine struct {
	In   mark   `json:"in"`
	Gap  bool   `json:"gap"`
	Text string `json:"text"`
}

// mark says which sides have a line: "-" only A, "+" only B, " " both.
type mark string

func (m mark) op() compare.Op {
	for _, op := range []compare.Op{compare.OnlyA, compare.OnlyB} {
		if string(m) == op.String() {
			return op
		}
	}
	return compare.Both
}

// places returns the positions of the function, a single one if they are equal.
func (f *functionChange) places() []string { return slices.Compact([]string{f.A, f.B}) }

func (f *functionChange) title() string {
	return fmt.Sprintf("The script's answer to %s: %s", f.Asked, f.Name)
}

// sheet returns the sheet of a side, to be compared with that of another one.
func (r *rival) sheet(std *app.IO, with *rival) (*docs.Sheet, error) {
	room, err := gameRoom(std, r.lib, r.side.Game)
	if err != nil {
		return nil, err
	}
	quiet := quiet(std)
	return docs.Compared(r.bound, with.game, room, func(_, option, value string) (*plan.AtStakes, *docs.Room, error) {
		side := r.side
		side.Set = map[string]string{option: value}
		then, err := loadRival(quiet, side, r.set)
		if errors.Is(err, context.Canceled) {
			return nil, nil, err
		} else if err != nil {
			return nil, nil, nil // it is not played that way
		}
		return then.bound, room, nil
	})
}

// rulesOf returns the differences between the rules of two games.
func rulesOf(std *app.IO, a, b *rival) (rules, error) {
	one, err := a.sheet(std, b)
	if err != nil {
		return rules{}, err
	}
	two, err := b.sheet(std, a)
	if err != nil {
		return rules{}, err
	}
	d := compare.Sheets(one, two)
	out := rules{
		Sections: []ruleSection{}, Functions: []functionChange{},
		Options: append([]compare.Option{}, d.Options...), Plan: append([]compare.Field{}, d.Plan...),
	}
	for i := range d.Sections {
		out.Sections = append(out.Sections, sectionOf(a, b, &d.Sections[i]))
	}
	for i := range d.Functions {
		out.Functions = append(out.Functions, functionOf(a, b, &d.Functions[i]))
	}
	return out, nil
}

func sectionOf(a, b *rival, s *compare.Section) ruleSection {
	out := ruleSection{Title: s.Title, Lines: []ruleLine{}}
	last := -1
	for i, l := range s.Lines {
		if !tells(s.Lines, i) {
			continue
		}
		line := ruleLine{
			In: mark(l.Op.String()), Gap: l.Rule.Number != "" && i > last+1, Number: l.Rule.Number, Text: l.Rule.Text,
			Clauses: append([]string{}, l.Rule.Clauses...), At: l.Rule.At.String(),
		}
		last = i
		if l.Rule.Number != "" {
			line.Margin = margin(l.Rule)
		}
		switch l.Op {
		case compare.OnlyA:
			line.Source = a.line(l.Rule.At)
		case compare.OnlyB:
			line.Source = b.line(l.Rule.At)
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

// tells reports whether a line of a section is shown: one that differs, or a step next to one.
func tells(lines []compare.Line, i int) bool {
	for k := max(0, i-1); k <= min(i+1, len(lines)-1); k++ {
		if lines[k].Op != compare.Both && (k == i || lines[i].Rule.Number != "") {
			return true
		}
	}
	return false
}

// codeContext is the number of context lines around a difference.
const codeContext = 3

func functionOf(a, b *rival, f *compare.Function) functionChange {
	out := functionChange{Asked: f.Asked, Name: f.B.Name, A: a.asTyped(f.A.Pos).String(), B: b.asTyped(f.B.Pos).String(), Lines: []codeLine{}}
	last := -1
	for i, e := range f.Lines {
		if near(f.Lines, i, codeContext) {
			out.Lines = append(out.Lines, codeLine{mark(e.Op.String()), i > last+1, e.Of(f.A.Code, f.B.Code)})
			last = i
		}
	}
	return out
}

// near reports whether a line differs or is within a distance of one that does.
func near(edits []compare.Edit, i, distance int) bool {
	for k := max(0, i-distance); k <= min(i+distance, len(edits)-1); k++ {
		if edits[k].Op != compare.Both {
			return true
		}
	}
	return false
}

// line returns the script line at a position, with the position; "" if there is no position.
func (r *rival) line(at diag.Pos) string {
	return (&docs.Book{Lines: r.game.Lines}).Source(&docs.Rule{At: at})
}
