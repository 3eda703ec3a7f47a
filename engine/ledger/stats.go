package ledger

import (
	"math"

	"cardroom/engine/money"
	"cardroom/engine/rows"
)

// Share is a statistic that is a share: of the hands in which a player had the chance of something, those in which the player did it.
type Share uint8

// The shares, in the order of [Stats].
const (
	VPIP Share = iota
	PFR
	ThreeBet
	FourBet
	FoldToThreeBet
	Steal
	FoldToSteal
	CBet // on the second, third and fourth street
	CBetTurn
	CBetRiver
	FoldToCBet
	FoldToCBetTurn
	FoldToCBetRiver
	WonFlop
	WentToShow
	WonShown

	Shares
)

// Stat is a statistic.
type Stat struct {
	Name, Title string
	// About says what it is, and Formula how it is counted. Differs is where trackers that document theirs count otherwise, "" for nowhere.
	About, Formula, Differs string
	// Value is the number: percent, a ratio, or big blinds in a hundred hands. Cases are the count and what it is of, nil for a rate.
	Value func(*Sum) float64
	Cases func(*Sum) (did, could int64)
	// Spread is half the width of the 95 % confidence interval of a rate.
	Spread func(*Sum) float64
}

// Bounds returns the 95 % confidence interval of a statistic, NaN if there is none: Wilson's for a share, the normal one for a rate.
func (s *Stat) Bounds(sum *Sum) (low, high float64) {
	switch {
	case s.Spread != nil:
		half := s.Spread(sum)
		return s.Value(sum) - half, s.Value(sum) + half
	case s.Cases == nil:
		return math.NaN(), math.NaN()
	}
	did, could := s.Cases(sum)
	n, p := float64(could), float64(did)/float64(could)
	z2 := rows.Confident * rows.Confident / n
	mid, half := p+float64(z2/2), float64(rows.Confident*math.Sqrt(float64(p*(1-p))/n+z2/(4*n)))
	return 100 * max(0, mid-half) / (1 + z2), 100 * min(1+z2, mid+half) / (1 + z2)
}

