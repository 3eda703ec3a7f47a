package replay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
)

// The table's effects on a hand: raised stakes, the seats of the blinds, posts, fees, and a ban on
// straddles.

// ownFields are the fields of the superset that are allowed only in a hand with stakes of ours:
// they record differences from the game's own rules.
var ownFields = []string{history.KeyRaised, history.KeyForced, history.KeyFees, history.KeyStraddles}

// added reports whether the table has effects that PHH cannot express. It can express the seats of
// blinds.
func added(s *hand.Setup) bool {
	return len(s.Posts)+len(s.Fees) > 0 || s.NoStraddle || s.Plan.Base != nil
}

// table records the table's effects.
func (r *recorder) table() error {
	s, rec := r.setup, r.rec
	if s.NoStraddle {
		if err := rec.Set(history.KeyStraddles, false); err != nil {
			return err
		}
	}
	if s.Plan.Base != nil {
		if err := rec.Set(history.KeyRaised, s.Plan.Raise.String()); err != nil {
			return err
		}
	}
	if r.elsewhere() {
		if err := rec.Set(history.KeyForced, r.forcedPlayers()); err != nil {
			return err
		}
	}
	if len(s.Fees) > 0 {
		fees := make([]string, len(s.Fees))
		for i, f := range s.Fees {
			fees[i] = r.feeText(f)
		}
		if err := rec.Set(history.KeyFees, fees); err != nil {
			return err
		}
	}
	for _, p := range s.Posts {
		r.rec.Actions = append(r.rec.Actions, r.postAction(p))
	}
	return nil
}

// poster returns the seat that posts the i-th forced bet, -1 for nobody.
func (r *recorder) poster(i int) int {
	if s := r.setup.ForcedSeats; s != nil {
		return int(s[i])
	}
	return r.usual(i)
}

// usual returns the seat of the i-th forced bet according to the game.
func (r *recorder) usual(i int) int {
	f := &r.game.Forced[i]
	left := f.Left
	if r.n == 2 {
		left = f.HeadsUp
	}
	return (r.hand.Button() + left) % r.n
}

// elsewhere reports whether a forced bet is due from a seat other than the usual one.
func (r *recorder) elsewhere() bool {
	for i := range r.game.Forced {
		if !r.game.Forced[i].Everybody && r.poster(i) != r.usual(i) {
			return true
		}
	}
	return false
}

// forcedPlayers returns, for each forced bet of the game, the player who posts it, from 1; 0 for
// nobody and for bets of everybody.
func (r *recorder) forcedPlayers() []int64 {
	out := make([]int64, len(r.game.Forced))
	for i := range out {
		if seat := r.poster(i); seat >= 0 && !r.game.Forced[i].Everybody {
			out[i] = int64(r.player(seat)) + 1
		}
	}
	return out
}

// feeText returns a fee as text in the fees field: "pot 3", "pot 2 flop", "p4 0.5".
func (r *recorder) feeText(f hand.Fee) string {
	payer := "pot"
	if f.Seat >= 0 {
		payer = fmt.Sprintf("p%d", r.player(f.Seat)+1)
	}
	text := payer + " " + history.FormatAmount(f.Amount, r.rec.Scale)
	if f.Flop {
		text += " flop"
	}
	return text
}

// Words for posts that are not additional live bets.
const (
	deadPost    = "dead"
	inPlacePost = "in place"
)

func (r *recorder) postAction(p hand.Post) history.Action {
	a := history.Action{Verb: history.Post, Player: int8(r.player(p.Seat)), Amount: p.Amount}
	switch {
	case p.Dead:
		a.Text = deadPost
	case p.InPlace:
		a.Text = inPlacePost
	}
	return a
}

// useTable applies the table's recorded effects.
func (p *Player) useTable(rec *history.Hand, own bool) error {
	for _, key := range ownFields {
		if x := rec.Lookup(key); x != nil && !own {
			return rec.ErrorAt(x.Pos, CodeSuperset, fmt.Sprintf("%s without %s", key, history.KeyStakes), "it says how a hand differs from the game at these stakes")
		}
	}
	for _, use := range []func(*history.Hand) error{p.useStraddles, p.useForced, p.useFees, p.usePosts} {
		if err := use(rec); err != nil {
			return err
		}
	}
	return nil
}

func (p *Player) useStraddles(rec *history.Hand) error {
	x := rec.Lookup(history.KeyStraddles)
	if x == nil {
		return nil
	}
	may, ok := history.Value[bool](rec, history.KeyStraddles)
	if !ok {
		return rec.ErrorAt(x.Pos, CodeSuperset, history.KeyStraddles+" is neither true nor false", "")
	}
	p.setup.NoStraddle = !may
	return nil
}

