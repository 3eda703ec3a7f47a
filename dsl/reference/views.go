package reference

import (
	"slices"
)

// viewDocs describe which functions receive a value of each type with
// attributes, with an example script.
var viewDocs = map[string]struct{ doc, example string }{
	"view": {
		"What a policy receives, a function of FILE.star that `run --policy` names: everything that the seat whose turn it is may know. " +
			"Cards are texts such as \"Ah\". It answers in words: \"fold\", \"check\", \"call\", \"raise 12\", \"min\", \"max\", \"bring in\", " +
			"\"draw 2s 7d\", \"stand pat\", \"show As\", \"straddle\", \"decline\", or one of `view.options` in a game against a banker. See `doc policy`.",
		`def policy(view):
    if view.asked != "bet":
        return "call"
    strong = view.hole[0][0] == view.hole[1][0]
    if strong and view.can_raise:
        return ("raise", view.min_to)
    return "call" if view.to_call <= view.big_blind else "fold"
`,
	},
	"table view": {
		"What the functions of a `table_rule` receive: the table before a hand is dealt, and after it.",
		`def _after(table):
    return table.winner if table.raised else table.memory

last = table_rule("the last winner of a raised pot", after_hand = _after)
`,
	},
	"award view": {
		"What `before_award` receives: the hand when all cards are shown and nothing is paid.",
		`def before_award(hand):
    """A seven or better that was checked has no claim to what was bet after the draw."""
    seven = evaluate(ace_to_five, "7c6d5h4s3c").strength
    return [
        limit_claim(seat, since = "after the draw")
        for seat in hand.live
        if hand.checked(seat, "after the draw") and hand.worth(seat, ace_to_five) >= seven
    ]
`,
	},
	"round view": {
		"What the functions of a game against a banker receive: the hand that must choose, and the cards that the seats show.",
		`_stand, _hit = choice("stand", [hand_done]), choice("hit", [one_card])

def _allowed(hand):
    """Who has five cards stands."""
    return [_stand, _hit] if len(hand.cards) < 5 else []

players = choose([_stand, _hit], allowed = _allowed)
`,
	},
	"hand view": {
		"What functions of `when` and `choose` receive in a game for a pot: what everybody can see, and the cards of the player who chooses.",
		`def _pair_on_board(hand):
    """the board has a pair"""
    return len(set([card[0] for card in hand.board])) < len(hand.board)

def _two_declared_low(hand):
    """at least two players have declared low"""
    return len([seat for seat in hand.live if hand.chose(seat, "low")]) >= 2

play = [board(3), when(_pair_on_board, [deal(1)]), bet()]
`,
	},
	"event": {
		"What a ruling receives: the irregularity, and the hand before the ruling. The catalog of events " +
			"lists the fields of each: `e.seat`, `e.card`, `e.announced`.",
		`def _flashed(e):
    """A five or lower is kept."""
    if e.card[0] in "A2345":
        return stands()
    return replace("top", when = "after the deal")

corner = house("The Corner", rulings = [on("dealer_exposed", _flashed)])
`,
	},
	"cards in play": {
		"What a function of `wild` receives: the cards of one player, and the board that the hand plays. In a game with several boards, the function is " +
			"called for each board that the hand may play.",
		`def _first_of_board(cards):
    """The first card of the board that plays is wild, with all of its rank."""
    return [cards.board[0][0]] if cards.board else []

first_wild = wild(high, by = _first_of_board)
`,
	},
}

// views returns the types with attributes, in the order of their use in a hand.
func (r *Reference) views() []*Entry {
	var out []*Entry
	for _, typ := range []string{"view", "table view", "award view", "round view", "hand view", "event", "cards in play"} {
		// fields first
		var fields, calls []*Entry
		for _, a := range r.words.Attributes() {
			e := &Entry{Kind: Attribute, Name: typ + "." + a.Name, Type: a.Type, Doc: a.Doc}
			if a.On != typ {
				continue
			}
			if a.Args == "" {
				fields = append(fields, e)
				continue
			}
			e.Signature, e.Returns, e.Type = e.Name+a.Args, a.Type, ""
			calls = append(calls, e)
		}
		out = append(out, &Entry{Kind: Type, Name: typ, Doc: viewDocs[typ].doc, Example: viewDocs[typ].example, Members: slices.Concat(fields, calls)})
	}
	return out
}

// Called returns an attribute as written in a script, and its type or result
// type.
func (e *Entry) Called() (name, typ string) {
	if e.Signature != "" {
		return e.Signature, e.Returns
	}
	return e.Name, e.Type
}
