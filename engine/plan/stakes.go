package plan

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/diag"
	"cardroom/engine/money"
)

// Range is a pair of amounts, low and high; they are equal in fixed limit.
type Range struct{ Lo, Hi int64 }

// Recorded is the name of stakes that a record states by its amounts alone.
const Recorded = "recorded"

// Stakes are the stakes of a table. Amounts are in units of 1/Scale of the table's
// currency. Stakes are comparable.
type Stakes struct {
	Name       string // "2-4", "pl 1-2"
	Structure  betting.Structure
	Small, Big Range // by tier; in pot and no limit Lo is the smallest bet, Hi unused
	SB, BB     int64
	Ante       int64
	BringIn    int64
	Chip       int64    // the smallest chip in play
	Max        int64    // the most that can be wagered at once, 0 for no limit
	Scale      int64    // units per unit of the table's currency: 100 for cents
	Note       string   // the house's note, "" for none
	Money      Currency // how people write the amounts
}

// Cents is the Scale of stakes given as text.
const Cents = 100

// StakesRule defines the stakes that a house offers for a game. Amounts are in
// cents.
type StakesRule struct {
	// Default is the stakes of a table that does not set any.
	Default string
	// Posted are the stakes that the house has posted, in the grammar of
	// ParseStakes. The text before "blinds" is the name.
	Posted []string
	// Kinds are the betting structures of the game; empty for all. Recorded hands
	// whose files name no structure use the first.
	Kinds []betting.Structure
	// OnlyPosted rejects all other stakes.
	OnlyPosted bool
	// Listed are the limits that the house plays with any blinds: names as in
	// Posted, or "pl" and "nl". Also are limits that it plays although they are not
	// on its list, which adds a note to the stakes. Other limits are rejected; if
	// both are empty, none is.
	Listed, Also []string
	// UpperLast: the upper range of a spread limit holds in the last round only.
	UpperLast bool
	// Min and Max bound every limit; ForcedMax bounds every forced bet. 0: no
	// bound.
	Min, Max, ForcedMax int64
	// OpenWagers: Max bounds only the limits, not a single wager.
	OpenWagers bool
	// Ante and BringIn are the defaults for stakes that name none.
	Ante, BringIn int64
	// Blinds are the small and the big blind at fixed and spread limits that name none;
	// 0: half the lowest bet and the lowest bet.
	Blinds [2]int64
	Pos    diag.Pos
}

// ParseStakes parses the stakes of a table:
//
//	2-4                    fixed limit, small bet 2, big bet 4
//	1-3/1-6                spread limit: 1 to 3 on early rounds, 1 to 6 on late ones
//	pl 1-2   nl 1-2        pot limit, no limit with blinds of 1 and 2
//	pl 2     nl 2          the same without blinds, the smallest bet 2
//	bets 2-50              against a bank: the smallest and the largest bet
//	… blinds 1/3  ante 1  bring-in 1  chip 0.5
//
// Without "blinds" the big blind is the smallest bet and the small blind half of
// it. Dollar signs are allowed. "" means the house's default. The name of stakes
// that the house has posted means those stakes.
func (g *Game) ParseStakes(text string) (Stakes, error) {
	s, err := g.readStakes(text)
	if err != nil {
		return Stakes{}, g.illustrate(err)
	}
	return s, nil
}