func (p *Player) useForced(rec *history.Hand) error {
	x := rec.Lookup(history.KeyForced)
	if x == nil {
		return nil
	}
	list, ok := history.Value[[]int64](rec, history.KeyForced)
	forced := p.setup.Plan.Game.Forced
	if !ok || len(list) != len(forced) {
		return rec.ErrorAt(x.Pos, CodeSuperset, fmt.Sprintf("%s is not %d players, one for each forced bet of the game", history.KeyForced, len(forced)), "")
	}
	seats := make([]int8, len(list))
	for i, player := range list {
		if player < 0 || player > int64(rec.N()) || forced[i].Everybody && player != 0 {
			return rec.ErrorAt(x.Pos, CodeSuperset, fmt.Sprintf("%s: %d does not post forced bet %d in a hand of %d players", history.KeyForced, player, i+1, rec.N()), "0 is for nobody")
		}
		seats[i] = int8(player) - 1
	}
	p.setup.ForcedSeats = seats
	return nil
}

func (p *Player) useFees(rec *history.Hand) error {
	x := rec.Lookup(history.KeyFees)
	if x == nil {
		return nil
	}
	list, ok := history.Value[[]string](rec, history.KeyFees)
	if !ok {
		return rec.ErrorAt(x.Pos, CodeSuperset, history.KeyFees+" is not an array of texts", `such as ["pot 3", "p2 0.5"]`)
	}
	for _, text := range list {
		f, err := parseFee(text, rec.N(), rec.Scale)
		if err != nil {
			return rec.ErrorAt(x.Pos, CodeSuperset, fmt.Sprintf("%s: %q: %v", history.KeyFees, text, err), `a fee is "pot AMOUNT", "pot AMOUNT flop" or "pN AMOUNT"`)
		}
		p.setup.Fees = append(p.setup.Fees, f)
	}
	return nil
}

func parseFee(text string, players int, scale int64) (f hand.Fee, err error) {
	words := strings.Fields(text)
	if len(words) == 3 && words[0] == "pot" && words[2] == "flop" {
		f.Flop, words = true, words[:2]
	}
	if len(words) != 2 {
		return f, fmt.Errorf("not a payer and an amount")
	}
	if f.Seat = -1; words[0] != "pot" {
		number, ok := strings.CutPrefix(words[0], "p")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 1 || n > players {
			return f, fmt.Errorf("there is no player %s", words[0])
		}
		f.Seat = n - 1
	}
	if f.Amount, err = history.ParseAmount(words[1], scale); err == nil && (f.Amount <= 0 || f.Amount > history.MaxAmount) {
		err = fmt.Errorf("%s is not a fee", words[1])
	}
	return f, err
}

// usePosts applies the posts, which come before the cards.
func (p *Player) usePosts(rec *history.Hand) error {
	p.posts = 0
	for i := range rec.Actions {
		a := &rec.Actions[i]
		if a.Verb == history.NoOp {
			continue
		}
		if a.Verb != history.Post {
			break
		}
		if a.Amount <= 0 || !slices.Contains([]string{"", deadPost, inPlacePost}, a.Text) {
			return rec.ErrorAt(a.Pos, CodeSuperset, fmt.Sprintf("%s: not a post", a.Append(nil, rec.Scale)), `a post is "pN post AMOUNT", with "dead" or "in place" after it`)
		}
		p.setup.Posts = append(p.setup.Posts, hand.Post{Seat: int(a.Player), Amount: a.Amount, Dead: a.Text == deadPost, InPlace: a.Text == inPlacePost})
		p.posts = i + 1
	}
	return nil
}

// raised returns the game at the stakes of a record, raised if it says so.
func (p *Player) raised(rec *history.Hand, b *plan.AtStakes) (*plan.AtStakes, error) {
	x := rec.Lookup(history.KeyRaised)
	if x == nil {
		return b, nil
	}
	text, ok := history.Value[string](rec, history.KeyRaised)
	if !ok {
		return nil, rec.ErrorAt(x.Pos, CodeSuperset, history.KeyRaised+" is not a text", "")
	}
	r, err := plan.ParseRaise(text)
	if err != nil {
		return nil, rec.ErrorAt(x.Pos, CodeSuperset, fmt.Sprintf("%s: %v", history.KeyRaised, err), "")
	}
	k := key{b.Game, b.Stakes, r}
	if up := p.bound[k]; up != nil {
		return up, nil
	}
	up, err := b.Raised(r)
	if err != nil {
		return nil, rec.ErrorAt(x.Pos, codeSetup, err.Error(), "")
	}
	p.bound[k] = up
	return up, nil
}

