package docs

import (
	"cmp"
	"slices"
	"strconv"

	"cardroom/engine/plan"
)

// points returns the open points of a house: the readings that concern it, those that options name included.
func (r *Room) points(options []plan.Option) []Rule {
	if r.Readings == nil {
		return nil
	}
	var ids []string
	for i := range options {
		ids = append(ids, Refs(options[i].Ref)...)
	}
	var out []Rule
	all := r.Readings.Of(r.Folder, ids...)
	var letters []string // in the order in which the document's readings come
	for i := range all {
		if letter := all[i].ID[:1]; !slices.Contains(letters, letter) {
			letters = append(letters, letter)
		}
	}
	slices.SortStableFunc(all, func(x, y Reading) int {
		nx, _ := strconv.Atoi(x.ID[1:])
		ny, _ := strconv.Atoi(y.ID[1:])
		return cmp.Or(cmp.Compare(slices.Index(letters, x.ID[:1]), slices.Index(letters, y.ID[:1])), cmp.Compare(nx, ny))
	})
	for i := range all {
		out = append(out, point(&all[i]))
	}
	return out
}

// point returns a reading as a rule. It cites no clauses, which it does not state. Its origin is the authority that decided, or the
// option if one gives the answers.
func point(reading *Reading) Rule {
	p := Rule{subject: "point", when: []string{reading.ID}, named: true, Head: reading.ID, says: pointWords(reading), Origin: OfHouse}
	switch reading.Authority {
	case byAnother:
		p.Origin, p.Source = Borrowed, "another house"
	case byCustom:
		p.Origin, p.Source = Custom, usual
		p.says += " By custom."
	}
	if name, _ := reading.Answers[0].Option(); name != "" {
		p.Origin, p.Option, p.Source, p.choice = OfOption, name, "", true
	}
	p.Text = p.speak()
	return p
}

// pointWords returns the question of a reading and what is decided.
func pointWords(r *Reading) string { return r.Question + " " + r.Decided() }

// explained returns what an id that is printed with a rule means: the words of a clause, a reading or a source; "" if it is
// unknown.
func (h *htmlBook) explained(id string) string {
	if text := h.texts[id]; text != "" || h.room == nil || h.room.Readings == nil {
		return text
	}
	for _, ref := range Refs(id) {
		if r := h.room.Readings.Find(h.room.Folder, ref); r != nil {
			return pointWords(r)
		}
		if s := h.room.Readings.Source(ref); s != nil {
			return s.Name
		}
	}
	return ""
}