// readStakes is ParseStakes without script lines in its errors.
func (g *Game) readStakes(text string) (Stakes, error) {
	rule := &g.Stakes
	name := plainStakes(text)
	if name == "" {
		name = plainStakes(rule.Default)
	}
	posted := rule.posted(name)
	if posted == "" && rule.OnlyPosted {
		return Stakes{}, fault(rule.Pos, "posted are "+strings.Join(rule.names(), ", "), "stakes %q are not posted in this house", name)
	}
	if posted == "" {
		posted = name
	}
	s, err := parseStakes(posted)
	if err != nil {
		hint := `for example "2-4", "1-3/1-6", "pl 1-2", "nl 1-2 ante 0.5"`
		if meant := respelled(posted); meant != "" {
			hint = fmt.Sprintf("did you mean %q?", meant)
		}
		return Stakes{}, fault(rule.Pos, hint, "stakes %q: %v", posted, err)
	}
	s.Name, s.Money = stakesName(posted), g.Money
	if err := g.checkStakes(&s, posted); err != nil {
		return Stakes{}, err
	}
	if err := rule.list(&s); err != nil {
		return Stakes{}, err
	}
	if rule.Blinds != [2]int64{} && s.Structure < betting.PotLimit && !slices.Contains(strings.Fields(posted), "blinds") {
		s.SB, s.BB = rule.Blinds[0], rule.Blinds[1]
	}
	if !g.posts(SmallBlind) {
		s.SB = 0
		if !g.posts(BigBlind) {
			s.BB = 0
		}
	}
	if s.Ante == 0 {
		s.Ante = rule.Ante
	}
	if s.BringIn == 0 {
		s.BringIn = rule.BringIn
	}
	if s.Chip == 0 {
		s.Chip = s.smallest()
		g.ownAmounts(func(cents int64, _ diag.Pos) { s.Chip = gcd(s.Chip, cents*s.Scale/Cents) })
	}
	if err := g.checkAmounts(&s); err != nil {
		return s, err
	}
	return s, rule.check(&s)
}

// ownAmounts calls f with each amount in cents that the game itself names for players to post or to pay.
func (g *Game) ownAmounts(f func(cents int64, pos diag.Pos)) {
	for i := range g.Forced {
		if p := &g.Forced[i]; p.Amount == OwnAmount {
			f(p.Cents, p.Pos)
		}
	}
	for i := range g.Steps {
		g.Steps[i].Payments(func(_ string, p *Pay) {
			f(p.Cents, p.Pos)
			f(p.Least, p.Pos)
		})
	}
}

// checkAmounts rejects stakes whose chips cannot pay what the game names, or an amount for a bet that the game forces.
func (g *Game) checkAmounts(s *Stakes) (err error) {
	g.ownAmounts(func(cents int64, pos diag.Pos) {
		if cents*s.Scale/Cents%max(s.Chip, 1) != 0 && err == nil {
			err = fault(pos, fmt.Sprintf("a chip in the stakes: %q", s.Name+" chip "+Money(gcd(cents, s.Chip*Cents/s.Scale), Cents)), "%s cannot be paid in chips of %s", s.Money.Price(cents, Cents), s.Money.Price(s.Chip, s.Scale))
		}
	})
	if err != nil {
		return err
	}
	for i := range g.Forced {
		f := &g.Forced[i]
		switch {
		case f.Optional || f.Amount != Ante || s.Ante > 0: // "nl 2" says that there are no blinds
		case f.Everybody:
			return noAmount(f.Pos, s, "ante", s.partOfBet("ante", 4), ", or ante(optional = True)")
		default:
			return noAmount(f.Pos, s, "ante", s.partOfBet("ante", 4), "")
		}
	}
	for i := range g.Steps {
		b := &g.Steps[i].Bet
		if g.Steps[i].Kind == Bet && b.BringsIn() && s.BringIn == 0 {
			return noAmount(g.Steps[i].Pos, s, "bring-in", s.partOfBet("bring-in", 2), "")
		}
	}
	return nil
}

// partOfBet returns words for an amount that is usual at the stakes: a part of the
// small bet, in whole nickels or else the next lower 1, 2 or 5, 10 or 20 cents and so on.
func (s *Stakes) partOfBet(what string, part int64) string {
	bet := cmp.Or(s.Small.Lo, s.BB, 2*s.Scale)
	amount := max(1, bet*100/s.Scale/part)
	if amount%5 != 0 {
		chip := int64(1)
		for unit := int64(1); unit <= amount; unit *= 10 {
			for _, next := range [...]int64{unit, 2 * unit, 5 * unit} {
				if next <= amount {
					chip = next
				}
			}
		}
		amount = chip
	}
	if amount%10 == 0 {
		return what + " " + Money(amount/10, 10)
	}
	return what + " " + Money(amount, 100)
}