// entries returns the antes and blinds of a record by player.
func (r *recorder) entries() (antes, blinds []int64) {
	antes, blinds = make([]int64, r.n), make([]int64, r.n)
	s := &r.setup.Plan.Stakes
	for i := range r.game.Forced {
		f := &r.game.Forced[i]
		amount := s.Amount(f.Amount)
		if f.Everybody {
			for k := range antes {
				antes[k] = amount
			}
			continue
		}
		seat := r.poster(i)
		if seat < 0 {
			continue
		}
		entry := hand.Crosswise(r.player(seat), r.n)
		if f.Dead {
			antes[entry] += amount
		} else {
			blinds[entry] += amount
		}
	}
	return antes, blinds
}

// limits maps the values of [history.KeyLimit].
var limits = map[string]betting.Structure{"none": betting.NoLimit, "pot": betting.PotLimit}

// limitNamed returns the limit that a record names.
func limitNamed(rec *history.Hand, x *history.Extra) (betting.Structure, error) {
	name, _ := history.Value[string](rec, history.KeyLimit)
	l, ok := limits[name]
	if !ok {
		return l, rec.ErrorAt(x.Pos, CodeSuperset, history.KeyLimit+` is neither "none" nor "pot"`, "the fields small_bet and big_bet say that the limit is fixed")
	}
	return l, nil
}

// useHouse applies what the record says about the house: its rake, what it adds to the pot, and the
// most that a player may put in.
func (p *Player) useHouse(rec *history.Hand) error {
	p.cap = 0
	if x := rec.Lookup(history.KeyCap); x != nil {
		text, _ := history.Value[string](rec, history.KeyCap)
		amount, err := history.ParseAmount(text, rec.Scale)
		if err != nil || amount <= 0 {
			return rec.ErrorAt(x.Pos, CodeSuperset, history.KeyCap+" is not a text with an amount", "")
		}
		p.cap = amount
		p.setup.Stacks = slices.Clone(p.setup.Stacks)
		for i, c := range p.setup.Stacks {
			p.setup.Stacks[i] = min(c, amount)
		}
	}
	if x := rec.Lookup(history.KeyAdded); x != nil {
		text, _ := history.Value[string](rec, history.KeyAdded)
		amount, err := history.ParseAmount(text, rec.Scale)
		if err != nil || amount <= 0 {
			return rec.ErrorAt(x.Pos, CodeSuperset, history.KeyAdded+" is not a text with an amount", "")
		}
		p.setup.Carried = amount
	}
	if err := p.useUneven(rec); err != nil {
		return err
	}
	x := rec.Lookup(history.KeyRake)
	if x == nil {
		return nil
	}
	text, ok := history.Value[string](rec, history.KeyRake)
	p.rake = p.rake[:0]
	for word := range strings.FieldsSeq(text) {
		amount, err := history.ParseAmount(word, rec.Scale)
		if err != nil || amount < 0 || amount > history.MaxAmount {
			ok = false
			break
		}
		p.rake = append(p.rake, amount)
	}
	if !ok || len(p.rake) == 0 {
		return rec.ErrorAt(x.Pos, CodeSuperset, history.KeyRake+" is not a text with an amount, or one for each pot", `such as "1.25" or "1 0.25"`)
	}
	p.setup.Rake = p.rake
	return nil
}

// useUneven applies what the winners of equal shares got more or less.
func (p *Player) useUneven(rec *history.Hand) error {
	x := rec.Lookup(history.KeyUneven)
	if x == nil {
		return nil
	}
	wrong := func(text string) error {
		return rec.ErrorAt(x.Pos, CodeSuperset, history.KeyUneven+": "+text, `such as ["p1 -0.13", "p3 0.13"]`)
	}
	list, ok := history.Value[[]string](rec, history.KeyUneven)
	if !ok {
		return wrong("not an array of texts")
	}
	shift, sum := make([]int64, rec.N()), int64(0)
	for _, text := range list {
		who, amount, _ := strings.Cut(text, " ")
		amount, less := strings.CutPrefix(amount, "-")
		number, named := strings.CutPrefix(who, "p")
		n, err := strconv.Atoi(number)
		units, bad := history.ParseAmount(amount, rec.Scale)
		if !named || err != nil || bad != nil || n < 1 || n > len(shift) || shift[n-1] != 0 || units <= 0 || units > history.MaxAmount {
			return wrong(fmt.Sprintf("%q is not a player and an amount", text))
		}
		if shift[n-1] = units; less {
			shift[n-1] = -units
		}
		sum += shift[n-1]
	}
	if sum != 0 {
		return wrong("the amounts do not add up to 0")
	}
	p.setup.Shift = shift
	return nil
}
