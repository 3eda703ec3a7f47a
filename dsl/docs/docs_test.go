package docs_test

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/dsl/fuzzhouses"
	"cardroom/dsl/star"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"
)

func library(_ testing.TB, set map[string]string) *dsl.Library { return fuzzhouses.With(set) }

// sheet returns the sheet of a game at its default stakes, or at others.
func sheet(t testing.TB, g *plan.Game, stakes string) *docs.Sheet {
	t.Helper()
	b, err := bound(g, stakes)
	if err != nil {
		t.Fatal(err)
	}
	return docs.New(b, nil)
}

func bound(g *plan.Game, stakes string) (*plan.AtStakes, error) {
	s, err := g.ParseStakes(stakes)
	if err != nil {
		return nil, err
	}
	return g.Bind(s)
}

// states reports whether a text has a sentence, also as a part of one, where it begins with a small letter.
func states(text, sentence string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(sentence))
}

// flat returns all text of a sheet, and the clauses it cites.
func flat(s *docs.Sheet) (text string, clauses []string) {
	var b strings.Builder
	for _, sec := range s.Sections {
		clauses = append(clauses, sec.Clauses...)
		for _, r := range sec.Rules {
			b.WriteString(r.Text + "\n")
			clauses = append(clauses, r.Clauses...)
		}
	}
	return b.String(), clauses
}

// TestEveryGame checks that every game of the houses has a sheet that describes every step and cites every clause of the plan.
func TestEveryGame(t *testing.T) {
	games, err := library(t, nil).Games()
	if err != nil {
		t.Fatal(err)
	}
	if len(games) < 42 {
		t.Errorf("%d games", len(games))
	}
	for _, g := range testkit.Sweep(games, 12) {
		t.Run(g.ID, func(t *testing.T) {
			s := sheet(t, g, "")
			text, cited := flat(s)
			for _, sec := range s.Sections {
				for _, r := range sec.Rules {
					if !strings.HasSuffix(r.Text, ".") && !strings.HasSuffix(r.Text, ":") {
						t.Errorf("%s: %q is no sentence", sec.Title, r.Text)
					}
				}
			}
			want := slices.Concat(g.Clauses, g.From.House.Clauses)
			for i := range g.Forced {
				want = append(want, g.Forced[i].Clauses...)
			}
			for i := range g.Steps {
				st := &g.Steps[i]
				want = append(want, st.Clauses...)
				name, other, two := strings.Cut(st.Name, " or ")
				turned := two && strings.Contains(text, other+" or "+name) // it only names the choices
				if st.Name != "" && st.Kind != plan.Showdown && !strings.Contains(text, st.Name) && !turned {
					t.Errorf("nothing about the %s %q", st.Kind, st.Name)
				}
			}
			for _, c := range want {
				if !slices.Contains(cited, c) {
					t.Errorf("%s is not cited", c)
				}
			}
		})
	}
}

// TestEveryOptionShows checks that every value of an option changes the sheet of some game of its house: a sheet that did not
// show the value in force would be useless.
func TestEveryOptionShows(t *testing.T) {
	if testing.Short() {
		t.Skip("loads every house with every option")
	}
	games, err := library(t, nil).Games()
	if err != nil {
		t.Fatal(err)
	}
	shows := map[string]bool{}
	for _, g := range games {
		for _, o := range g.Options {
			for _, choice := range o.Choices {
				if choice == o.Value {
					continue
				}
				other, err := library(t, map[string]string{o.Name: choice}).Find(g.ID)
				if err != nil {
					t.Fatalf("%s with %s = %s: %v", g.ID, o.Name, choice, err)
				}
				house, _, _ := strings.Cut(g.ID, "/")
				key := fmt.Sprintf("%s: %s = %s", house, o.Name, choice)
				shows[key] = shows[key] || differ(g, other)
			}
		}
	}
	// What a hook does is in its script; the sheet shows the hook's docstring and the option.
	delete(shows, "angies: sevens_short = check")
	// Hours are printed with the tables, see TestRoom.
	delete(shows, "sanrafael: closes = 02:00")
	for key, shown := range shows {
		if !shown {
			t.Errorf("%s changes no sheet", key)
		}
	}
}

