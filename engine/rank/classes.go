package rank

// A Class is a range of strengths that players call by one name: "flush",
// "eight low", "three-card hand". Best is the strongest of them, Worst the
// weakest.
type Class struct {
	Name        string
	Worst, Best Strength
}

// Classes returns the classes of the ranking, best first. Every strength is in
// one of them. The last class has strength 0: the hands that do not qualify.
//
// Classes are the categories that count. A low hand without a pair is named by
// its highest card, a badugi by its number of cards, and a hand of a scoring
// function by the words of that function.
func (r *Ranking) Classes() []Class {
	t := r.tables()
	var out []Class
	var last uint32
	for s := Strength(len(t.raws)); s > 0; s-- {
		key, name := t.classKey(r, s)
		n := len(out)
		same := n > 0 && key == last
		if name != "" { // from a scoring function
			same = n > 0 && out[n-1].Name == name
		}
		if same {
			out[n-1].Worst = s
			continue
		}
		if name == "" {
			name = t.className(key)
		}
		out, last = append(out, Class{name, s, s}), key
	}
	return append(out, Class{Name: r.Describe(0)})
}

// classKey returns the number of a strength's class, or its name under a
// scoring function.
func (t *tables) classKey(r *Ranking, s Strength) (key uint32, name string) {
	raw := t.raws[s-1]
	switch {
	case t.badugi != nil:
		return uint32(len(t.badugiGroup(raw))), ""
	case t.own != nil:
		return 0, r.Describe(s)
	}
	c, worths := t.split(raw)
	if c == HighCard && t.low && worths[0] != noCard {
		return uint32(t.rankOf(worths[0])) + 1<<8, ""
	}
	return uint32(c), ""
}

// className returns the name of a class by its number.
func (t *tables) className(key uint32) string {
	switch {
	case t.badugi != nil:
		return [...]string{"", "one-card hand", "two-card hand", "three-card hand", "badugi"}[key]
	case key >= 1<<8:
		return rankWords[key&15] + " low"
	}
	return Category(key).String()
}
