package dsl

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"cardroom/dsl/star"
	"cardroom/engine/betting"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/table"

	"go.starlark.net/starlark"
)

// Table rules: what a house does between hands, such as a kill. A rule has a memory, a plain value that the table keeps and
// saves. before_hand(table) returns effects for the next hand, settle(table) returns what is paid after a hand, after_hand(table)
// returns the next memory; none of them changes anything. Amounts are whole numbers of the table's smallest unit; players are given by number.

var structureNames = map[string]betting.Structure{
	"fixed": betting.Fixed, "spread": betting.Spread, "pot": betting.PotLimit, "none": betting.NoLimit,
}

var _ = register(&star.Builtin{
	Name:  "table_rule",
	Group: "table",
	Doc: "A rule for what happens between hands. before_hand(table) returns a list of effects for the next hand; settle(table) returns " +
		"those of the finished hand, such as `payment`; after_hand(table) returns the new memory. All see the table and its memory and change " +
		"nothing, so that a table can be saved, restored and stepped back. Their results must depend on nothing else.\n\n" +
		"Several rules of a table act in the order of `table(rules = …)`. Before a hand each sees the game and the stakes that those " +
		"before it have chosen, and posts and charges follow each other in this order; of several raises of the stakes the highest applies. After a " +
		"hand each rule settles and then remembers, so that the next one sees the stacks that it left.",
	Returns: "table rule",
	Example: `def _before(table):
    return [say("the winner of two in a row posts")] if table.memory.streak >= 2 else []

def _after(table):
    won = table.winner != None and table.winner == table.memory.player
    return struct(player = table.winner, streak = table.memory.streak + 1 if won else 1)

rule = table_rule("streaks", memory = struct(player = None, streak = 0), before_hand = _before, after_hand = _after)
`,
	Params: []star.Param{
		{Name: "name", Type: "string", Doc: "the house's name for it"},
		{Name: "memory", Type: "any", Default: "None", Doc: "the initial memory: None, numbers, texts, lists, dicts and structs of them"},
		{Name: "before_hand", Type: "function", Default: "None", Doc: "a function of the table that returns effects, or None"},
		{Name: "settle", Type: "function", Default: "None", Doc: "a function of the table after the hand, with the memory from before it, that returns effects such as payment(…), or None"},
		{Name: "after_hand", Type: "function", Default: "None", Doc: "a function of the table that returns the next memory"},
		{Name: "limits", Type: "list of string", Enum: []string{"fixed", "spread", "pot", "none"}, Default: "[]", Doc: "the kinds of limits that it applies to; left out: all"},
		{Name: "sells", Type: "int or string", Default: "None", Doc: "the chips that each player buys on sitting down: the table must have this buy-in and no other, and sell more only as the rule offers"},
		{Name: "doc", Type: "string or sentence or list of string or list of sentence", Mixed: true, Default: `""`, Doc: "the rule in a few sentences, for rule sheets; a list has sentences with conditions"},
		Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		r := &tableRule{
			name: c.String("name"), before: c.Func("before_hand"), settle: c.Func("settle"), after: c.Func("after_hand"),
			limits: c.Strings("limits"), clauses: c.Strings("cites"), loader: c.Loader(), pos: c.Pos,
			forgets: c.Provisional(),
		}
		text, err := star.MemoryText(c.Value("memory"))
		if err != nil {
			return nil, c.Errorf("memory", "%v", err)
		}
		r.begin = text
		if c.Has("sells") {
			if r.sells, err = money(c, "sells", c.Value("sells")); err != nil {
				return nil, err
			}
		}
		if r.says, err = saidOf(c.Value("doc"), ""); err != nil {
			return nil, c.Errorf("doc", "%v", err)
		}
		r.looks = (r.settle != nil || r.after != nil) && (r.forgets || c.Module() == nil || c.Module().Reads(logged))
		r.memories = map[string]starlark.Value{}
		r.view = newTableView()
		return star.Wrap("table rule", table.Rule(r), c.Pos), nil
	},
})

// tableRule implements table.Rule.
type tableRule struct {
	name                  string
	begin                 string
	before, settle, after starlark.Callable
	says                  []plan.Said
	limits                []string
	sells                 int64 // the only buy-in of its table in cents, 0 for any
	clauses               []string
	loader                *star.Loader
	pos                   diag.Pos
	looks                 bool // its functions may ask for the events of the hand
	forgets               bool // do not cache: every run of its functions is counted or traced

	mu       sync.Mutex
	thread   *star.Thread
	view     *tableView
	memories map[string]starlark.Value
	effects  memo[tableQuestion, []table.Effect]
	settled  memo[tableQuestion, []table.Effect]
	nexts    memo[tableQuestion, string]
}