// differ reports whether the rules of two games' sheets differ at any stakes.
func differ(a, b *plan.Game) bool {
	for _, stakes := range []string{"", "pl 1-2", "1-3/1-6", "5-10"} {
		x, err := bound(a, stakes)
		if err != nil {
			continue
		}
		if y, err := bound(b, stakes); err != nil || rulesOf(docs.New(x, nil)) != rulesOf(docs.New(y, nil)) {
			return true
		}
	}
	return false
}

// rulesOf returns the text of a sheet without the options.
func rulesOf(s *docs.Sheet) string {
	rest := *s
	rest.Sections = slices.DeleteFunc(slices.Clone(s.Sections), func(sec docs.Section) bool { return sec.Title == "Options" })
	text, _ := flat(&rest)
	return text
}

// duel returns a small game for tests to modify.
func duel() *plan.Game {
	return &plan.Game{
		ID: "test/duel", Name: "Duel", MinSeats: 2, MaxSeats: 6,
		Forced: []plan.Forced{{Amount: plan.Ante, Everybody: true, Optional: true}, {Amount: plan.BigBlind, Left: 1, HeadsUp: 1}},
		Stakes: plan.StakesRule{Default: "2-4 ante 1 bring-in 1"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 4},
			{Kind: plan.Deal, Count: 1, Up: plan.AllUp},
			{Kind: plan.Bet, Name: "first"},
			{Kind: plan.Asks, Name: "the draw", Ask: plan.Draw(0, 3, plan.LeftOfButton, plan.DrawStep{}).Ask},
			{Kind: plan.Bet, Name: "second", Bet: plan.BetStep{Tier: plan.Big}},
			{Kind: plan.Showdown, Show: &plan.ShowdownStep{Parts: []plan.Part{{Name: "high", Ranking: rank.High}}}},
		},
	}
}