// noAmount returns the error for stakes that lack an amount.
func noAmount(at diag.Pos, s *Stakes, what, such, other string) error {
	article := "a"
	if what == "ante" {
		article = "an"
	}
	return fault(at, fmt.Sprintf("add it to the stakes: %q%s", s.Name+" "+such, other), "the game has %s %s, but the stakes %q name no %s", article, what, s.Name, what)
}

// posts reports whether a forced bet of the game is for this amount.
func (g *Game) posts(a AmountRef) bool {
	return slices.ContainsFunc(g.Forced, func(f Forced) bool { return f.Amount == a })
}

// Unposted returns what the game's own stakes name and the game never takes: "ante", "bring-in" and "blinds".
func (g *Game) Unposted() (out []string) {
	r := &g.Stakes
	named := func(word string) bool {
		return slices.ContainsFunc(append(slices.Clone(r.Posted), r.Default), func(s string) bool { return slices.Contains(strings.Fields(s), word) })
	}
	if (r.Ante > 0 || named("ante")) && !g.posts(Ante) {
		out = append(out, "ante")
	}
	if (r.BringIn > 0 || named("bring-in")) && !slices.ContainsFunc(g.Steps, func(st Step) bool { return st.Kind == Bet && st.Bet.BringsIn() }) {
		out = append(out, "bring-in")
	}
	if (r.Blinds != [2]int64{} || named("blinds")) && !g.posts(SmallBlind) && !g.posts(BigBlind) {
		out = append(out, "blinds")
	}
	return out
}

// list checks the name of the stakes against the limits that the house lists.
func (r *StakesRule) list(s *Stakes) error {
	name, _, _ := strings.Cut(s.Name, " ")
	switch {
	case len(r.Listed) == 0 && len(r.Also) == 0, slices.Contains(r.Listed, name):
		return nil
	case slices.Contains(r.Also, name):
		s.Note = "the limit " + name + " is played here, but it is not in the list of betting limits"
		return nil
	}
	return fault(r.Pos, "the house plays "+strings.Join(slices.Concat(r.Listed, r.Also), ", "), "stakes %q: the house does not play this limit", s.Name)
}

// check checks the stakes against the bounds that the house has posted.
func (r *StakesRule) check(s *Stakes) error {
	low := s.Small.Lo
	high := max(s.Small.Hi, s.Big.Hi, s.Big.Lo)
	switch {
	case len(r.Kinds) > 0 && !slices.Contains(r.Kinds, s.Structure):
		return fault(r.Pos, "", "stakes %s: the game is played %s, not %s", s.Name, r.Kinds[0], s.Structure)
	case r.Min > 0 && low < r.Min:
		return fault(r.Pos, "", "stakes %s: the house's lowest limit is %s", s.Name, Money(r.Min, Cents))
	case r.Max > 0 && high > r.Max:
		return fault(r.Pos, "", "stakes %s: the house's highest limit is %s", s.Name, Money(r.Max, Cents))
	case r.ForcedMax > 0 && max(s.SB, s.BB, s.Ante, s.BringIn) > r.ForcedMax:
		return fault(r.Pos, "", "stakes %s: no forced bet can be above %s", s.Name, Money(r.ForcedMax, Cents))
	}
	if !r.OpenWagers {
		s.Max = r.Max
	}
	return nil
}

// posted returns the full text of the posted stakes that a table's text means, ""
// if there are none. Anything after the name must be as posted, except for the
// chip. With OnlyPosted the chip too must be as posted or, if none is posted, the
// smallest that the amounts need.
func (r *StakesRule) posted(text string) string {
	name := stakesName(text)
	for _, p := range r.Posted {
		if stakesName(p) != name {
			continue
		}
		if text == name {
			return p
		}
		full := p + strings.TrimPrefix(text, name)
		a, err1 := parseStakes(p)
		b, err2 := parseStakes(full)
		if err1 != nil || err2 != nil {
			continue
		}
		if a.Chip == 0 && b.Chip == b.smallest() || !r.OnlyPosted {
			a.Chip = b.Chip
		}
		if a == b {
			return full
		}
	}
	return ""
}

