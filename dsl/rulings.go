package dsl

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Rulings on irregularities: on("dealer_exposed", …) defines what a house or a game does about a kind of event. A ruling is a
// list of effects, given directly or returned by a function of the event.

// incidentWords are the names of the events in the catalog.
var incidentWords = func() (out []string) {
	for _, k := range plan.Incidents() {
		out = append(out, k.String())
	}
	return out
}()

var _ = register(&star.Builtin{
	Name:  "on",
	Group: "floor",
	Doc: "The ruling on an event: effects, or a function of the event that returns effects, a ruling, or None to leave " +
		"it to the next ruling. The game's own rulings come first, then those of its house, then the library's defaults.",
	Returns: "floor ruling",
	Example: `def _flashed(e):
    """A five or lower is kept. [angies.lowball.6]"""
    if e.card[0] in "A2345":
        return stands()
    return replace("top", when = "after the deal")

corner = house("The Corner", rulings = [
    on("below_table", kill_hand()),
    on("dealer_exposed", _flashed),
])
`,
	Params: []star.Param{
		{Name: "event", Type: "string or list of string", Enum: incidentWords, Doc: "the event, or several"},
		{Name: "then", Type: "floor effect or list of floor effect or ruling or function", Doc: "what follows"},
		Cites,
		{Name: "ref", Type: "string", Default: `""`, Doc: "where a custom is written down, \"WSOP 104\""},
		{Name: "doc", Type: "string or sentence or list of string or list of sentence", Mixed: true, Default: `""`, Doc: "the text for the rule sheets; a list has sentences with conditions. Left out: the effects, or the docstring of a function"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		r := plan.Ruling{Pos: c.Pos}
		j, err := judgementOf(c.Value("then"))
		if f, ok := c.Value("then").(starlark.Callable); ok {
			told := documented{F: f}
			r.Hook, r.Name, r.Doc = newRulingHook(f, c), told.Name(), told.Doc()
		} else if err != nil {
			return nil, c.Errorf("then", "%v", err)
		}
		if j != nil {
			r.Judgement = *j
		}
		if r.Says, err = saidOf(c.Value("doc"), r.Doc); err != nil {
			return nil, c.Errorf("doc", "%v", err)
		}
		if c.Has("doc") {
			r.Doc = plan.Telling(r.Says)
		}
		r.Clauses = append(slices.Clone(r.Clauses), c.Strings("cites")...)
		if c.Has("ref") && c.String("ref") != "" {
			r.Ref = c.String("ref")
		}
		var out []plan.Ruling
		for _, w := range List(c.Value("event")) {
			name, _ := starlark.AsString(w)
			r.Incident = plan.IncidentNamed(name)
			if h, ok := r.Hook.(*rulingHook); ok {
				h.base = r.Judgement
			}
			out = append(out, r)
		}
		return star.Wrap("floor ruling", out, c.Pos), nil
	},
})

var _ = register(&star.Builtin{
	Name:  "sentence",
	Group: "floor",
	Doc: "A sentence about a ruling, with its condition: the sheet of a game prints it if the game is of the kind, and that of several games " +
		"with the kind in front.",
	Returns: "sentence",
	Example: `def _off_table(e):
    return replace(when = "after the draw" if e.moment == "draw" else "after the deal")

corner = house("The Corner", rulings = [
    on("off_table", _off_table, doc = [
        "The card is dead.",
        sentence("Another follows when everybody has drawn.", of = "draw"),
        sentence("The player is warned.", custom = True),
    ]),
])
`,
	Params: []star.Param{
		{Name: "text", Type: "string", Doc: "the sentence"},
		{Name: "of", Type: "string", Enum: plan.SaidOf, Default: "None", Doc: "the kind of game: players have up cards, somebody draws, the lowest hand wins, or the contrary; players may straddle; there are blinds; there is a board; left out: every game"},
		{Name: "custom", Type: "bool", Default: "False", Doc: "the house follows the custom of card rooms in it"},
		{Name: "adds", Type: "bool", Default: "False", Doc: "it says more than the clauses that the ruling or the table rule cites, and stands next to them"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		return star.Wrap("sentence", plan.Said{Text: c.String("text"), Of: c.String("of"), Custom: c.Bool("custom"), Adds: c.Bool("adds")}, c.Pos), nil
	},
})

// saidOf returns the sentences about a rule: those given, or the first line of its function's docstring.
func saidOf(v starlark.Value, docstring string) (out []plan.Said, err error) {
	for _, x := range List(v) {
		s, ok := star.As[plan.Said](x)
		if text, is := starlark.AsString(x); is {
			s, ok = plan.Said{Text: text}, true
		}
		if !ok {
			return nil, fmt.Errorf("got %s, want a sentence or a text", star.TypeName(x))
		}
		if s.Text != "" {
			out = append(out, s)
		}
	}
	if first, _, _ := strings.Cut(docstring, "\n"); out == nil && first != "" {
		out = []plan.Said{{Text: first}}
	}
	return out, nil
}

var _ = register(&star.Builtin{
	Name:    "ruling",
	Group:   "floor",
	Doc:     "Effects with their reason: what a function of an event returns when the cases of a rule have their own clauses.",
	Returns: "ruling",
	Example: `def _exposed(e):
    if e.times("dealer_exposed") > 0:
        return ruling(misdeal(), cites = "angies.lowball.13b", why = "the dealer exposes a second card")
    return ruling(replace(), cites = "angies.lowball.6")
`,
	Params: []star.Param{
		{Name: "effects", Type: "floor effect or list of floor effect", Rest: true, Doc: "what follows"},
		Cites,
		{Name: "ref", Type: "string", Default: `""`, Doc: "where a custom is written down, \"WSOP 104\""},
		{Name: "why", Type: "string", Default: `""`, Doc: "the reason in a sentence"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		j := plan.Judgement{Clauses: c.Strings("cites"), Ref: c.String("ref"), Why: c.String("why")}
		for _, v := range c.List("effects") {
			j.Effects = append(j.Effects, effectList(v)...)
		}
		return star.Wrap("ruling", j, c.Pos), nil
	},
})

func effectList(v starlark.Value) (out []plan.FloorEffect) {
	for _, x := range List(v) {
		if e, ok := star.As[plan.FloorEffect](x); ok {
			out = append(out, e)
		}
	}
	return out
}

// judgementOf converts a script value to a ruling; nil for None.
func judgementOf(v starlark.Value) (*plan.Judgement, error) {
	if v == starlark.None {
		return nil, nil
	}
	if j, ok := star.As[plan.Judgement](v); ok {
		return &j, nil
	}
	for _, x := range List(v) {
		if _, ok := star.As[plan.FloorEffect](x); !ok {
			return nil, fmt.Errorf("got %s, want effects such as kill_hand(), or ruling(…)", star.TypeName(x))
		}
	}
	return &plan.Judgement{Effects: effectList(v)}, nil
}

// effectSpec describes one effect of the language.
type effectSpec struct {
	name, doc, example string
	kind               plan.FloorEffectKind
	params             []star.Param
}

var (
	effectSeat  = star.Param{Name: "seat", Type: "int", Min: 1, Max: 64, Default: "None", Doc: "default: the seat of the event"}
	effectCards = star.Param{Name: "cards", Type: "string or list of string", Default: "None", Doc: "default: the cards of the event"}
	effectText  = star.Param{Name: "text", Type: "string", Default: `""`, Doc: "in a few words"}
	effectChips = star.Param{Name: "amount", Type: "int", Min: 0, Max: 1 << 40, Default: "0", Doc: "in the table's smallest unit"}
)

var effectWhens = map[string]plan.Timing{
	"now": plan.Now, "after the circuit": plan.AfterCircuit, "after the deal": plan.AfterDeal, "after the draw": plan.AfterDraw, "at the draw": plan.AtDraw, "after the round": plan.AfterRound,
}

func timingParam(def string, words ...string) star.Param {
	return star.Param{Name: "when", Type: "string", Enum: words, Default: `"` + def + `"`, Doc: "when it happens"}
}

// effectSpecs are the effects. The example is the text after "on(EVENT, ".
var effectSpecs = []effectSpec{
	{"warn", "The floor warns the player; nothing else follows.", `on("player_exposed", warn("do not expose cards"))`, plan.EffectWarn, []star.Param{effectText}},
	{"stands", "Nothing follows: what was done stands.", `on("dealer_exposed", stands())`, plan.EffectStands, []star.Param{effectText}},
	{"refuse", "The request is refused.", `on("retract", refuse("money in the pot stays there"))`, plan.EffectRefuse, []star.Param{effectText}},
	{"ask_again", "The player decides again.", `on("expose_error", ask_again())`, plan.EffectAskAgain, []star.Param{effectText}},
	{"kill_hand", "The hand is dead: its cards go to the muck, its chips stay in the pot. Its bets stand and must be called.", `on("below_table", kill_hand())`, plan.EffectKill, []star.Param{effectSeat}},
	{"forfeit_hand", "The hand is dead and has no claim to any pot; the part of its last bet that nobody called goes back. A pot that no live hand can win goes to the best of the heirs that have matched it, and if nobody else is live the best of them comes back.", `on("misdescribe", lambda e: forfeit_hand(heirs = e.induced or []))`, plan.EffectForfeit, []star.Param{
		{Name: "heirs", Type: "list of int", Default: "[]", Most: 64, Doc: "seats that have folded"}, effectSeat,
	}},
	{"revive_hand", "A dead hand is live again, as it was: its up cards are up, its turn or option comes, and it owes what was bet behind it. A round that has been closed since is open again, if nothing else has happened.", `on("retrieve", revive_hand())`, plan.EffectRevive, []star.Param{effectSeat}},
	{"dead_card", "Cards go to the muck, wherever they are.", `on("boxed", dead_card())`, plan.EffectDead, []star.Param{effectCards}},
	{"set_aside", "Cards are set aside, out of play; they may come back.", `on("boxed", set_aside())`, plan.EffectAside, []star.Param{effectCards}},
	{"to_stub", "Cards go back on top of the stub.", `on("extra_street_card", lambda e: to_stub(e.hole(e.seat)[-1]))`, plan.EffectToStub, []star.Param{effectCards}},
	{"replace", "The event's cards are dead and the seat gets replacements: from the top, the middle, or the bottom half of the stub (its first card), unless the event names the place.", `on("dealer_exposed", replace("bottom half"))`, plan.EffectReplace, []star.Param{
		{Name: "source", Type: "string", Enum: []string{"top", "middle", "bottom half", "index"}, Default: `"top"`, Doc: "where the new card comes from"},
		timingParam("after the deal", "now", "after the circuit", "after the deal", "after the draw"), effectSeat,
		{Name: "index", Type: "int", Min: 0, Max: 200, Default: "0", Doc: "with source index: the position in the stub, 0 for the top"},
	}},
	{"fill_up", "The seat gets its missing cards: from the top now, or at its draw together with the cards it asks for.", `on("dropped", [dead_card(), fill_up(when = "at the draw")])`, plan.EffectFill, []star.Param{timingParam("now", "now", "at the draw"), effectSeat}},
	{"next_burn", "These cards are the next burns, and no other card is burned. With drawn, they are mixed with the cards of the street and one is drawn.", `on("flop_extra", next_burn())`, plan.EffectNextBurn, []star.Param{effectCards, {Name: "drawn", Type: "bool", Default: "False", Doc: "the burn is drawn from the cards of the street"}}},
	{"burn_card", "Burns cards at once, face up or down as the game does.", `on("flop_extra", burn_card())`, plan.EffectBurn, []star.Param{{Name: "n", Type: "int", Min: 1, Max: 5, Default: "1", Doc: "cards"}}},
	{"skip_burn", "Skips the next burn.", `on("premature_flop", [to_stub(), later([reshuffle(), skip_burn()])])`, plan.EffectSkipBurn, nil},
	{"reshuffle", "Shuffles these zones into a new stub. Burns, muck and cards set aside stay out unless they are named.", `on("premature_river", [to_stub(), later([reshuffle()])])`, plan.EffectReshuffle, []star.Param{
		{Name: "zones", Type: "list of string", Enum: []string{"stub", "burns", "muck", "aside"}, Default: `["stub"]`, Doc: "the zones to shuffle"},
		{Name: "cards", Type: "string or list of string", Default: "None", Doc: "cards to shuffle in as well"},
	}},
	{"cut_stub", "The stub is cut where the event says.", `on("cut", cut_stub())`, plan.EffectCut, nil},
	{"street_again", "The cards of the street go back to the stub and the street is dealt again, with a burn. The first burn stays.", `on("flop_extra", [street_again(), reshuffle()])`, plan.EffectRedoStreet, nil},
	{"count_as_up", "An exposed down card counts as an up card; the next up card is dealt face down.", `on("dealer_exposed", count_as_up())`, plan.EffectFaceUp, []star.Param{effectCards, effectSeat}},
	{"misdeal", "All cards come back and are shuffled for a new deal with the same button. Antes, blinds and straddles stay as posted, other chips go back, and the fee is not paid again.", `on("misdeal", misdeal())`, plan.EffectMisdeal, nil},
	{"void_hand", "All chips go back and the hand is over.", `on("foul_deck", void_hand())`, plan.EffectVoid, nil},
	{"later", "Effects that wait until this round of betting, or a later one, is over.", `on("premature_turn", [set_aside(), later([reshuffle(["stub", "aside"])], rounds = 2)])`, plan.EffectLater, []star.Param{
		{Name: "effects", Type: "floor effect or list of floor effect", Doc: "the effects"},
		{Name: "rounds", Type: "int", Min: 1, Max: 8, Default: "1", Doc: "rounds to wait, counting the present one"},
	}},
	{"act", "The seat whose turn it is acts.", `on("chips_in", act("call"))`, plan.EffectAct, []star.Param{
		{Name: "action", Type: "string", Enum: []string{"fold", "check", "call", "bet", "raise", "bring-in", "straddle"}, Doc: "the action"},
		{Name: "to", Type: "int", Min: 0, Max: 1 << 40, Default: "0", Doc: "the total of a bet or raise, in the table's smallest unit"},
		effectSeat,
	}},
	{"chooses", "The seat's announced choice counts. For games against a banker.", `on("declare", lambda e: chooses(e.action))`, plan.EffectAct, []star.Param{
		{Name: "action", Type: "string", Doc: "the choice"},
	}},
	{"give_back", "Chips that do not count go back to the seat: they were never in the pot.", `on("chips_in", [act("call"), give_back(2)])`, plan.EffectSurplus, []star.Param{effectChips, effectSeat}},
	{"put_in", "The seat puts chips into the pot and gets nothing for them.", `on("insufficient", lambda e: [put_in(e.put), kill_hand()])`, plan.EffectPutIn, []star.Param{effectChips, effectSeat}},
	{"binds_in_turn", "The seat must do what it announced when its turn comes, unless somebody bets or raises before; then it is free.", `on("declare", lambda e: binds_in_turn(e.action, e.amount))`, plan.EffectQueue, []star.Param{
		{Name: "action", Type: "string", Enum: []string{"fold", "check", "call", "bet", "raise"}, Doc: "the action"},
		{Name: "to", Type: "int", Min: 0, Max: 1 << 40, Default: "0", Doc: "the total of a bet or raise, in the table's smallest unit"},
		effectSeat,
	}},
	{"must_draw", "The seat must draw exactly this many cards.", `on("draw_change", lambda e: must_draw(e.requests[0]))`, plan.EffectDraws, []star.Param{{Name: "n", Type: "int", Min: 0, Max: plan.MostHole, Doc: "cards"}, effectSeat}},
	{"must_show_all", "The seat must show its whole hand; if it has not when the pot is pushed, the hand is dead.", `on("partial_show", must_show_all())`, plan.EffectComplete, []star.Param{effectSeat}},
	{"has_shown", "The seat counts as having shown its whole hand.", `on("table", has_shown())`, plan.EffectShown, []star.Param{effectSeat}},
	{"owes_blinds", "The seat owes the blinds after the hand if it wins a pot.", `on("dealt_dead_seat", [revive_hand(), owes_blinds()])`, plan.EffectOwesBlinds, []star.Param{effectSeat}},
	{"keep_up", "Extra cards that a seat turned up stay up, and it turns up none the next time.", `on("expose_error", keep_up())`, plan.EffectStayUp, []star.Param{effectCards, effectSeat}},
	{"take_back", "Undoes the last action of the seat and returns its chips; the seat acts again. Nobody may have acted after it.", `on("retract", take_back())`, plan.EffectTakeBack, []star.Param{effectSeat}},
	{"burn_stands", "The street stays as dealt after the wrong burn.", `on("burn_error", burn_stands())`, plan.EffectBurnStands, nil},
}

func init() {
	for _, s := range effectSpecs {
		register(&star.Builtin{
			Name: s.name, Group: "floor", Doc: s.doc, Returns: "floor effect", Params: s.params,
			Example: "corner = house(\"The Corner\", rulings = [" + s.example + "])\n",
			Fn:      func(c *star.Call) (starlark.Value, error) { return makeFloorEffect(c, s.kind) },
		})
	}
}

// makeFloorEffect makes an effect from the arguments it was given.
func makeFloorEffect(c *star.Call, kind plan.FloorEffectKind) (starlark.Value, error) {
	e := plan.FloorEffect{Kind: kind, Seat: -1, Pos: c.Pos}
	for _, p := range c.Builtin.Params {
		v := c.Value(p.Name)
		if v == nil || v == starlark.None {
			continue
		}
		switch p.Name {
		case "seat":
			e.Seat = c.Int("seat") - 1
		case "cards":
			cs, err := cardsIn(v)
			if err != nil {
				return nil, c.Errorf("cards", "%v", err)
			}
			e.Cards = cs
		case "heirs":
			for _, x := range c.List("heirs") {
				n, _ := starlark.AsInt32(x)
				e.Heirs = append(e.Heirs, n-1)
			}
		case "text":
			e.Text = c.String("text")
		case "source":
			e.From = c.String("source")
		case "when":
			e.When = effectWhens[c.String("when")]
		case "index", "n":
			e.N = c.Int(p.Name)
		case "amount", "to":
			e.Amount = c.Int64(p.Name)
		case "drawn":
			if c.Bool("drawn") {
				e.From = "drawn"
			}
		case "rounds":
			e.Rounds, e.When = c.Int("rounds"), plan.AfterRound
		case "action":
			e.Word = c.String("action")
		case "effects":
			e.Then = effectList(v)
		case "zones":
			for _, name := range c.Strings("zones") {
				e.Zones |= floorZones[name]
			}
		}
	}
	return star.Wrap("floor effect", e, c.Pos), nil
}

var floorZones = map[string]plan.Zones{"stub": plan.ZoneStub, "burns": plan.ZoneBurn, "muck": plan.ZoneMuck, "aside": plan.ZoneAside}

// rulingHook calls a script function to decide an event.
type rulingHook struct {
	f       starlark.Callable
	base    plan.Judgement // what the ruling cites in all cases
	loader  *star.Loader
	threads sync.Pool
	leaves  func() bool // reads the script once
}

func newRulingHook(f starlark.Callable, c *star.Call) *rulingHook {
	h := &rulingHook{f: f, loader: c.Loader()}
	h.threads.New = func() any {
		return h.loader.Thread("ruling", star.HookSteps)
	}
	h.leaves = sync.OnceValue(h.mayLeave)
	return h
}

// Rule calls the script.
func (h *rulingHook) Rule(v plan.IncidentView) (*plan.Judgement, error) {
	thread := h.threads.Get().(*star.Thread)
	defer h.threads.Put(thread)
	view := &incidentView{v: v}
	defer func() { view.v = nil }()
	out, err := thread.Ask(h.f, starlark.Tuple{view})
	if err != nil {
		return nil, err
	}
	j, err := judgementOf(out)
	if err != nil {
		return nil, h.loader.InvalidAnswer(h.f, starlark.Tuple{view}, err)
	}
	if j == nil {
		return nil, nil
	}
	full := *j
	if len(full.Clauses) == 0 && full.Ref == "" { // custom in one case is not of the clauses of the others
		full.Clauses, full.Ref = h.base.Clauses, h.base.Ref
	}
	return &full, nil
}

// Leaves reports whether the function may pass an event on to the next ruling by returning None, judging by its source. Results
// of other functions count as rulings.
func (h *rulingHook) Leaves() bool { return h.leaves() }

func (h *rulingHook) mayLeave() bool {
	f, ok := h.f.(*starlark.Function)
	if !ok || h.loader == nil {
		return true
	}
	def := h.loader.FunctionAt(diag.Frame{Name: f.Name(), Pos: star.PlanPos(f.Position())})
	return def != nil && (returnsNone(def.Body) || endsOpen(def.Body))
}

// returnsNone reports whether a return statement in a body returns None, or may.
func returnsNone(body []syntax.Stmt) (none bool) {
	for _, stmt := range body {
		syntax.Walk(stmt, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.DefStmt:
				return false
			case *syntax.ReturnStmt:
				none = none || n.Result == nil || mayBeNone(n.Result)
			}
			return true
		})
	}
	return none
}

// mayBeNone reports whether an expression is None, or has None as one alternative.
func mayBeNone(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Ident:
		return x.Name == "None"
	case *syntax.ParenExpr:
		return mayBeNone(x.X)
	case *syntax.CondExpr:
		return mayBeNone(x.True) || mayBeNone(x.False)
	}
	return false
}

// endsOpen reports whether the end of a body can be reached.
func endsOpen(body []syntax.Stmt) bool {
	if len(body) == 0 {
		return true
	}
	switch last := body[len(body)-1].(type) {
	case *syntax.ReturnStmt:
		return false
	case *syntax.IfStmt:
		return endsOpen(last.True) || endsOpen(last.False)
	}
	return true
}

// floorKey is the key of floorRulings in Loader.Once.
type floorKey struct{}

// floorRulings are the library's default rulings, as read by a loader.
type floorRulings struct {
	once       sync.Once
	hand, bank []plan.Ruling
	err        error
}