// TestWords checks that each feature of a plan is described.
func TestWords(t *testing.T) {
	const first, draw, show = 2, 3, 5
	bet := func(b plan.BetStep) func(*plan.Game) { return func(g *plan.Game) { g.Steps[first].Bet = b } }
	draws := func(d plan.DrawStep, first ...plan.Opener) func(*plan.Game) {
		return func(g *plan.Game) {
			st := plan.Draw(0, 3, append(first, plan.LeftOfButton)[0], d)
			g.Steps[draw].Ask, g.Steps[draw].Draw = st.Ask, st.Draw
		}
	}
	part := func(p plan.Part) func(*plan.Game) {
		return func(g *plan.Game) { g.Steps[show].Show.Parts = []plan.Part{p} }
	}
	onBoard := func(p plan.Part) func(*plan.Game) {
		return func(g *plan.Game) {
			part(p)(g)
			g.MaxSeats = 4
			g.Steps = slices.Insert(g.Steps, show, plan.Step{Kind: plan.Board, Count: 5})
		}
	}
	wild, err := rank.Compile(rank.Description{Name: "wild", Deck: cards.Deck{Jokers: 1}, Jokers: rank.Wild, WildRanks: []cards.Rank{cards.Two}})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		stakes string
		change func(*plan.Game)
		want   string
	}{
		{"ante", "", nil, "Everybody antes 1 into the pot; it does not count as a bet."},
		{"dead ante", "", func(g *plan.Game) { g.Forced[0].Dead = true }, "All antes belong to the main pot"},
		{"dead blind", "", func(g *plan.Game) { g.Forced[1].Dead = true }, "posts the big blind of 2, dead: it goes into the pot and is not a bet."},
		{"heads-up", "", func(g *plan.Game) { g.Forced[1].HeadsUp = 0 }, "With two players, the button posts the big blind."},
		{"second seat", "", func(g *plan.Game) { g.Forced[1].Left = 2 }, "The second player left of the button posts"},
		{"fixed limit", "", nil, "A bet is 2; at step 5 it is 4."},
		{"spread", "1-3/1-6", nil, "A bet is 1 to 3; at step 5 it is 1 to 6."},
		{"spread", "1-3/1-6", nil, "A raise is at least the last bet or raise."},
		{"no limit", "nl 1-2", nil, "Stakes no limit 1-2; the minimum bet is 2; the smallest chip is 1."},
		{"pot limit", "pl 1-2", nil, "The maximum raise is the pot with all bets of the round and the raiser's call: the new bet is three times the last one, plus the rest of the pot without the raiser's own bets of the round."},
		{"pot shorthand", "pl 1-2", func(g *plan.Game) { g.Betting.PotShorthand = true }, "three times the bets of the round plus the pot before it"},
		{"left of the blind", "", bet(plan.BetStep{Open: plan.LeftOfBlind}), "the first player left of the blind begins"},
		{"high showing", "", bet(plan.BetStep{Open: plan.HighShowing}), "of equal hands, the one nearest left of the button"},
		{"high showing, suits", "", bet(plan.BetStep{Open: plan.HighShowing, Suits: rank.SuitsAscending}), "of equal hands, the one with the higher suit"},
		{"low showing", "", bet(plan.BetStep{Open: plan.LowShowing}), "Lowest hand showing: the ace is low, any pair above no pair."},
		{"bring-in", "", bet(plan.BetStep{Open: plan.BringInLow, Suits: rank.SuitsAscending}), "Lowest card showing: of equal cards, the one with the lower suit (clubs lowest"},
		{"razz's bring-in", "", bet(plan.BetStep{Open: plan.BringInHigh}), "Highest card showing: aces are low, so that a king is the highest."},
		{"as before", "", func(g *plan.Game) { g.Steps[4].Bet.Open = plan.SameAsBefore }, "whoever began the round before"},
		{"pass and out", "", bet(plan.BetStep{NoCheck: true}), "Pass and out: a player who passes is out."},
		{"forced open", "", bet(plan.BetStep{ForcedOpen: true}), "The first bet is forced: exactly 1. It is live like a blind."},
		{"openers", "", bet(plan.BetStep{Openers: &plan.Openers{Name: "a pair of jacks or better"}}), "Only a pair of jacks or better may open"},
		{"announced", "", bet(plan.BetStep{Open: plan.HighShowing, Announce: true, Hints: true}), "At step 3, the dealer points out possible straights and flushes."},
		{"draw", "", nil, "discards up to 3 cards, or none, and gets the same number (the draw). Players who are all-in draw too."},
		{"draw in two", "", draws(plan.DrawStep{AtOnce: 2}), "at most 2 at once, the rest after everybody has been served."},
		{"draw together", "", draws(plan.DrawStep{Together: true, Burn: plan.BurnOnce}), "all discard before anybody gets new cards. Players who are all-in draw too. One card is burned before anybody gets new cards."},
		{"buy", "", draws(plan.DrawStep{KeepFace: true, Burn: plan.BurnEach}), "may discard up to 3 cards and buy as many (the draw). One card is burned before each player who buys."},
		{"draw from the first bettor", "", draws(plan.DrawStep{AtOnce: 2, BurnRest: true}, plan.SameAsBefore), "Each player in turn, from the first bettor of the round before, discards up to 3 cards, or none, and gets the same number (the draw): at most 2 at once, the rest after everybody has been served. Players who are all-in draw too. One card is burned before the last to draw gets the rest."},
		{"expose", "", func(g *plan.Game) { g.Steps[draw] = plan.Expose(1, true) }, "Each player chooses 1 down card to turn up, one player after the other"},
		{"straddle", "", func(g *plan.Game) { g.Steps[1] = plan.Straddle(false) }, "may straddle, then the next, until one does not."},
		{"straddle of any seat", "", func(g *plan.Game) { g.Steps[1] = plan.Straddle(true) }, "Each player in turn, from the left of the last blind, may straddle."},
		{"fee", "", collect(plan.CollectStep{Rates: []plan.Rate{{Players: 99, Amount: 150}}}), "The house takes its fee, never more than the main pot."},
		{"fee by players", "", collect(plan.CollectStep{From: plan.FromButton, Rates: []plan.Rate{{Players: 4, Amount: 100}, {Players: 9, Amount: 200}}}), "The house takes 1 with 2 to 4 players and 2 with 5 to 6 from the player with the button (step 6)."},
		{"rake", "", collect(plan.CollectStep{Rake: &plan.Rake{Rows: []plan.RakeRow{{Part: 500, Caps: []plan.Rate{{Players: 99, Amount: 300}}}}, Unit: 1}}), "The house takes 5 % of the pot, at most 3, nothing if the hand ends before this step (step 6)."},
		{"rake by steps and players", "", collect(plan.CollectStep{Rake: &plan.Rake{Rows: []plan.RakeRow{{Part: 1, Per: 20, Caps: []plan.Rate{{Players: 2, Amount: 50}, {Players: 9, Amount: 300}}}}, Unit: 5, From: plan.SideFirst}}), "The house takes 0.01 of each full 0.20 of the pot, at most 0.50 with 2 players and 3 with 3 to 6, rounded down to whole 0.05, from the last side pot first, nothing"},
		{"rake of a board game", "", func(g *plan.Game) {
			g.Steps = slices.Insert(g.Steps, 2, plan.Step{Kind: plan.Board, Count: 3}, plan.Step{Kind: plan.Collect, Collect: &plan.CollectStep{Rake: &plan.Rake{Rows: []plan.RakeRow{{Part: 415}}, HalfToEven: true, Unit: 1, From: plan.InProportion}}})
		}, "The house takes 4.15 % of the pot, rounded to the nearest 0.01, from all pots in proportion, nothing if there is no flop (step 4)."},
		{"drop", "", collect(plan.CollectStep{From: plan.FromBlinds}), "The house takes the chips posted as blinds, each from the pot in which it lies (step 6)."},
		{"reshuffle", "", func(g *plan.Game) { g.ShortStub = plan.StubReshuffle }, "A player does not get back a card just discarded while another is left."},
		{"own back", "", func(g *plan.Game) { g.ShortStub, g.Steps[draw].Draw.OwnBack = plan.StubReshuffle, true }, "A player may get back a card just discarded."},
		{"common card", "", func(g *plan.Game) { g.ShortStub = plan.StubCommon }, "one card is dealt for all, on the board, from the muck when nothing else is left."},
		{"common card and a draw", "", func(g *plan.Game) { g.ShortStub = plan.StubCommon }, "When the stub runs out in a draw, everything that is not in play is shuffled for a new one."},
		{"upper range last", "1-3/1-6", func(g *plan.Game) { g.Stakes.UpperLast = true }, "The upper range holds in the last round only."},
		{"upper range last", "1-3/1-6", func(g *plan.Game) { g.Stakes.UpperLast = true }, "A bet is 1 to 3; at step 5 it is 1 to 6."},
		{"listed", "", func(g *plan.Game) { g.Stakes.Listed, g.Stakes.Also = []string{"2-4", "5-10"}, []string{"3-6"} }, "Also played, although not on the house's list of limits: 3-6."},
		{"noted", "3-6", func(g *plan.Game) { g.Stakes.Listed, g.Stakes.Also = []string{"2-4"}, []string{"3-6"} }, "The limit 3-6 is played here"},
		{"no cap", "", nil, "The number of raises is not limited."},
		{"cap", "", func(g *plan.Game) { g.Betting = betting.Rules{Cap: 4, BlindCounts: true} }, "At most a bet and 3 raises in a round; a full big blind counts as the bet."},
		{"cap off now", "", func(g *plan.Game) { g.Betting = betting.Rules{Cap: 4, CapOff: betting.CapNow} }, "Once only two players can act, the number of raises is not limited"},
		{"cap off with two left", "", func(g *plan.Game) { g.Betting = betting.Rules{Cap: 4, CapOff: betting.CapTwoLeft} }, "the number of raises is not limited, even if the cap has been reached."},
		{"any raise", "nl 1-2", func(g *plan.Game) { g.Betting.AnyRaise = true }, "a raise is any amount."},
		{"half bet", "", nil, "An all-in of half a bet or raise or more counts as a full one"},
		{"full", "", func(g *plan.Game) { g.Betting.ShortAllIn = betting.Full }, "uses up a raise, and the next raise goes on top of it"},
		{"action only", "", func(g *plan.Game) { g.Betting.ShortAllIn = betting.ActionOnly }, "is action only, however large"},
		{"half bet reopens", "", func(g *plan.Game) { g.Betting.ShortReopens = true }, "a smaller one uses up no raise, and the next one completes it. Any raise, however short, lets those who have acted raise again."},
		{"action only reopens", "", func(g *plan.Game) { g.Betting.ShortAllIn, g.Betting.ShortReopens = betting.ActionOnly, true }, "however large, uses up no raise, and the next one completes it. Any raise,"},
		{"short blind", "", func(g *plan.Game) { g.Betting.PostedLevel = true }, "When the big blind is all-in for less, the others match only what was posted."},
		{"house maximum", "", func(g *plan.Game) { g.Stakes.Max = 10000 }, "A bet, or the amount that a raise adds, is at most 100."},
		{"suits", "", part(plan.Part{Name: "high", Ranking: rank.High, BySuit: true}), "Ties are broken by suit, spades before hearts, diamonds and clubs, comparing the cards in the order in which they make the hand: if both players have a pair of nines and an ace, the nine of spades wins, whatever the aces are."},
		{"suits of the highest card", "", part(plan.Part{Name: "high", Ranking: rank.High, BySuit: true, HighestFirst: true}), "comparing the cards from the highest down: if both players have a pair of nines and an ace, the ace of spades wins."},
		{"low suits", "", part(plan.Part{Name: "low", Ranking: rank.AceToFive, BySuit: true}), "clubs before diamonds, hearts and spades, comparing the cards from the highest down: of two hands of 8-6-4-2-A, the eight of clubs wins."},
		{"qualifier", "", part(plan.Part{Name: "low", Ranking: rank.EightOrBetter}), "It must be 8-7-6-5-4 or better."},
		{"deuce to seven", "", part(plan.Part{Name: "low", Ranking: rank.DeuceToSeven}), "straights and flushes count against the hand; 7-5-4-3-2 is best"},
		{"badugi", "", part(plan.Part{Name: "low", Ranking: rank.Badugi}), "the most cards of different ranks and suits"},
		{"bug", "", part(plan.Part{Name: "low", Ranking: rank.AceToFiveBug}), "The joker is the lowest card that the hand does not hold."},
		{"high bug", "", part(plan.Part{Name: "high", Ranking: rank.HighBug}), "The joker is an ace, or the card that completes a straight or a flush."},
		{"wild", "", part(plan.Part{Name: "high", Ranking: wild}), "The joker and deuces are wild."},
		{"none of the hand", "", onBoard(plan.Part{Name: "high", Ranking: rank.High, Use: plan.Exactly(0, 5)}), "Exactly 5 cards of the board and none of the player's own play."},
		{"none of the board", "", part(plan.Part{Name: "badugi", Ranking: rank.Badugi, Use: plan.Exactly(4, 0)}), "Exactly 4 cards of the player's own and none of the board play."},
		{"two or three", "", onBoard(plan.Part{Name: "high", Ranking: rank.High, Use: []plan.Use{plan.Exactly(2, 3)[0], plan.Exactly(3, 2)[0]}}), "Exactly 2 cards of the player's own and 3 cards of the board or exactly 3 cards of the player's own and 2 cards of the board play."},
		{"up to two", "", onBoard(plan.Part{Name: "high", Ranking: rank.High, Use: []plan.Use{{Use: rank.Use{HoleMost: 2, BoardMost: rank.AnyNumber}}}}), "Up to 2 hole and any board cards play."},
		{"all that is held", "", onBoard(plan.Part{Name: "high", Ranking: rank.High, Use: []plan.Use{{Use: rank.Use{HoleLeast: rank.AnyNumber, HoleMost: rank.AnyNumber, BoardMost: rank.AnyNumber}}}}), "All of the player's own cards and enough of the board to complete the hand play."},
		{"down cards", "", part(plan.Part{Name: "high", Ranking: rank.High, From: plan.DownCards}), "Only the player's down cards play."},
		{"a picture", "", part(plan.Part{Name: "high", Ranking: rank.High, Holding: 1<<cards.King | 1<<cards.Jack}), "A player must hold a king or a jack to qualify."},
		{"what wins instead", "", part(plan.Part{Name: "low", Ranking: rank.EightOrBetter, Else: &plan.Part{Name: "badugi", Ranking: rank.Badugi}}), "When nobody qualifies, this wins instead: badugi hand: badugi, the most cards"},
		{"declared", "", part(plan.Part{Name: "high", Ranking: rank.High, Chosen: []string{"high", "both"}}), `Only players who have declared "high" or "both" compete for it.`},
		{"a floor", "", part(plan.Part{Name: "high", Ranking: rank.High, Floor: &plan.Openers{Name: "a pair of nines"}}), "It must be a pair of nines or better."},
		{"three shares", "", func(g *plan.Game) {
			g.Steps[show].Show.Parts = []plan.Part{{Name: "high", Ranking: rank.High}, {Name: "low", Ranking: rank.EightOrBetter}, {Name: "badugi", Ranking: rank.Badugi}}
			g.Steps[show].Show.Both = "both"
		}, `Each pot is divided into 3 equal shares, high, low and badugi.
Odd chips of the shares go one each, first to the high share.
A player who declared "both" must win every share alone, or wins nothing. When that leaves nobody, those still in divide the pot.
When no low hand qualifies, the others divide its share.`},
		{"unequal shares", "", func(g *plan.Game) {
			g.Steps[show].Show.Parts = []plan.Part{{Name: "high", Ranking: rank.High, Share: 2}, {Name: "badugi", Ranking: rank.Badugi}}
		}, "Each pot is divided into shares, 2 to the high and 1 to the badugi.\nOdd chips go first to the high share."},
		{"another order", "", func(g *plan.Game) {
			g.Deck.Lowest, g.MaxSeats = cards.Six, 4
			part(plan.Part{Name: "high", Ranking: rank.ShortDeck})(g)
		}, "in the order royal flush, straight flush, four of a kind, flush, full house"},
		{"odd chips to one", "", func(g *plan.Game) { g.Steps[show].Show.OddChip = betting.AllNearest }, "Odd chips all go to the one nearest left of the button."},
		{"odd chips by suit", "", func(g *plan.Game) { g.Steps[show].Show.OddChip = betting.BySuit }, "first to the hand with the highest card"},
		{"evenly", "", func(g *plan.Game) {
			g.Steps[show].Show.Parts = []plan.Part{{Name: "high", Ranking: rank.High}, {Name: "low", Ranking: rank.EightOrBetter}}
			g.Steps[show].Show.Evenly = true
		}, "nearest left of the button first. Players who tie for both halves of a pot divide what they win of it as evenly as whole chips go."},
		{"split", "", func(g *plan.Game) {
			g.Steps[show].Show.Parts = []plan.Part{{Name: "high", Ranking: rank.High}, {Name: "low", Ranking: rank.EightOrBetter}}
			g.Steps[show].Show.OddToSecond = true
		}, "Each pot is halved.\nAn odd chip goes to the low half.\nWhen no low hand qualifies, the high hand takes the whole pot."},
		{"option", "", func(g *plan.Game) {
			g.Options = []plan.Option{{Name: "wild", Value: "no", Default: "yes", Choices: []string{"yes", "no"}, About: "Whether deuces are wild."}}
		}, "wild = no (the house plays yes): Whether deuces are wild."},
		{"hook", "", func(g *plan.Game) { g.Award = hook{} }, "Checked sevens, before the pots are paid: a seven that was checked."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := duel()
			if tt.change != nil {
				tt.change(g)
			}
			if err := g.Validate(); err != nil {
				t.Fatal(err)
			}
			if text, _ := flat(sheet(t, g, tt.stakes)); !states(text, tt.want) {
				t.Errorf("%q is not in\n%s", tt.want, text)
			}
		})
	}
}

