package replay

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
)

// record is a recorded hand, decoded once: the game, and what it is played with. Nothing looks up a field of the superset afterwards.
type record struct {
	*history.Hand
	setup  hand.Setup // without the plan
	game   *plan.Game
	stakes plan.Stakes
	own    bool        // the stakes are the game's own text: the game posts its own forced bets
	raise  *plan.Raise // nil for none
	cap    int64       // the most that a player may put in, 0 for no limit
	acts   []history.Action
	rake   []int64 // memory
}

// fields are the fields of the superset that a hand is played with, in the order in which they are read. own: the field is allowed only in a
// hand with stakes of ours, because it says how the hand differs from the game at these stakes.
var fields = []struct {
	key  string
	own  bool
	read func(r *record, x *history.Extra) error
}{
	{history.KeyStakes, false, (*record).readStakes},
	{history.KeyLimit, false, (*record).readLimit},
	{history.KeyChip, false, (*record).readChip},
	{history.KeyMoney, false, (*record).readMoney},
	{history.KeyRaised, true, (*record).readRaised},
	{history.KeyCap, false, (*record).readCap},
	{history.KeyAdded, false, (*record).readAdded},
	{history.KeyUneven, false, (*record).readUneven},
	{history.KeyRake, false, (*record).readRake},
	{history.KeyStraddles, true, (*record).readStraddles},
	{history.KeyForced, true, (*record).readForced},
	{history.KeyFees, true, (*record).readFees},
	{history.KeyDeck, false, (*record).readDeck},
	{history.KeyAbsent, false, (*record).readAbsent},
}

// decode decodes a hand. It may express its amounts in the units of its stakes.
func (p *Player) decode(rec *history.Hand, game *plan.Game) (*record, error) {
	r := &p.decoded
	*r = record{Hand: rec, game: game, stakes: stakesOf(rec, game), rake: r.rake[:0]}
	r.setup = hand.Setup{Stacks: rec.Starting, Button: rec.N() - 1, Manual: true, DeadAntes: !rec.AnteTrimming}
	if slices.Contains(rec.Starting, history.Infinite) {
		r.setup.Stacks = finite(rec.Starting)
	}
	for i := range fields {
		f := &fields[i]
		x := rec.Lookup(f.key)
		if x == nil {
			continue
		}
		if f.own && !r.own {
			return r, rec.ErrorAt(x.Pos, CodeSuperset, fmt.Sprintf("%s without %s", f.key, history.KeyStakes), "it says how a hand differs from the game at these stakes")
		}
		if err := f.read(r, x); err != nil {
			return r, err
		}
	}
	if !r.own {
		r.setup.Antes, r.setup.Blinds = given(rec.Antes), given(rec.Blinds)
	}
	if err := r.posts(); err != nil {
		return r, err
	}
	return r, r.attend()
}

// stakesOf returns the stakes in the fields of PHH.
func stakesOf(rec *history.Hand, game *plan.Game) plan.Stakes {
	s := plan.Stakes{Name: plan.Recorded, Money: plan.Currency(rec.CurrencySymbol), Scale: rec.Scale, Chip: 1, BringIn: rec.BringIn}
	if rec.SmallBet > 0 {
		s.Small, s.Big = plan.Range{Lo: rec.SmallBet, Hi: rec.SmallBet}, plan.Range{Lo: rec.BigBet, Hi: rec.BigBet}
		return s
	}
	s.Structure = betting.NoLimit
	if kinds := game.Stakes.Kinds; len(kinds) > 0 && kinds[0] >= betting.PotLimit {
		s.Structure = kinds[0]
	}
	s.Small, s.Big = plan.Range{Lo: rec.MinBet}, plan.Range{Lo: rec.MinBet}
	return s
}

// given returns nil for an array that is missing from the record.
func given(a []int64) []int64 {
	if len(a) == 0 {
		return nil
	}
	return a
}

// finite replaces unknown stacks by ones too large to bet away.
func finite(stacks []int64) []int64 {
	out := slices.Clone(stacks)
	for i, c := range out {
		if c == history.Infinite {
			out[i] = 1 << 55
		}
	}
	return out
}

// wrong returns the error for a field of the superset; what follows its key.
func (r *record) wrong(x *history.Extra, what, hint string) error {
	return r.ErrorAt(x.Pos, CodeSuperset, x.Key+what, hint)
}

func (r *record) readStakes(x *history.Extra) error {
	text, ok := history.Value[string](r.Hand, x.Key)
	if !ok {
		return r.wrong(x, " is not a text", "")
	}
	s, err := r.game.ParseStakes(text)
	if err == nil {
		err = r.Rescale(s.Scale)
	}
	if err != nil {
		return r.ErrorAt(x.Pos, CodeSuperset, err.Error(), "")
	}
	r.stakes, r.own = s, true
	return nil
}

// limits maps the values of [history.KeyLimit].
var limits = map[string]betting.Structure{"none": betting.NoLimit, "pot": betting.PotLimit}