func (r *StakesRule) names() []string {
	var out []string
	for _, p := range r.Posted {
		out = append(out, strconv.Quote(stakesName(p)))
	}
	return out
}

// plainStakes returns a stakes text without dollar signs and extra spaces.
func plainStakes(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text, "$", "")), " ")
}

// stakesName returns the part of a stakes text that names the limit.
func stakesName(text string) string {
	words := strings.Fields(plainStakes(text))
	for i, w := range words {
		switch w {
		case "blinds", "ante", "bring-in", "chip":
			return strings.Join(words[:i], " ")
		}
	}
	return strings.Join(words, " ")
}

var errLeastBet = errors.New("the smallest bet is 0")

func parseStakes(text string) (Stakes, error) {
	s := Stakes{Scale: Cents}
	words := strings.Fields(plainStakes(text))
	if len(words) == 0 {
		return s, errors.New("the limit is missing")
	}
	blinds := false
	switch words[0] {
	case "pl", "nl":
		s.Structure = betting.PotLimit
		if words[0] == "nl" {
			s.Structure = betting.NoLimit
		}
		if len(words) < 2 {
			return s, errors.New("the blinds are missing")
		}
		b, err := parseBlinds(words[1])
		if err != nil {
			return s, err
		}
		s.SB, s.BB, blinds = b.Lo, b.Hi, true
		if !strings.Contains(words[1], "-") { // no blinds, only a smallest bet
			s.SB, s.BB = 0, 0
		}
		s.Small, s.Big = Range{b.Hi, 0}, Range{b.Hi, 0}
		words = words[2:]
	case betsWord:
		if len(words) < 2 {
			return s, errors.New("the smallest and the largest bet are missing")
		}
		r, err := parseBets(words[1])
		if err != nil {
			return s, err
		}
		s.Structure, s.Small, s.Big = betting.Spread, r, r
		words = words[2:]
	default:
		if err := s.parseLimit(words[0]); err != nil {
			return s, err
		}
		words = words[1:]
	}
	for len(words) > 0 {
		if len(words) == 1 {
			return s, fmt.Errorf("%q needs an amount after it", words[0])
		}
		if err := s.parseExtra(words[0], words[1], &blinds); err != nil {
			return s, err
		}
		words = words[2:]
	}
	if !blinds {
		s.BB = s.Small.Lo
		s.SB = s.BB / 2
	}
	return s, nil
}

// betsWord is the first word of stakes for games against a bank.
const betsWord = "bets"

// parseBlinds parses "1-2", or "2" for a smallest bet without blinds.
func parseBlinds(word string) (Range, error) {
	if strings.Contains(word, "-") {
		return parseRange(word, "-")
	}
	n, err := ParseMoney(word)
	if err == nil && n == 0 {
		err = errLeastBet
	}
	return Range{n, n}, err
}

// parseLimit parses "2-4" or "1-3/1-6".
func (s *Stakes) parseLimit(word string) error {
	early, late, spread := strings.Cut(word, "/")
	a, err := parseBets(early)
	if err != nil {
		return err
	}
	if !spread {
		s.Small, s.Big = Range{a.Lo, a.Lo}, Range{a.Hi, a.Hi}
		return nil
	}
	b, err := parseBets(late)
	if err != nil {
		return err
	}
	s.Structure, s.Small, s.Big = betting.Spread, a, b
	return nil
}

// parseBets parses two bets, neither of which may be 0.
func parseBets(word string) (Range, error) {
	r, err := parseRange(word, "-")
	if err == nil && r.Lo == 0 {
		err = errLeastBet
	}
	return r, err
}

// StakesForms are the forms of stakes, each as an example with its meaning.
var StakesForms = [][2]string{
	{"2-4", "fixed limit: the bet on early rounds and on late ones"},
	{"1-3/1-6", "spread limit: the range on early rounds and on late ones"},
	{"pl 1-2", "pot limit: the blinds"},
	{"nl 1-2", "no limit: the blinds"},
	{betsWord + " 2-50", "against a banker: the smallest and the largest bet"},
}