// collect inserts a fee before the showdown.
func collect(c plan.CollectStep) func(*plan.Game) {
	return func(g *plan.Game) {
		g.Steps = slices.Insert(g.Steps, 5, plan.Step{Kind: plan.Collect, Collect: &c})
	}
}

// hook is an award hook with documentation.
type hook struct{}

func (hook) BeforeAward(plan.State) ([]plan.ClaimLimit, error) { return nil, nil }
func (hook) Name() string                                      { return "_checked_sevens" }
func (hook) Doc() string                                       { return "A seven that\n was checked. [a.1, a.2]" }

// TestBranches checks that branches are printed below their condition, in reading order, and that what follows states when it
// applies.
func TestBranches(t *testing.T) {
	const head = `
g = game("G", forced = [ante()], stakes = stakes("2-4 ante 1"), showdown = best(high), play = [deal(5), bet(name = "one"), %s, bet(name = "last")])
`
	tests := []struct{ name, when, want string }{
		{"a way that ends", `when(passed_out, [redeal()])`, "1 5 cards|2 Betting (one)|3 If everybody passes|4 Otherwise betting (last)|5 Showdown"},
		{
			"a way that comes back", `when(passed_out, [burn(), bet(name = "two")])`,
			"1 5 cards|2 Betting (one)|3 If everybody passes|3.1 Burn|3.2 Betting (two)|4 Betting (last)|5 Showdown",
		},
		{
			"two ways that meet", `when(passed_out, [burn(), bet(name = "two")], otherwise = [draw(1), bet(name = "three")])`,
			"1 5 cards|2 Betting (one)|3 If everybody passes|3.1 Burn|3.2 Betting (two)|4 Otherwise:|4.1 Each player|4.2 Betting (three)|5 Betting (last)|6 Showdown",
		},
		{
			"one in another", `when(passed_out, [bet(name = "two"), when(passed_out, [redeal()])])`,
			"1 5 cards|2 Betting (one)|3 If everybody passes|3.1 Betting (two)|3.2 If everybody passes|4 Betting (last)|5 Showdown",
		},
		{
			"the other ends", `when(passed_out, [bet(name = "two")], otherwise = [draw(2), show(best(high))])`,
			"1 5 cards|2 Betting (one)|3 If everybody passes|4 Otherwise:|4.1 Each player|4.2 Showdown|5 Betting (last)|6 Showdown",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: oneFile(fmt.Sprintf(head, tt.when)), Scripts: scripts.FS}})
			g, err := lib.Find("g.star")
			if err != nil {
				t.Fatal(err)
			}
			var steps []docs.Rule
			for _, sec := range sheet(t, g, "").Sections {
				if sec.Title == "The deal" {
					steps = sec.Rules
				}
			}
			want := strings.Split(tt.want, "|")
			for i, r := range steps {
				if i >= len(want) || !strings.HasPrefix(r.Number+" "+r.Text, want[i]) {
					t.Errorf("%s %s", r.Number, r.Text)
				}
			}
			if len(steps) != len(want) {
				t.Errorf("%d steps, want %d", len(steps), len(want))
			}
		})
	}
}