func (r *record) readLimit(x *history.Extra) error {
	if r.own || r.SmallBet > 0 {
		return nil
	}
	name, _ := history.Value[string](r.Hand, x.Key)
	limit, ok := limits[name]
	if !ok {
		return r.wrong(x, ` is neither "none" nor "pot"`, "the fields small_bet and big_bet say that the limit is fixed")
	}
	r.stakes.Structure = limit
	return nil
}

// amount reads a text with an amount of at least one unit.
func (r *record) amount(x *history.Extra, to *int64, hint string) error {
	text, _ := history.Value[string](r.Hand, x.Key)
	amount, err := history.ParseAmount(text, r.Scale)
	if err != nil || amount < 1 {
		return r.wrong(x, " is not a text with an amount", hint)
	}
	*to = amount
	return nil
}

// readMoney reads how people read the amounts.
func (r *record) readMoney(x *history.Extra) error {
	sign, ok := history.Value[string](r.Hand, x.Key)
	if !ok {
		return r.wrong(x, " is not a text", `such as "€"`)
	}
	r.stakes.Money = plan.Currency(sign)
	return nil
}

// readChip reads the smallest chip, in which pots are divided.
func (r *record) readChip(x *history.Extra) error {
	if r.own {
		return nil
	}
	return r.amount(x, &r.stakes.Chip, `such as "0.05"`)
}

func (r *record) readRaised(x *history.Extra) error {
	text, ok := history.Value[string](r.Hand, x.Key)
	if !ok {
		return r.wrong(x, " is not a text", "")
	}
	raise, err := plan.ParseRaise(text)
	if err != nil {
		return r.wrong(x, ": "+err.Error(), "")
	}
	r.raise = &raise
	return nil
}

func (r *record) readCap(x *history.Extra) error {
	err := r.amount(x, &r.cap, "")
	if err == nil {
		r.setup.Stacks = slices.Clone(r.setup.Stacks)
		for i, c := range r.setup.Stacks {
			r.setup.Stacks[i] = min(c, r.cap)
		}
	}
	return err
}

func (r *record) readAdded(x *history.Extra) error { return r.amount(x, &r.setup.Carried, "") }

// player returns the index of a player "p2", -1 if there is none.
func (r *record) player(text string) int {
	number, ok := strings.CutPrefix(text, "p")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 1 || n > r.N() {
		return -1
	}
	return n - 1
}

// readUneven reads what the winners of equal shares got more or less.
func (r *record) readUneven(x *history.Extra) error {
	wrong := func(text string) error { return r.wrong(x, ": "+text, `such as ["p1 -0.13", "p3 0.13"]`) }
	list, ok := history.Value[[]string](r.Hand, x.Key)
	if !ok {
		return wrong("not an array of texts")
	}
	shift, sum := make([]int64, r.N()), int64(0)
	for _, text := range list {
		who, amount, _ := strings.Cut(text, " ")
		amount, less := strings.CutPrefix(amount, "-")
		units, bad := history.ParseAmount(amount, r.Scale)
		i := r.player(who)
		if i < 0 || bad != nil || shift[i] != 0 || units <= 0 || units > history.MaxAmount {
			return wrong(fmt.Sprintf("%q is not a player and an amount", text))
		}
		if shift[i] = units; less {
			shift[i] = -units
		}
		sum += shift[i]
	}
	if sum != 0 {
		return wrong("the amounts do not add up to 0")
	}
	r.setup.Shift = shift
	return nil
}

func (r *record) readRake(x *history.Extra) error {
	text, ok := history.Value[string](r.Hand, x.Key)
	for word := range strings.FieldsSeq(text) {
		amount, err := history.ParseAmount(word, r.Scale)
		ok = ok && err == nil && amount >= 0 && amount <= history.MaxAmount
		r.rake = append(r.rake, amount)
	}
	if !ok || len(r.rake) == 0 {
		return r.wrong(x, " is not a text with an amount, or one for each pot", `such as "1.25" or "1 0.25"`)
	}
	r.setup.Rake = r.rake
	return nil
}

func (r *record) readStraddles(x *history.Extra) error {
	may, ok := history.Value[bool](r.Hand, x.Key)
	if !ok {
		return r.wrong(x, " is neither true nor false", "")
	}
	r.setup.NoStraddle = !may
	return nil
}

func (r *record) readForced(x *history.Extra) error {
	list, ok := history.Value[[]int64](r.Hand, x.Key)
	forced := r.game.Forced
	if !ok || len(list) != len(forced) {
		return r.wrong(x, fmt.Sprintf(" is not %d players, one for each forced bet of the game", len(forced)), "")
	}
	r.setup.ForcedSeats = make([]int8, len(list))
	for i, player := range list {
		if player < 0 || player > int64(r.N()) || forced[i].Everybody && player != 0 {
			return r.wrong(x, fmt.Sprintf(": %d does not post forced bet %d in a hand of %d players", player, i+1, r.N()), "0 is for nobody")
		}
		r.setup.ForcedSeats[i] = int8(player) - 1
	}
	return nil
}