// StakesExtras are the words that may follow a limit, each with an example of its value and its meaning.
var StakesExtras = [][3]string{
	{"blinds", "1/3", "other blinds than the smallest bet and half of it"},
	{"ante", "1", "the ante"},
	{"bring-in", "1", "the bring-in"},
	{"chip", "0.5", "the smallest chip"},
}

func (s *Stakes) parseExtra(word, value string, blinds *bool) (err error) {
	switch word {
	case "blinds":
		b, err := parseRange(value, "/")
		if err != nil {
			return err
		}
		s.SB, s.BB, *blinds = b.Lo, b.Hi, true
		return nil
	case "ante":
		s.Ante, err = ParseMoney(value)
	case "bring-in":
		s.BringIn, err = ParseMoney(value)
	case "chip":
		s.Chip, err = ParseMoney(value)
	default:
		var names []string
		for _, e := range StakesExtras {
			names = append(names, e[0])
		}
		err = fmt.Errorf("%q is not one of %s", word, strings.Join(names, ", "))
	}
	return err
}

// otherLimits maps other rooms' names of limits to ours.
var otherLimits = map[string]string{
	"nlhe": "nl", "nl": "nl", "no-limit": "nl", "nolimit": "nl",
	"plo": "pl", "pl": "pl", "pot-limit": "pl", "potlimit": "pl",
	"fl": "", "limit": "", "fixed": "", "fixed-limit": "",
}

// respelled returns the likely meaning of stakes in another room's notation, such
// as "2/4", "$1/$2 NL" and "nl1/2"; "" if they are still invalid.
func respelled(text string) string {
	limit := ""
	var amounts []string
	letter := func(r rune) bool { return r >= 'a' && r <= 'z' || r == '-' }
	for word := range strings.FieldsSeq(strings.NewReplacer("$", "", "€", "", "£", "", "/", "-").Replace(strings.ToLower(text))) {
		head := word[:len(word)-len(strings.TrimLeftFunc(word, letter))]
		if code, known := otherLimits[head]; known {
			limit, word = code, word[len(head):]
		}
		if word != "" {
			amounts = append(amounts, word)
		}
	}
	meant := strings.TrimSpace(limit + " " + strings.Join(amounts, " "))
	if _, err := parseStakes(meant); err != nil || meant == text {
		return ""
	}
	return meant
}

func parseRange(text, sep string) (Range, error) {
	a, b, ok := strings.Cut(text, sep)
	if !ok {
		return Range{}, fmt.Errorf("%q is not two amounts with a %q between them", text, sep)
	}
	lo, err := ParseMoney(a)
	if err != nil {
		return Range{}, err
	}
	hi, err := ParseMoney(b)
	if err != nil {
		return Range{}, err
	}
	if lo > hi || hi == 0 {
		return Range{}, fmt.Errorf("%q: the second amount must be above zero and at least the first", text)
	}
	return Range{lo, hi}, nil
}

