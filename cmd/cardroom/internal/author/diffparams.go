package author

import (
	"slices"
	"strconv"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/runs"
)

// DiffRows are the parameters of diff.
var DiffRows = func() []params.Row[DiffOptions] {
	// notSolve marks a parameter of what is dealt at random.
	notSolve := func(p *params.Param) *params.Param {
		q := *p
		q.Not = append(slices.Clone(q.Not), "solve, which deals no hands at random", "exhaustive, which plays every line")
		return &q
	}
	set := func(name, of, more string) *params.Param {
		return &params.Param{Name: name, Doc: "set an option in " + of + ", `OPTION=VALUE`; repeatable" + more, Decides: true, Offers: []string{params.Settings}}
	}
	seats, hands, stakes, stack := library.Seats, runs.Hands, library.Stakes, library.Stack
	seats.Shown = "6, or the most that both games take"
	hands.Doc, hands.Min = "play `N` hands of each game", 0
	stakes.Doc, stakes.Shown = "play for `STAKES`: 2-4, \"pl 1-2\", \"nl 1-2\", or a name the house has posted", "those of each house"
	stack.Doc = "give each player `SIZE`: chips, or big blinds as in 40bb; a list sets each seat"
	const section = params.Advanced
	every := []string{"solve", "exhaustive"}
	rows := []params.Row[DiffOptions]{
		{Param: &params.Param{Name: "exhaustive", Doc: "play every line of small versions: no line differs, or the shortest hand that does"}, At: func(o *DiffOptions) any { return &o.Exhaustive }},
		{Param: &params.Param{
			Name: "each-option", Doc: "with --exhaustive or --solve: compare GAME with every other value of each option", Needs: every,
		}, At: func(o *DiffOptions) any { return &o.EachOption }},
		{Param: &params.Param{
			Name: "limit", Doc: "with --exhaustive: stop a version after `N` decisions and ends of hands", Section: section, Default: strconv.Itoa(usualLimit), Min: 1, Most: usualLimit, Needs: []string{"exhaustive"}, Example: "100000",
		}, At: func(o *DiffOptions) any { return &o.Limit }},
		library.ChoicesRow(set("set", "both games", ""), func(o *DiffOptions) *map[string]string { return &o.Both }),
		library.ChoicesRow(set("a", "the first game", ""), func(o *DiffOptions) *map[string]string { return &o.A.Set }),
		library.ChoicesRow(set("b", "the second game", "; the second GAME may then be left out"), func(o *DiffOptions) *map[string]string { return &o.B.Set }),
		{Param: &stakes, At: func(o *DiffOptions) any {
			return params.TextSetter(func(text string) error {
				o.A.Stakes, o.B.Stakes = text, text
				return nil
			})
		}},
		{Param: &params.Param{
			Name: "stakes-b", Doc: "play the second game for `STAKES`", Section: params.Advanced, Shown: "the same", Decides: true, Example: "3-6",
		}, At: func(o *DiffOptions) any { return &o.B.Stakes }},
		{Param: &seats, At: func(o *DiffOptions) any { return &o.Run.Seats }},
		{Param: &stack, At: func(o *DiffOptions) any { return params.Parse(&o.Run.Stack, runs.ParseStack) }},
		{Param: notSolve(&params.Param{Name: "rules-only", Doc: "compare the rules only, like --hands 0"}), At: func(o *DiffOptions) any { return &o.RulesOnly }},
		{Param: notSolve(&hands), At: func(o *DiffOptions) any { return &o.Run.Hands }},
		{Param: notSolve(&params.Param{
			Name: "hand", Doc: "print hand `N` as both games play it", Min: 1, Not: []string{"rules-only, which plays no hand", "out"}, Refused: "the answer is data", Example: "3",
		}), At: func(o *DiffOptions) any { return &o.Hand }},
		{Param: notSolve(library.Policy("seats play by `POLICY`:", "random")), At: func(o *DiffOptions) any { return library.PolicyText(&o.Run.Policy, "random") }},
		{Param: notSolve(&library.Deck), At: func(o *DiffOptions) any { return &o.Run.Deck }},
		{Param: notSolve(&runs.Part), At: func(o *DiffOptions) any { return params.Parse(&o.Run.Shard, runs.ParseShard) }},
		{Param: notSolve(&library.Workers), At: func(o *DiffOptions) any { return &o.Run.Workers }},
		{Param: notSolve(&params.Seed), At: func(*DiffOptions) any { return params.Unsigned }},
	}
	for _, r := range library.SmallRows(section, "", "", func(o *DiffOptions) *library.SmallGames { return &o.Small }) {
		p := *r.Param
		switch r.Param = &p; p.Name {
		case "size":
			p.Doc, p.Shown = "with --solve or --exhaustive: make the games of this `SIZE`, as in 'cardroom solve'; --exhaustive takes several", "with --solve kuhn with one round of betting, otherwise leduc; with --exhaustive kuhn,leduc; against a bank whole"
		case "deck-ranks", "deck-suits":
			p.Doc = "with --solve or --exhaustive: " + p.Doc
		case "open-folds":
			p.Doc = "with --exhaustive: " + p.Doc
		default: // both games have them
			continue
		}
		p.Needs = every
		rows = append(rows, r)
	}
	out := runs.OutRows(func(o *DiffOptions) *runs.Out { return &o.Run.Out })
	for i := range out {
		out[i].Param = notSolve(out[i].Param)
	}
	return slices.Concat(out, rows)
}()