func (r *record) readFees(x *history.Extra) error {
	list, ok := history.Value[[]string](r.Hand, x.Key)
	if !ok {
		return r.wrong(x, " is not an array of texts", `such as ["pot 3", "p2 0.5"]`)
	}
	for _, text := range list {
		f, err := r.fee(text)
		if err != nil {
			return r.wrong(x, fmt.Sprintf(": %q: %v", text, err), `a fee is "pot AMOUNT", "pot AMOUNT flop" or "pN AMOUNT"`)
		}
		r.setup.Fees = append(r.setup.Fees, f)
	}
	return nil
}

func (r *record) fee(text string) (f hand.Fee, err error) {
	words := strings.Fields(text)
	if len(words) == 3 && words[0] == "pot" && words[2] == "flop" {
		f.Flop, words = true, words[:2]
	}
	if len(words) != 2 {
		return f, errors.New("not a payer and an amount")
	}
	if f.Seat = r.player(words[0]); f.Seat < 0 && words[0] != "pot" {
		return f, fmt.Errorf("there is no player %s", words[0])
	}
	if f.Amount, err = history.ParseAmount(words[1], r.Scale); err == nil && (f.Amount <= 0 || f.Amount > history.MaxAmount) {
		err = fmt.Errorf("%s is not a fee", words[1])
	}
	return f, err
}

// readDeck reads the recorded deck, and what else a hand needs that is dealt from it: its seed and number, and what depends on earlier hands and
// on dice.
func (r *record) readDeck(*history.Extra) (err error) {
	if r.setup.Deck, err = r.Cards(history.KeyDeck); err != nil {
		return err
	}
	r.setup.Manual = false
	if of := r.game.Deck; of.Packs > 1 && of.Jokers == 1 { // each of the decks has the same joker
		for i, c := range r.setup.Deck {
			if c.IsJoker() {
				r.setup.Deck[i] = cards.Joker
			}
		}
	}
	seed, ok := r.Seed()
	if x := r.Lookup(history.KeySeed); x != nil && !ok {
		return r.wrong(x, " is not a whole number from 0 to 2^64-1", "write it in quotes from 2^63 on")
	}
	number, _ := history.Value[int64](r.Hand, history.KeyHand)
	r.setup.Seed, r.setup.Number = seed, uint64(number)
	banked, _ := history.Value[int64](r.Hand, history.KeyBanked)
	carried, _ := history.Value[int64](r.Hand, history.KeyCarried)
	r.setup.Banked, r.setup.Carried = int(banked), r.setup.Carried+carried
	rolls, _ := history.Value[[]int64](r.Hand, history.KeyRolls)
	for _, n := range rolls {
		r.setup.Rolls = append(r.setup.Rolls, uint8(min(max(n, 0), 100)))
	}
	return nil
}

// readAbsent reads the players who were not dealt in.
func (r *record) readAbsent(x *history.Extra) error {
	list, ok := history.Value[[]int64](r.Hand, x.Key)
	for _, n := range list {
		if ok = ok && n >= 1 && n <= int64(r.N()); ok {
			r.setup.Absent |= betting.Bit(int(n) - 1)
		}
	}
	if !ok {
		return r.wrong(x, " is not a list of players", "")
	}
	r.setup.Attendance = hand.Attended
	return nil
}

// posts reads the posts, which come before the cards.
func (r *record) posts() error {
	r.acts = r.Actions
	for i := range r.Actions {
		a := &r.Actions[i]
		if a.Verb == history.NoOp {
			continue
		}
		if a.Verb != history.Post {
			break
		}
		how, name, _ := strings.Cut(a.Text, ": ")
		how, asked := strings.CutPrefix(how, askedPost)
		if a.Amount <= 0 || !slices.Contains([]string{"", deadPost, inPlacePost, livePost, opensPost, antePost}, how) || asked && how != livePost && how != opensPost {
			return r.ErrorAt(a.Pos, CodeSuperset, fmt.Sprintf("%s: not a post", a.Append(nil, r.Scale)), `a post is "pN post AMOUNT", with "dead", "in place", "straddle", "ante", "offered live" or "offered straddle" after it`)
		}
		r.setup.Posts = append(r.setup.Posts, hand.Post{Seat: int(a.Player), Amount: a.Amount, Dead: how == deadPost, InPlace: how == inPlacePost, Opens: how == opensPost, Ante: how == antePost, Asked: asked, Name: name})
		r.acts = r.Actions[i+1:]
	}
	return nil
}

// attend prepares the hand for irregularities, if the record has any.
func (r *record) attend() error {
	for i := range r.Actions {
		switch a := &r.Actions[i]; {
		case a.Verb != history.Event && a.Verb != history.GoOn:
		case !r.setup.Manual:
			r.setup.Attendance = hand.Attended
			return nil
		case a.Verb == history.GoOn:
			return r.ErrorAt(a.Pos, codeEvent, "the dealer's steps need the order of the deck", "name it in the field _deck")
		default:
			r.setup.Attendance = hand.Tracked
		}
	}
	return nil
}