// smallest returns the smallest chip that the amounts of the stakes need, a whole
// dollar at most.
func (s *Stakes) smallest() int64 {
	chip := s.Scale
	for _, a := range []int64{s.Small.Lo, s.Small.Hi, s.Big.Lo, s.Big.Hi, s.SB, s.BB, s.Ante, s.BringIn} {
		chip = gcd(chip, a)
	}
	return chip
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Amount returns the amount that a reference names.
func (s *Stakes) Amount(ref AmountRef) int64 {
	switch ref {
	case SmallBlind:
		return s.SB
	case BigBlind:
		return s.BB
	case Ante:
		return s.Ante
	}
	return s.BringIn
}

// Posts returns the amount of a forced bet.
func (s *Stakes) Posts(f *Forced) int64 {
	if f.Amount == OwnAmount {
		return f.Cents * s.Scale / Cents
	}
	return s.Amount(f.Amount)
}

// Limit returns the betting limit in a round of the tier. In a spread limit, bets
// are in whole dollars unless the range itself is finer, whatever chips the blinds
// need ("any whole-dollar bet or raise").
func (s *Stakes) Limit(t Tier) betting.Limit {
	r, chip := s.Small, s.Chip
	if t == Big {
		r = s.Big
	}
	if s.Structure == betting.Spread {
		chip = max(chip, gcd(gcd(s.Scale, r.Lo), r.Hi))
	}
	return betting.Limit{Structure: s.Structure, Lo: r.Lo, Hi: r.Hi, Chip: chip, Max: s.Max}
}

// Text returns the stakes in the grammar of ParseStakes, with every amount.
func (s *Stakes) Text() string {
	m := func(a int64) string { return Money(a, s.Scale) }
	t := s.Name
	if s.Structure <= betting.Spread && s.BB > 0 {
		t += " blinds " + m(s.SB) + "/" + m(s.BB)
	}
	if s.Ante > 0 {
		t += " ante " + m(s.Ante)
	}
	if s.BringIn > 0 {
		t += " bring-in " + m(s.BringIn)
	}
	return t + " chip " + m(s.Chip)
}

// String returns the stakes in words: "fixed limit 2-4, blinds 1/2".
func (s *Stakes) String() string {
	var b strings.Builder
	if strings.HasPrefix(s.Name, betsWord+" ") {
		return "bets of " + Amount(s.Small.Lo, s.Scale) + " to " + Amount(s.Small.Hi, s.Scale)
	}
	m := func(a int64) string { return Amount(a, s.Scale) }
	b.WriteString(s.Structure.String())
	switch s.Structure {
	case betting.Fixed:
		fmt.Fprintf(&b, " %s-%s", m(s.Small.Lo), m(s.Big.Lo))
	case betting.Spread:
		fmt.Fprintf(&b, " %s-%s/%s-%s", m(s.Small.Lo), m(s.Small.Hi), m(s.Big.Lo), m(s.Big.Hi))
	}
	switch {
	case s.SB > 0:
		fmt.Fprintf(&b, ", blinds %s/%s", m(s.SB), m(s.BB))
	case s.BB > 0:
		fmt.Fprintf(&b, ", a blind of %s", m(s.BB))
	}
	if s.Ante > 0 {
		fmt.Fprintf(&b, ", ante %s", m(s.Ante))
	}
	if s.BringIn > 0 {
		fmt.Fprintf(&b, ", bring-in %s", m(s.BringIn))
	}
	return b.String()
}

// ParseMoney parses an amount in dollars and cents, "2", "0.50", ".5", or in thousands of
// dollars, "1k", "2.5k", and returns it in cents.
func ParseMoney(text string) (int64, error) {
	number, unit, digits := strings.TrimPrefix(text, string(Dollars)), int64(1), 12
	if i := len(number) - 1; i > 0 && number[i]|0x20 == 'k' {
		number, unit, digits = number[:i], 1000, 9 // an amount that is read can be written and read again
	}
	whole, part, _ := strings.Cut(number, ".")
	bad := func() (int64, error) {
		return 0, fmt.Errorf("%q is not an amount in dollars with at most two decimals", text)
	}
	if whole == "" && part == "" || len(part) > 2 || len(whole) > digits {
		return bad()
	}
	n := int64(0)
	for _, c := range []byte(whole + (part + "00")[:2]) {
		if c < '0' || c > '9' {
			return bad()
		}
		n = n*10 + int64(c-'0')
	}
	return n * unit, nil
}

// Money formats an amount of 1/scale units, exactly and without trailing zeros:
// Money(250, 100) is "2.5".
func Money(units, scale int64) string { return money.Text(units, scale) }

// raised returns the stakes with every limit num/den times as high, rounded down to
// a whole number of units. Forced bets stay the same: the caller decides what is
// posted instead.
func (s Stakes) raised(num, den int64) Stakes {
	for _, a := range []*int64{&s.Small.Lo, &s.Small.Hi, &s.Big.Lo, &s.Big.Hi} {
		*a = *a * num / den
	}
	s.Name += " x" + Money(num*1000/den, 1000)
	s.Chip = gcd(s.Chip, s.smallest())
	return s
}

// Currency is how a house writes amounts for people: the sign before them, [Chips] after them, or "" for the mere number.
type Currency string

// The usual currencies. Dollars is that of the card rooms.
const (
	Dollars Currency = "$"
	Chips   Currency = "chips"
)

// Price returns an amount of 1/scale units in words: "$4", "$0.50", "€2.50", "1 chip", "40 chips", "2.50".
func (c Currency) Price(units, scale int64) string {
	text := money.Text(units, scale)
	if whole, part, ok := strings.Cut(text, "."); ok && len(part) == 1 {
		text = whole + "." + part + "0"
	}
	switch {
	case c == Chips && text == "1":
		return "1 chip"
	case c == Chips:
		return text + " chips"
	case units < 0:
		return "-" + string(c) + text[1:]
	}
	return string(c) + text
}

// Price returns an amount in words: "$4", "40 chips".
func (s *Stakes) Price(units int64) string { return s.Money.Price(units, s.Scale) }

// ReadMoney parses an amount as the house writes it or as [ParseMoney] does, and returns it in cents.
func (s *Stakes) ReadMoney(text string) (int64, error) {
	if s.Money != Chips { // which stand after the number
		text = strings.TrimPrefix(text, string(s.Money))
	}
	return ParseMoney(text)
}

// Amount returns an amount of 1/scale units as people write it, without a sign: "4", "0.50".
func Amount(units, scale int64) string { return Currency("").Price(units, scale) }

// Written returns a text with its amounts as [Amount] writes them: "0.5", "$0.50" and "0.50 chips" become "0.50". Texts that say the same
// amounts become equal.
func Written(text string) string {
	text = sign.ReplaceAllString(text, "$1$2$3")
	return oneDecimal.ReplaceAllString(text, "${0}0")
}

var (
	oneDecimal = regexp.MustCompile(`[0-9]*\.[0-9]\b`)
	sign       = regexp.MustCompile(`\p{Sc}([0-9])|([0-9]) chips?($|[^ a-z]| [^0-9])`) // "bets 2-50 chip 0.50" says which chip
)

// Stacks are starting stacks as the user writes them: one size for all seats, or
// one for each, in chips (200) or in big blinds (40bb).
type Stacks []Stack

// Stack is one starting stack.
type Stack struct {
	amount   int64 // in cents, or in hundredths of a big blind
	inBlinds bool
}

// ParseStacks parses stacks: "100bb", "200,50,50".
func ParseStacks(text string) (Stacks, error) {
	var out Stacks
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		number, inBlinds := strings.CutSuffix(strings.ToLower(word), "bb")
		amount, err := ParseMoney(number)
		if err != nil || amount == 0 {
			return nil, fmt.Errorf("must be chips such as 200, or big blinds such as 100bb, not %q", word)
		}
		out = append(out, Stack{amount, inBlinds})
	}
	return out, nil
}