// Stats are the statistics, the shares first.
var Stats = func() []Stat {
	list := []Stat{
		{
			Name: "vpip", Title: "VPIP", About: "percent of the hands in which chips went in of the player's own will before the flop",
			Formula: "hands with a call, bet or raise in the first round / hands dealt",
			Differs: "PokerTracker 4 and fpdb leave out the hands in which everybody folds to the big blind, who has nothing to decide. Here they count.",
		},
		{
			Name: "pfr", Title: "PFR", About: "percent with a bet or raise there",
			Formula: "hands with a bet or raise in the first round / hands dealt",
			Differs: "PokerTracker 4 counts only hands in which the player could raise, fpdb leaves out walks of the big blind. Here all hands count.",
		},
		{
			Name: "three_bet", Title: "3-bet", About: "percent of raises when there was one raise",
			Formula: "reraises / hands with a turn after exactly one raise in the first round",
			Differs: "fpdb leaves out a turn when nobody else can call. A blind or a straddle is no raise here; in stud the completion is the first one.",
		},
		{
			Name: "four_bet", Title: "4-bet", About: "percent of raises when there were two raises",
			Formula: "raises / hands with a turn after exactly two raises in the first round, whoever made them",
			Differs: "A cold fourth bet, by a player who has not raised, counts here.",
		},
		{
			Name: "fold_to_three_bet", Title: "fold to 3-bet", About: "percent of folds of the first raiser to one reraise",
			Formula: "folds / hands in which the player raised first and has a turn after exactly two raises",
			Differs: "PokerTracker 4 has another Fold to 3Bet with players who had not raised; this is the one after a raise, and fpdb's.",
		},
		{
			Name: "steal", Title: "steal", About: "percent of raises from the last seats when everybody before has folded",
			Formula: "raises / hands with a turn in CO, BTN or SB before which nobody called or raised",
			Differs: "Between two players the button steals here, as in fpdb. In stud the positions are counted from the button, in fpdb from the bring-in.",
		},
		{
			Name: "fold_to_steal", Title: "fold to steal", About: "percent of folds in a blind to a steal",
			Formula: "folds / hands in SB or BB with a turn after a steal that nobody called or raised",
			Differs: "PokerTracker 4 and fpdb have the small and the big blind apart: --by position does that.",
		},
		{
			Name: "cbet_flop", Title: "c-bet flop", About: "percent of bets on the flop by who raised last before it",
			Formula: "bets / hands with a turn on the flop, before any bet, of who raised last before it",
			Differs: "An all-in player has no turn and no chance, and a bet of somebody else before takes the chance away.",
		},
		{
			Name: "cbet_turn", Title: "c-bet turn", About: "percent of bets on the turn after a continuation bet on the flop",
			Formula: "bets / hands with a turn before any bet there, after a continuation bet on the flop",
		},
		{
			Name: "cbet_river", Title: "c-bet river", About: "percent of bets on the river after continuation bets on flop and turn",
			Formula: "bets / hands with a turn before any bet there, after a continuation bet on the turn",
		},
		{
			Name: "fold_to_cbet_flop", Title: "fold to c-bet flop", About: "percent of folds to a continuation bet on the flop",
			Formula: "folds / hands with a turn after a continuation bet that nobody has raised", Differs: "The first answer counts, also when others have called before.",
		},
		{
			Name: "fold_to_cbet_turn", Title: "fold to c-bet turn", About: "percent of folds to a continuation bet on the turn",
			Formula: "as on the flop",
		},
		{
			Name: "fold_to_cbet_river", Title: "fold to c-bet river", About: "percent of folds to a continuation bet on the river",
			Formula: "as on the flop",
		},
		{
			Name: "wwsf", Title: "WWSF", About: "percent of the hands seen after the first round in which the player won chips",
			Formula: "hands with a share of a pot / hands still in when the second round began, or at a showdown without one",
			Differs: "A player who is all in sees the flop here, and in fpdb.",
		},
		{
			Name: "wtsd", Title: "WTSD", About: "percent of the hands seen after the first round that went to the showdown",
			Formula: "hands still in at a showdown / hands as in wwsf",
			Differs: "A player who is all in before the flop has seen it, here and in fpdb; some tools count only those who act on it.",
		},
		{
			Name: "wsd", Title: "W$SD", About: "percent of the showdowns in which the player won",
			Formula: "showdowns with a share of a pot / showdowns",
			Differs: "A share that is less than what was put in is a win; a bet that comes back is none.",
		},
	}
	for i := range list {
		s := Share(i)
		list[i].Value = func(sum *Sum) float64 { return shareOf(sum.Did[s], sum.Could[s]) }
		list[i].Cases = func(sum *Sum) (int64, int64) { return sum.Did[s], sum.Could[s] }
	}
	rate := func(name, title, about, formula, differs string, of func(*Sum) *line) {
		list = append(list, Stat{
			Name: name, Title: title, About: about, Formula: formula, Differs: differs,
			Value:  func(s *Sum) float64 { return of(s).mean(s.Hands) },
			Spread: func(s *Sum) float64 { return of(s).half(s.Hands) },
		})
	}
	ratio := func(top, bottom int64) float64 {
		if bottom == 0 {
			return math.NaN()
		}
		return float64(top) / float64(bottom)
	}
	list = append(
		list,
		Stat{
			Name: "af", Title: "AF", About: "bets and raises for each call after the first round",
			Formula: "(bets + raises) / calls, after the first round", Differs: "PokerTracker 4 has it for each street, too.",
			Value: func(s *Sum) float64 { return ratio(s.Bets, s.Calls) },
		},
		Stat{
			Name: "afq", Title: "AFq", About: "percent of the acts after the first round, checks aside, that are bets and raises",
			Formula: "(bets + raises) / (bets + raises + calls + folds), after the first round", Differs: "PokerTracker 4 has it for each street, too.",
			Value: func(s *Sum) float64 { return shareOf(s.Bets, s.Bets+s.Calls+s.Folds) },
			Cases: func(s *Sum) (int64, int64) { return s.Bets, s.Bets + s.Calls + s.Folds },
		},
	)
	rate("bb_per_100", "bb/100", "big blinds won in a hundred hands", "100 × (won - put in, with what counts outside the pot) / big blind / hands",
		"The unit is the big blind, the small bet of a game without blinds, or the ante without either. Trackers also write BB/100 for big bets.", func(s *Sum) *line { return &s.net })
	rate("blue_per_100", "blue/100", "big blinds won in a hundred hands, in those with a showdown", "as bb_per_100, only hands in which the player is in at a showdown, in a hundred of all hands",
		"Trackers draw it in blue. The two lines add up to bb_per_100.", func(s *Sum) *line { return &s.blue })
	rate("red_per_100", "red/100", "big blinds won in a hundred hands, in those without a showdown", "as bb_per_100, only hands in which the player is not in at a showdown, in a hundred of all hands",
		"Trackers draw it in red.", func(s *Sum) *line { return &s.red })
	rate("ev_bb_per_100", "EV bb/100", "big blinds won in a hundred hands, all-in hands at what they were worth", "as bb_per_100, with each pot times the chance of winning it, where the betting was over before the last card",
		"Only with --ev. fpdb adjusts the same hands, pot by pot, each less its part of the rake; folded cards are not known to it, nor here. "+
			"A hand keeps its result if not all live cards are known, or if cards are drawn or boards dealt several times", func(s *Sum) *line {
			if !s.valued {
				return &line{empty: true}
			}
			return &s.ev
		})
	return list
}()