func (r *tableRule) Name() string { return r.name }

// Begin returns the initial memory.
func (r *tableRule) Begin() string { return r.begin }

// Allows returns an error for limits that the rule is not played with.
func (r *tableRule) Allows(b *plan.AtStakes) error {
	if len(r.limits) == 0 || slices.ContainsFunc(r.limits, func(l string) bool { return structureNames[l] == b.Stakes.Structure }) {
		return nil
	}
	return &diag.Error{
		Pos: r.pos, Code: star.CodeGame, Msg: fmt.Sprintf("%s does not apply at %s", r.name, b.Stakes.Structure),
		Hint: "it is for " + strings.Join(r.limits, " and ") + " limits",
	}
}

// sold returns why the rule does not fit how a table sells chips, nil if it does.
func (r *tableRule) sold(t *table.Config) error {
	for _, o := range t.Games {
		if r.sells != 0 && (!t.Offered || o.Min != r.sells || o.Max != r.sells) {
			amount := plan.Money(r.sells, plan.Cents)
			return fmt.Errorf("the rule %q sells each player %s: the table needs buy_in = (%s, %s) and buys = \"offered\"", r.name, amount, amount, amount)
		}
	}
	return nil
}

// Looks reports whether the script may ask for the events of the finished hand.
func (r *tableRule) Looks() bool { return r.looks }

// Before asks the script what is different in the next hand.
func (r *tableRule) Before(v *table.View, memory string) ([]table.Effect, error) {
	return r.list(r.before, &r.effects, v, memory)
}

// Settle asks the script what is paid after a hand.
func (r *tableRule) Settle(v *table.View, memory string) ([]table.Effect, error) {
	return r.list(r.settle, &r.settled, v, memory)
}

// list asks a hook for effects.
func (r *tableRule) list(f starlark.Callable, known *memo[tableQuestion, []table.Effect], v *table.View, memory string) ([]table.Effect, error) {
	if f == nil {
		return nil, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if out, ok := known.Find(memory, answersOf(v)); ok && !r.forgets {
		return out, nil
	}
	var out []table.Effect
	err := r.ask(f, v, memory, func(answer starlark.Value) (err error) {
		out, err = effectsOf(answer, v)
		return err
	})
	if err == nil && !r.view.varied {
		known.Note(memory, r.view.reads, out)
	}
	return out, err
}

// After asks the script what to remember.
func (r *tableRule) After(v *table.View, memory string) (string, error) {
	if r.after == nil {
		return memory, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if out, ok := r.nexts.Find(memory, answersOf(v)); ok && !r.forgets {
		return out, nil
	}
	var out string
	err := r.ask(r.after, v, memory, func(answer starlark.Value) (err error) {
		out, err = star.MemoryText(answer)
		return err
	})
	if err == nil && !r.view.varied {
		r.nexts.Note(memory, r.view.reads, out)
	}
	return out, err
}

// ask calls a hook with the view of the table, and passes on the result.
func (r *tableRule) ask(f starlark.Callable, v *table.View, memory string, take func(starlark.Value) error) error {
	m, err := r.remembered(memory)
	if err != nil {
		return err
	}
	if r.thread == nil {
		r.thread = r.loader.Thread(r.name, star.HookSteps)
	}
	r.view.look(v, m)
	defer r.view.look(nil, nil)
	args := starlark.Tuple{r.view}
	answer, err := r.thread.Ask(f, args)
	if err != nil {
		return err
	}
	if err := take(answer); err != nil {
		return r.loader.InvalidAnswer(f, args, err)
	}
	return nil
}

// remembered returns the value of a memory.
func (r *tableRule) remembered(text string) (starlark.Value, error) {
	if v, ok := r.memories[text]; ok {
		return v, nil
	}
	v, err := star.ReadMemory(text)
	if err != nil {
		return nil, fmt.Errorf("the memory of %s: %w", r.name, err)
	}
	if len(r.memories) >= mostMemories {
		clear(r.memories)
	}
	r.memories[text] = v
	return v, nil
}