func oneFile(text string) fs.FS { return fstest.MapFS{"g.star": {Data: []byte(text)}} }

func ExampleNew() {
	g, err := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS}}).Find("angies/omaha-hilo")
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := bound(g, "2-4")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range docs.New(b, nil).Sections[2].Rules[:4] {
		fmt.Printf("%s. %s\n", r.Number, r.Text)
	}
	// Output:
	// 1. 4 cards face down to each player, one at a time from the left of the button.
	// 2. Betting (before the flop): the first player left of the blinds begins.
	// 3. Burn 1 card.
	// 4. 3 cards on the board: the flop.
}

// TestNoBetting checks that a sheet has a chapter about betting only if there is a betting round, and that it shows other names
// of the game.
func TestNoBetting(t *testing.T) {
	for play, want := range map[string]bool{"deal(5)": false, "deal(5), bet()": true} {
		script := fmt.Sprintf(`g = game("G", also = ["Game"], forced = [ante()], stakes = stakes("2-4 ante 1"), showdown = best(high), play = [%s])`, play)
		lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: oneFile(script), Scripts: scripts.FS}})
		g, err := lib.Find("g.star")
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.BindTo("")
		if err != nil {
			t.Fatal(err)
		}
		text, _ := flat(docs.New(b, nil))
		if got := strings.Contains(text, "most a bet and 3 raises"); got != want {
			t.Errorf("%s: %v, want %v in %s", play, got, want, text)
		}
		if strings.Contains(text, "fixed limit") != want || !strings.Contains(text, "Also called Game.") {
			t.Errorf("%s: %s", play, text)
		}
	}
}

// TestCustomIsNoHouseRule checks that no ruling that is a custom stands under the house or a game, in any game.
func TestCustomIsNoHouseRule(t *testing.T) {
	lib, customs := library(t, nil), 0
	for _, house := range houses {
		for _, b := range games(t, lib, house) {
			all, err := docs.Rulings(b)
			if err != nil {
				t.Fatal(err)
			}
			for i := range all {
				if r := &all[i]; r.Ref == "custom" {
					customs++
					if !r.Custom() || len(r.Clauses) > 0 {
						t.Errorf("%s: %s, %s: %s", b.Game.ID, r.Event, r.Level, r.Text)
					}
				}
			}
		}
	}
	if customs == 0 {
		t.Error("no custom")
	}
}