// SettleSmall finds the sizes of small versions, and the stacks for them. files is false if no file may be read.
func (o *DiffOptions) SettleSmall(std *app.IO, given params.Given, files bool) error {
	if err := o.Small.Settle(std, files); err != nil {
		return err
	}
	w := &o.Small.Wishes
	if w.Stakes, w.Seats = "", o.Run.Seats; !given.Has("stack") {
		return nil
	}
	if err := w.ReadStacks(given["stack"][0]); err != nil {
		return app.Usagef("--stack is %v", err)
	}
	return nil
}

// Settle finds the games among the arguments.
func (o *DiffOptions) Settle(args []string) error {
	for _, set := range []*map[string]string{&o.Both, &o.A.Set, &o.B.Set} {
		if *set == nil {
			*set = map[string]string{}
		}
	}
	switch len(args) {
	case 0:
		return app.Usagef("diff needs two GAMEs, or one GAME and --b OPTION=VALUE")
	case 1:
		o.A.Game, o.B.Game = args[0], args[0]
		if len(o.A.Set)+len(o.B.Set) == 0 && o.A.Stakes == o.B.Stakes {
			return app.Usagef("diff needs something to compare %s with: a second GAME, --b OPTION=VALUE or --stakes-b", args[0])
		}
	case 2:
		o.A.Game, o.B.Game = args[0], args[1]
	default:
		return app.Usagef("unexpected argument %q: diff takes two GAMEs", args[2])
	}
	return nil
}

// Check checks what was given together, and sets what follows from it.
func (o *DiffOptions) Check(given params.Given) error {
	r := &o.Run
	o.RulesOnly = o.RulesOnly || given.Has("hands") && r.Hands == 0
	if r.Deck != "" && !given.Has("hands") {
		r.Hands = 0 // as many as there are decks
	}
	switch {
	case given.Has("hand") && o.RulesOnly:
		return app.Usagef("--hand cannot be used with --rules-only or --hands 0, which play no hand")
	case r.Out.Dir != "" && o.RulesOnly:
		return app.Usagef("--out keeps the sums of a shard: leave out --hand and --rules-only")
	case r.Out.Dir != "" && !given.Has("seed"):
		return app.Usagef("--out needs --seed N: all shards have the same, and a comparison that is resumed needs it too")
	}
	return nil
}
