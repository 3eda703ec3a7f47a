package dsl

import (
	"sync"

	"cardroom/dsl/star"
)

// Language returns the words of the language of games.
var Language = sync.OnceValue(func() *star.Words {
	ownWords.Builtins = append(ownWords.Builtins, star.OptionWord, star.StructWord)
	ownWords.Attributes, ownWords.Elsewhere = attributes, foreign
	ownWords.Renamed, ownWords.Version = renamed, Version
	ownWords.Add(Words())
	ownWords.Most = map[string]int{"game": maxGames, "evaluation": star.AnyNumber, "worth": star.AnyNumber, "outcome": star.AnyNumber, "ranked hand": star.AnyNumber}
	return star.NewWords(ownWords)
})

// maxGames is the number of games that a script may make.
const maxGames = 1_000

// ownWords are the words described in the files of this package.
var ownWords star.WordList

// register adds a builtin to the language.
func register(b *star.Builtin) *star.Builtin {
	ownWords.Builtins = append(ownWords.Builtins, b)
	return b
}

// NewLoader returns a loader of scripts in the language of games, with no modules.
func NewLoader(o star.Options) *star.Loader {
	if o.Words == nil {
		o.Words = Language()
	}
	return star.NewLoader(o)
}

// foreign holds hints for terms of card rooms and of other languages that the language of scripts does not have.
var foreign = map[string]string{
	"flop":         `a flop is board(3, name = "flop")`,
	"turn":         `a turn is board(1, name = "turn")`,
	"river":        `a river is board(1, name = "river")`,
	"street":       "a street is a deal or a board, and a bet after it",
	"shuffle":      "every hand begins with a shuffle",
	"small_blind":  "both blinds are blinds()",
	"big_blind":    "both blinds are blinds()",
	"bring_in":     `the amount is part of the stakes, "2-4 bring-in 1"; who brings it in is bet(open = low_brings_in)`,
	"limit":        `the limit is part of the stakes: stakes("2-4")`,
	"fixed_limit":  `the limit is part of the stakes: stakes("2-4")`,
	"spread_limit": `the limit is part of the stakes: stakes("1-3/1-6")`,
	"pot_limit":    `the limit is part of the stakes: stakes("pl 1-2")`,
	"no_limit":     `the limit is part of the stakes: stakes("nl 1-2")`,
	"large":        "the larger of two limits is big: bet(tier = big)",
	"players":      "how many may play is seats = (2, 10)",
	"showdown":     "the showdown is an argument of the game: showdown = best(high)",
	"low":          `a low ranking is ace_to_five, deuce_to_seven or eight_or_better; an own one starts from one of them: ranking("three-card low", base = ace_to_five, size = 3)`,
	"low27":        "deuce to seven is deuce_to_seven; ace to five is ace_to_five",
	"low_27":       "deuce to seven is deuce_to_seven; ace to five is ace_to_five",
	"two_to_seven": "deuce to seven is deuce_to_seven",
	"a5":           "ace to five is ace_to_five",
	"a_to_five":    "ace to five is ace_to_five",
	"low8":         "an eight or better low is eight_or_better",
	"hi_lo":        "a divided pot is split(best(high), best(eight_or_better))",
	"hilo":         "a divided pot is split(best(high), best(eight_or_better))",
	"high_low":     "a divided pot is split(best(high), best(eight_or_better))",
	"kicker":       "a ranking compares the kickers: best(high) needs no word for them",
	"kickers":      "a ranking compares the kickers: best(high) needs no word for them",
	"joker":        "jokers are part of the deck: deck(jokers = 1)",
	"jokers":       "jokers are part of the deck: deck(jokers = 1)",
	"wild":         `wild cards are part of a ranking: ranking("deuces wild", wild = ["2"])`,
	"declare":      `players declare with choose([choice("high"), choice("low")], secret = True), and best(high, declared = "high") is for those who did`,
	"guts":         `in or out is choose([choice("out", [give_up]), choice("in")], secret = True); losers match the pot with best(high, match = pay(pot = 1))`,
	"in_or_out":    `in or out is choose([choice("out", [give_up]), choice("in")], secret = True)`,
	"run_twice":    "the board is run again with run_it()",
	"separate":     `players set several hands with arrange([2, 4], names = ["A", "B"])`,
	"match_pot":    "losers match the pot with best(high, match = pay(pot = 1))",
	"die":          "the dealer rolls a die with roll(6)",
	"dice":         "the dealer rolls a die with roll(6)",
	"bid":          `players cannot bid for cards; a card can have a price: buy(1, price = pay("1.00"))`,
	"blind":        "both blinds are blinds(); bets of players who have not looked, as in brag, cannot be told from other bets",
	"look":         "players see their own cards at once; bets of players who have not looked, as in brag, cannot be told from other bets",
	"place":        "the best hand of a ranking wins, not the second best",
	"whiskey":      "cards of the board are replaced with take_board(1); players cannot take them into their hands",
	"commerce":     "cards of the board are replaced with take_board(1); players cannot take them into their hands",
	"brag":         "hands of three cards are ranked with ranking(\"brag\", size = 3); bets of players who have not looked cannot be told from other bets",
	"trick":        "players do not play cards one by one: there are no tricks",
	"tricks":       "players do not play cards one by one: there are no tricks",
	"rabbit":       "cards that are not dealt in the hand are not shown",
	"chop":         "the blinds are not taken back by agreement: who is left takes the pot",
	"overs":        "all players of a hand play for the same limits",
	"must_move":    "a table does not see other tables",
	"second_best":  "the best hand of a ranking wins, not the second best",
	"knock":        `turns are taken again and again until somebody knocks with in_turn([…, choose([choice("on"), choice("knock")])], until = f, most = 20)`,
	"repeat":       "steps are repeated with in_turn([…], until = f, most = 8)",
	"loop":         "steps are repeated with in_turn([…], until = f, most = 8)",
	"until":        "steps are repeated with in_turn([…], until = f, most = 8)",
	"war":          `who may go on is choose(…, allowed = f), a function of the hand that sees the banker's cards: hand.showing(0)`,
	"muck":         "cards are discarded for good with discard(1); losers need not show with best(high, losers = \"muck\")",
	"throw_away":   "cards are discarded for good with discard(1)",
	"swap":         "neighbors swap with in_turn([pass_cards(1, swap = True)]); cards are exchanged for new ones with draw(3)",
	"push":         `a card is pushed on with in_turn([pass_cards(1, cards = "last")])`,
	"shove":        `a card is pushed on with in_turn([pass_cards(1, cards = "last")])`,
	"exchange":     "cards are exchanged with draw(3), or one at a time with buy(1)",
	"twist":        "cards are exchanged with draw(3), or one at a time with buy(1)",
	"hit":          `hit or stand is in_turn([choose([choice("stand"), choice("hit")]), when(lambda hand: hand.chose(hand.seat, "hit"), [deal(1, up = True)])]), and with until = f, most = 5 until all stand`,
	"stand":        `hit or stand is in_turn([choose([choice("stand"), choice("hit")]), when(lambda hand: hand.chose(hand.seat, "hit"), [deal(1, up = True)])]), and with until = f, most = 5 until all stand`,
	"auction":      `players cannot bid for cards; a card can have a price: buy(1, price = pay("1.00"))`,
	"legs":         `hand.won counts the comparisons that a player has won, also before a redeal: compare(best(high), losers = [pay(pot = 1)])`,
	"forehead":     `a card that only the others see is deal(1, up = "others")`,
	"indian":       `a card that only the others see is deal(1, up = "others")`,
	"widow":        "cards of the board are replaced with take_board(1); players cannot take them into their hands",
	"protect":      `who shows a certain card pays or folds with choose([choice("fold", [give_up]), choice("pay", [pay("1.00")])])`,
	"pass_left":    "cards are passed with pass_cards(3, to = left)",
	"pass_right":   "cards are passed with pass_cards(3, to = right)",
	"turn_card":    "a card is turned up with expose(1)",
	"hole":         "hole cards are deal(2); how many of them play is best(high, hole = 2, board = 3)",
	"hole_cards":   "hole cards are deal(2); how many of them play is best(high, hole = 2, board = 3)",
	"community":    `cards for all are board(3, name = "flop")`,
	"common":       `cards for all are board(3, name = "flop")`,
	"double_board": `each board has a name: board(3, on = "A"), board(3, on = "B")`,
	"boards":       `each board has a name: board(3, on = "A"), board(3, on = "B")`,
	"qualifier":    `the worst hand that qualifies is the floor of a ranking: ranking("nines or better", floor = "9c9d4h3s2c")`,
	"qualify":      `the worst hand that qualifies is the floor of a ranking: ranking("nines or better", floor = "9c9d4h3s2c")`,
	"antes":        "everybody antes with ante(), and the stakes name how much",
	"rake":         `the house takes a percentage of the pots with collect(rake = ("5%", 3))`,
	"drop":         `the house takes its fee with collect({10: "1.00"})`,
	"reveal":       "cards are turned up with expose(1)",
	"holdem":       "a game is made of its steps; 'cardroom games gallery' lists games to start from",
	"omaha":        "a game is made of its steps; 'cardroom games gallery' lists games to start from",
	"stud":         "a game is made of its steps; 'cardroom games gallery' lists games to start from",
	"razz":         "a low ranking is ace_to_five; in razz the high card brings it in: bet(open = high_brings_in)",
	"lowball":      "a low ranking is ace_to_five, deuce_to_seven or eight_or_better",
	"fold":         `write what players do in words: t.hand(…).play("A folds")`,
	"check":        `write what players do in words: t.hand(…).play("A checks")`,
	"call":         `write what players do in words: t.hand(…).play("A calls 2")`,

	"null":       "nothing is None",
	"nil":        "nothing is None",
	"true":       "the values are True and False",
	"false":      "the values are True and False",
	"sum":        "add in a loop: for x in list: total += x",
	"map":        "write [f(x) for x in list]",
	"filter":     "write [x for x in list if …]",
	"isinstance": `write type(x) == "int"`,
	"callable":   `write type(x) == "function"`,
	"input":      "scripts can only read other scripts, with load(…)",
	"open":       "scripts can only read other scripts, with load(…)",
	"random":     "randomness comes from the cards, and in a policy from view.random",
	"exception":  `write fail("what is wrong")`,
	"super":      "there are no classes",
	"self":       "there are no classes: pass a function what it needs as arguments",

	// what solve prints
	"element_of_risk": "the house edge divided by all that a player bets on average: `cardroom solve GAME` prints both for a game against a bank",
	"house_edge":      "what the house wins of the first bet on average: `cardroom solve GAME` prints it for a game against a bank",
}
