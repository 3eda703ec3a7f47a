package dsl

import (
	"fmt"
	"strings"
	"sync/atomic"

	"cardroom/dsl/star"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
)

// Rankings by points, and the comparison of hands by points.

var pointsWord = &star.Builtin{
	Name:  "points",
	Group: "banked games",
	Doc: "A ranking by points: the hand nearest to a target without exceeding it wins. A hand may have any number of cards. " +
		"Ranks 2 to 10 count their number unless `values` says otherwise. An ace may have two values: the higher counts unless it would exceed the target.",
	Returns: "points",
	Example: `twenty_one = points("21", target = 21, naturals = ["AT", "AJ", "AQ", "AK"])
baccarat = points("baccarat", target = 9, ace = 1, pictures = 0, values = {"T": 0}, modulo = 10)
high_card = points("high card", target = 14, ace = 14, values = {"J": 11, "Q": 12, "K": 13})
best = worth(twenty_one, "AhKd").natural
pontoon = points("21", target = 21, naturals = ["AT", "AJ", "AQ", "AK"], cards = [5])
trick = worth(pontoon, "Ah2c3d4s5h").cards == 5
`,
	Params: []star.Param{
		{Name: "name", Type: "string", Doc: "the name on the rule sheet"},
		{Name: "target", Type: "int", Min: 1, Max: 100, Doc: "the best total"},
		{Name: "ace", Type: "int or tuple", Default: "(1, 11)", Doc: "the value of an ace, or its lower and its higher value"},
		{Name: "pictures", Type: "int", Min: 0, Max: 50, Default: "10", Doc: "the value of jacks, queens and kings"},
		{Name: "values", Type: "dict", Default: "{}", Doc: "values of other ranks: {\"2\": 0, \"J\": 11}"},
		{Name: "joker", Type: "int", Min: 1, Max: 50, Default: "None", Doc: "the value of a joker; left out: the hand counts what joker_makes says"},
		{Name: "joker_makes", Type: "int", Min: 1, Max: 100, Default: "None", Doc: "the value of any hand with a joker; left out: the target"},
		{Name: "modulo", Type: "int", Min: 2, Max: 101, Default: "None", Doc: "totals count modulo this number: 10 for the last digit only"},
		{Name: "naturals", Type: "list of string", Default: "[]", Doc: "faces that beat everything as the only cards of a hand, two to five, and whose total is the target: \"AA\", \"AJo\", \"AT\", \"777\""},
		{Name: "cards", Type: "list of int", Default: "[]", Doc: "numbers of cards that make a difference, at most four: [5] tells hands of five cards or more from those of fewer, for a five-card trick; worth.cards says which"},
	},
	Fn: makePoints,
}

func makePoints(c *star.Call) (starlark.Value, error) {
	d := rank.PointsDescription{Name: c.String("name"), Target: c.Int("target"), Joker: c.Int("joker"), JokerMakes: c.Int("joker_makes"), Modulo: c.Int("modulo")}
	for r := cards.Two; r <= cards.Ten; r++ {
		d.Values[r] = int(r) + 2
	}
	for r := cards.Jack; r <= cards.King; r++ {
		d.Values[r] = c.Int("pictures")
	}
	if err := aceValues(c, &d); err != nil {
		return nil, err
	}
	values, _ := c.Value("values").(*starlark.Dict)
	for _, item := range values.Items() {
		face, list, err := valueOf(c, item)
		if err != nil {
			return nil, err
		}
		if len(list) > 1 {
			return nil, c.Errorf("values", "the two values of an ace are set by ace = %s", item[1])
		}
		d.Values[face] = list[0]
	}
	for i, text := range c.Strings("naturals") {
		var faces []uint8
		for rest := text; rest != ""; {
			face, after := scanFace(rest)
			if face < 0 {
				return nil, c.ItemError("naturals", i, fmt.Sprintf("%q is not a list of faces", text), `faces are ranks and Jo: "AA", "AJo", "777"`)
			}
			faces, rest = append(faces, uint8(face)), after
		}
		d.Naturals = append(d.Naturals, faces)
	}
	d.Cards = c.Ints("cards")
	p, err := rank.CompilePoints(d)
	if err != nil {
		return nil, c.Errorf("", "%s", plainRankError(err))
	}
	t := &Tally{Points: p, pos: c.Pos, made: make([]atomic.Pointer[star.Value[rank.Worth]], 4*p.Classes())}
	return star.Wrap("points", t, c.Pos).WithAttrs(starlark.StringDict{"name": starlark.String(d.Name), "target": starlark.MakeInt(d.Target)}), nil
}