// At returns the starting stack of each of n seats, in the units of the stakes. If
// the stakes have no big blind, the smallest bet takes its place. Stacks are
// rounded down to whole chips.
func (s Stacks) At(n int, stakes Stakes) ([]int64, error) {
	if len(s) != 1 && len(s) != n {
		return nil, fmt.Errorf("gives %d stacks for %d seats", len(s), n)
	}
	out := make([]int64, n)
	for i := range out {
		out[i] = s[min(i, len(s)-1)].units(stakes)
		if out[i] < max(stakes.Chip, 1) {
			return nil, fmt.Errorf("leaves seat %d without a chip: the smallest is %s", i+1, Money(stakes.Chip, stakes.Scale))
		}
	}
	return out, nil
}

func (s Stack) units(stakes Stakes) int64 {
	unit := stakes.Scale
	if s.inBlinds {
		if unit = stakes.BB; unit == 0 {
			unit = stakes.Small.Lo
		}
	}
	units := s.amount / 100 * unit
	units += s.amount % 100 * unit / 100
	return units - units%max(stakes.Chip, 1)
}

// String returns the stacks as ParseStacks reads them.
func (s Stacks) String() string {
	var parts []string
	for _, one := range s {
		text := Money(one.amount, Cents)
		if one.inBlinds {
			text += "bb"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ",")
}

// UsualSeats returns the default number of players: six, or as near to six as the
// game allows.
func (g *Game) UsualSeats() int { return min(max(6, g.MinSeats), g.MaxSeats) }