// line is the sum of results, in hundredths of the big blind.
type line struct {
	sum     int64
	squares float64
	empty   bool
}

func (l *line) add(x int64, over *bool) {
	money.Plus(&l.sum, x, over)
	l.squares += float64(float64(x) * float64(x))
}

// mean returns big blinds in a hundred hands.
func (l *line) mean(hands int64) float64 {
	if l.empty {
		return math.NaN()
	}
	return float64(l.sum) / float64(hands)
}

// half returns half the width of the 95 % confidence interval of the mean, NaN for a single hand.
func (l *line) half(hands int64) float64 {
	n, mean := float64(hands), l.mean(hands)
	variance := (l.squares - float64(n*mean*mean)) / (n - 1)
	return float64(rows.Confident * math.Sqrt(max(0, variance)/n))
}

// Sum is the total over many hands of a player, or of a player in some of them.
type Sum struct {
	Hands, Bets, Calls, Folds int64
	Did, Could                [Shares]int64
	net, blue, red, ev        line
	beside                    [len(Beside)]int64
	over, valued              bool
}

// Over returns [money.ErrOver] if the player's chips do not fit.
func (s *Sum) Over() error {
	if s.over {
		return money.ErrOver
	}
	return nil
}

// Add adds a hand.
func (s *Sum) Add(t *Seat) {
	s.Hands++
	for i := range Shares {
		s.Could[i] += int64(t.Could >> i & 1)
		s.Did[i] += int64(t.Did >> i & 1)
	}
	s.Bets += int64(t.Bets)
	s.Calls += int64(t.Calls)
	s.Folds += int64(t.Folds)
	s.over = s.over || t.Over
	s.net.add(t.Net, &s.over)
	s.valued = s.valued || t.Valued
	s.ev.add(t.EV, &s.over)
	if t.Showdown {
		s.blue.add(t.Net, &s.over)
	} else {
		s.red.add(t.Net, &s.over)
	}
	for k := range t.Beside {
		money.Plus(&s.beside[k], t.Beside[k], &s.over)
	}
}

// shareOf returns a part of a whole in percent, NaN if the whole is 0.
func shareOf(part, whole int64) float64 {
	if whole == 0 {
		return math.NaN()
	}
	return 100 * float64(part) / float64(whole)
}

// Beside reports whether the player received or paid anything of a kind of [Beside], and returns that in big blinds per hundred hands.
func (s *Sum) Beside(kind int) (rate float64, any bool) {
	return float64(s.beside[kind]) / float64(s.Hands), s.beside[kind] != 0
}