// aceValues reads the values of an ace.
func aceValues(c *star.Call, d *rank.PointsDescription) error {
	v := c.Value("ace")
	list := []starlark.Value{v}
	if t, ok := v.(starlark.Tuple); ok {
		list = t
	}
	for i, to := range []*int{&d.Values[cards.Ace], &d.AceHigh} {
		if i >= len(list) {
			return nil
		}
		n, err := starlark.AsInt32(list[i])
		if err != nil || len(list) > 2 {
			return c.Errorf("ace", "got %s, want a number or two, such as (1, 11)", v)
		}
		*to = n
	}
	return nil
}

// valueOf reads a rank of values and what it counts, one number or two.
func valueOf(c *star.Call, item starlark.Tuple) (face int, list []int, err error) {
	s, _ := starlark.AsString(item[0])
	face, rest := scanFace(s)
	t, ok := item[1].(starlark.Tuple)
	if !ok {
		t = starlark.Tuple{item[1]}
	}
	for _, v := range t {
		n, err := starlark.AsInt32(v)
		if err != nil {
			face = -1
		}
		list = append(list, n)
	}
	if face < 0 || face == rank.JokerFace || rest != "" || len(list) == 0 || len(list) > 2 {
		return 0, nil, c.Errorf("values", "got %s: %s, want a rank such as \"J\" and a number", item[0], item[1])
	}
	return face, list, nil
}

// scanFace parses a rank or a joker at the start of a text; face is -1 for anything else.
func scanFace(s string) (face int, rest string) {
	if len(s) >= 2 && strings.EqualFold(s[:2], "Jo") {
		return rank.JokerFace, s[2:]
	}
	r, n := cards.ScanRank(s)
	if n == 0 {
		return -1, s
	}
	return int(r), s[n:]
}

var worthWord = &star.Builtin{
	Name:  "worth",
	Group: "banked games",
	Doc: "The worth of cards: total (the target for a natural), natural (better than any other hand), pair (the natural's faces as the points name them, or \"\"), " +
		"over (the total exceeds the target), cards (the largest number in `cards` of the points that the hand has, 0 if it has fewer), soft (an ace counts high), joker (a joker made the total), and name in words.",
	Returns: "worth",
	Example: `twenty_two = points("22", target = 22, naturals = ["AA", "AJo", "JoJo"])
plain = worth(twenty_two, "Ah5c6d").total
soft = worth(twenty_two, ["Ah", "5c"]).soft
`,
	Params: []star.Param{
		{Name: "points", Type: "points", Doc: "the values of cards"},
		{Name: "cards", Type: "string or list of string", Doc: "cards, \"AhKd2c\" or a list of them"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		p := star.Unwrap[*Tally](c, "points")
		cs, err := cards.Deck{Packs: 8, Jokers: 1}.Read(strings.Join(c.Strings("cards"), "")) // all jokers are the same
		if err != nil {
			return nil, c.Errorf("cards", "%v", err)
		}
		return p.Worth(p.Of(cs)), nil
	},
}

// Tally holds points together with their script values, each of which is made once.
type Tally struct {
	*rank.Points
	pos  diag.Pos
	made []atomic.Pointer[star.Value[rank.Worth]] // four for each class: soft, with a joker, both, or neither
}

// Worth returns the script value of a worth. Those far over the target are not cached, because they share a class.
func (p *Tally) Worth(w rank.Worth) starlark.Value {
	if p.Far(w) {
		return p.wrap(w)
	}
	at := &p.made[4*int64(p.Class(w))+2*truth(w.Soft)+truth(w.Joker)]
	if v := at.Load(); v != nil {
		return v
	}
	v := p.wrap(w)
	at.Store(v)
	return v
}

func (p *Tally) wrap(w rank.Worth) *star.Value[rank.Worth] {
	attrs := p.fields(w)
	attrs["soft"], attrs["joker"] = starlark.Bool(w.Soft), starlark.Bool(w.Joker)
	return star.Wrap("worth", w, p.pos).WithAttrs(attrs)
}

func (p *Tally) fields(w rank.Worth) starlark.StringDict {
	return starlark.StringDict{
		"total": starlark.MakeInt(w.Total), "natural": starlark.Bool(w.Natural > 0), "pair": starlark.String(p.Pair(w)), "over": starlark.Bool(w.Over),
		"name": starlark.String(p.Words(w)), "cards": starlark.MakeInt(int(w.Cards)),
	}
}

// Worths returns one script value for each class, with what the totals of the class have in common.
func (p *Tally) Worths() []*star.Value[rank.Worth] {
	out := make([]*star.Value[rank.Worth], p.Classes())
	for i := range out {
		w := p.OfClass(i)
		out[i] = star.Wrap("worth", w, p.pos).WithAttrs(p.fields(w))
	}
	return out
}
