package dsl

import (
	"cardroom/dsl/star"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// The rules of a house that apply to all its games: betting, stakes and the
// deck.

var _ = register(&star.Builtin{
	Name:    "betting",
	Group:   "betting",
	Doc:     "The betting rules in which houses differ. The defaults are the usual card-room rules.",
	Returns: "betting",
	Example: `rules = betting(raises = 3, cap_off = "now", short_all_in = "action only")
`,
	Params: []star.Param{
		{Name: "raises", Type: "int or None", Min: 0, Max: 100, Default: "3", Doc: "raises allowed after the bet in a round of fixed or spread limit; None: no cap"},
		{Name: "blind_is_bet", Type: "bool", Default: "True", Doc: "a live big blind counts as the bet"},
		{Name: "low_blind", Type: "string", Enum: []string{"completed", "raised"}, Default: `"completed"`, Doc: "fixed and spread limit: whether a big blind below the bet is completed to it, or raised by it as a bet is"},
		{Name: "cap_off", Type: "string", Enum: []string{"never", "round start", "now", "two left"}, Default: `"now"`, Doc: "when the cap is lifted between two players: never; in rounds that begin with two; as soon as only two are left, unless the cap was reached before; or as soon as only two are left in any case"},
		{Name: "short_all_in", Type: "string", Enum: []string{"half bet", "full", "action only"}, Default: `"half bet"`, Doc: "the effect of an all-in below a full bet or raise"},
		{Name: "short_blind", Type: "string", Enum: []string{"full", "posted"}, Default: `"full"`, Doc: "whether callers match the full blind or only what was posted, if the big blind is short"},
		{Name: "pot_min_raise", Type: "string", Enum: []string{"last", "bet"}, Default: `"last"`, Doc: "pot limit: the minimum raise is the last bet or raise, or the minimum bet"},
		{Name: "any_raise", Type: "bool", Default: "False", Doc: "pot and no limit: a raise of one chip is enough"},
		{Name: "straddle_is_blind", Type: "bool", Default: "True", Doc: "spread, pot and no limit: the minimum raise over a straddle is the straddle; in spread limit at most the upper end of the range"},
		{Name: "pot_includes_call", Type: "bool", Default: "True", Doc: "pot limit: the raiser's call counts in the size of the pot"},
		{Name: "pot_shorthand", Type: "bool", Default: "False", Doc: "pot limit: literally three times the bets of the round plus the pot"},
		{Name: "short_reopens", Type: "bool", Default: "False", Doc: "any raise, even a short one, lets seats that have acted raise again"},
		{Name: "cover_raise", Type: "bool", Default: "False", Doc: "a raise that just covers the deepest opponent is legal"},
		{Name: "check_raise", Type: "bool", Default: "True", Doc: "a seat that checked may raise"},
		{Name: "unclaimed", Type: "string", Enum: []string{"last folded", "taken back", "live hands"}, Default: `"last folded"`, Doc: "who gets a side pot whose hands have all died, where the live hands are all in and have not matched it: the last hand that folded in it, or if none did all take back their own; all take back their own; or the live hands"},
		{
			Name: "cites", Type: "string or list of string or dict", Default: "[]", Most: star.MaxCites,
			Doc: "the clauses of the house's document that this implements; or a dict of clauses by subject: the name of a parameter, \"uncalled\" (uncalled bets go back), \"all_in\" (a player with fewer chips than a call) or \"unlimited\" (raises at pot limit and no limit)",
		},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		r := betting.Rules{
			BlindCounts: c.Bool("blind_is_bet"),
			CapOff: map[string]betting.CapOff{
				"never": betting.CapAlways, "round start": betting.CapRoundStart, "now": betting.CapNow,
				"two left": betting.CapTwoLeft,
			}[c.String("cap_off")],
			ShortAllIn: map[string]betting.ShortAllIn{
				"half bet": betting.HalfBet, "full": betting.Full, "action only": betting.ActionOnly,
			}[c.String("short_all_in")],
			LowBlindRaised:  c.String("low_blind") == "raised",
			PostedLevel:     c.String("short_blind") == "posted",
			PotMinIsBet:     c.String("pot_min_raise") == "bet",
			AnyRaise:        c.Bool("any_raise"),
			StraddleIsBlind: c.Bool("straddle_is_blind"),
			PotWithoutCall:  !c.Bool("pot_includes_call"),
			PotShorthand:    c.Bool("pot_shorthand"),
			ShortReopens:    c.Bool("short_reopens"),
			CoverRaise:      c.Bool("cover_raise"),
			NoCheckRaise:    !c.Bool("check_raise"),
			Unclaimed: map[string]betting.Unclaimed{
				"last folded": betting.LastFolded, "taken back": betting.TakenBack, "live hands": betting.ToLive,
			}[c.String("unclaimed")],
		}
		if c.Value("raises") != starlark.None {
			r.Cap = 1 + c.Int("raises")
		}
		all, by, err := citedBy(c, "uncalled", "all_in", "unlimited")
		if err != nil {
			return nil, err
		}
		return star.Wrap("betting", Cited[betting.Rules]{Rules: r, Clauses: all, By: by}, c.Pos), nil
	},
})

var structures = map[string]betting.Structure{
	"fixed": betting.Fixed, "spread": betting.Spread, "pot": betting.PotLimit, "none": betting.NoLimit,
}

var _ = register(&star.Builtin{
	Name:  "stakes",
	Group: "house",
	Doc: "The stakes that tables may play for, each as text: \"2-4\" fixed limit, \"1-3/1-6\" spread limit, \"pl 1-2\" pot limit, " +
		"\"nl 1-2\" no limit, \"bets 2-50\" against a banker; then, where needed, \"blinds 1/3\", \"ante 1\", \"bring-in 1\", \"chip 0.5\". " +
		"The default big blind is the minimum bet, and the small blind is half of it.",
	Returns: "stakes",
	Example: `posted = stakes("2-4", posted = ["2-4", "5-10 blinds 2/5", "nl 1-2"])
`,
	Params: []star.Param{
		{Name: "default", Type: "string", Doc: "the stakes of a table that names none"},
		{Name: "posted", Type: "list of string", Default: "[]", Doc: "stakes that the house has posted; the text before \"blinds\" is the name"},
		{Name: "only_posted", Type: "bool", Default: "False", Doc: "allow the posted stakes only"},
		{Name: "listed", Type: "list of string", Default: "[]", Doc: "allowed limits, whatever the blinds: names such as \"2-4\", \"pl\" and \"nl\"; with `also`, no others are allowed"},
		{Name: "also", Type: "list of string", Default: "[]", Doc: "limits that are allowed although the list lacks them; using one is noted"},
		{Name: "upper_range", Type: "string", Enum: []string{"late rounds", "last round"}, Default: `"late rounds"`, Doc: "where the upper range of a spread limit applies: in the rounds of the upper tier, or in the last one only"},
		{Name: "limits", Type: "list of string", Enum: []string{"fixed", "spread", "pot", "none"}, Default: "[]", Doc: "the kinds of limit the game allows; empty: all"},
		{Name: "least", Type: "int or string", Default: "None", Doc: "the lowest limit allowed, in dollars"},
		{Name: "most", Type: "int or string", Default: "None", Doc: "the highest limit and the largest single bet allowed, in dollars"},
		{Name: "caps_wagers", Type: "bool", Default: "True", Doc: "`most` also caps a single bet"},
		{Name: "most_forced", Type: "int or string", Default: "None", Doc: "the largest forced bet allowed, in dollars"},
		{Name: "ante", Type: "int or string", Default: "None", Doc: "in dollars, if the stakes name no ante"},
		{Name: "bring_in", Type: "int or string", Default: "None", Doc: "in dollars, if the stakes name no bring-in"},
		{Name: "blinds", Type: "tuple", Default: "None", Doc: "the small and the big blind in dollars at fixed and spread limits, if the stakes name none; left out: half the lowest bet and the lowest bet"},
		{
			Name: "cites", Type: "string or list of string or dict", Default: "[]", Most: star.MaxCites,
			Doc: "the clauses of the house's document that this implements; or a dict of clauses by the name of a parameter",
		},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		r := plan.StakesRule{
			Default: c.String("default"), Posted: c.Strings("posted"), OnlyPosted: c.Bool("only_posted"),
			Listed: c.Strings("listed"), Also: c.Strings("also"), UpperLast: c.String("upper_range") == "last round",
			Min: amount(c, "least"), Max: amount(c, "most"), ForcedMax: amount(c, "most_forced"), OpenWagers: !c.Bool("caps_wagers"),
			Ante: amount(c, "ante"), BringIn: amount(c, "bring_in"), Pos: c.Pos,
		}
		if pair, ok := star.Items(c.Value("blinds")); ok {
			for i, v := range pair {
				n, err := money(c, "blinds", v)
				if err != nil {
					return nil, err
				}
				if len(pair) != 2 || n == 0 {
					return nil, c.Errorf("blinds", "got %s, want the small and the big blind, such as (1, 3)", c.Value("blinds"))
				}
				r.Blinds[i] = n
			}
			if r.Blinds[0] > r.Blinds[1] || len(pair) == 0 {
				return nil, c.Errorf("blinds", "got %s, want the small and the big blind, such as (1, 3)", c.Value("blinds"))
			}
		}
		for _, kind := range c.Strings("limits") {
			r.Kinds = append(r.Kinds, structures[kind])
		}
		all, by, err := citedBy(c)
		if err != nil {
			return nil, err
		}
		return star.Wrap("stakes", Cited[plan.StakesRule]{Rules: r, Clauses: all, By: by}, c.Pos), nil
	},
})

var _ = register(&star.Builtin{
	Name:    "deck",
	Group:   "dealing",
	Doc:     "The deck of a game.",
	Returns: "deck",
	Example: `lowball = deck(jokers = 1)
short = deck(lowest = "6")
mexican = deck(without = "89T", jokers = 1)
`,
	Params: []star.Param{
		{Name: "jokers", Type: "int", Min: 0, Max: 2, Default: "0", Doc: "jokers in each deck of 52"},
		{Name: "lowest", Type: "string", Enum: []string{"2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"}, Default: `"2"`, Doc: "the lowest rank in the deck"},
		{Name: "packs", Type: "int", Min: 1, Max: 8, Default: "1", Doc: "decks of 52 shuffled together"},
		Cites,
		{Name: "without", Type: "string", Default: `""`, Doc: "ranks to leave out, \"89T\", above the lowest; the ranks next to the gap are consecutive in a straight"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		first, _ := cards.Scan(c.String("lowest") + "c")
		d := cards.Deck{Lowest: first.Rank(), Jokers: c.Int("jokers"), Packs: c.Int("packs")}
		for _, letter := range c.String("without") {
			r, n := cards.ScanRank(string(letter))
			if n == 0 {
				return nil, c.HintErrorf("without", `"89T" are eights, nines and tens`, "%q is not a rank", letter)
			}
			d.Without |= 1 << r
		}
		if err := d.Validate(); err != nil {
			return nil, c.Errorf("without", "%v", err)
		}
		return star.Wrap("deck", Cited[cards.Deck]{Rules: d, Clauses: c.Strings("cites")}, c.Pos), nil
	},
})
