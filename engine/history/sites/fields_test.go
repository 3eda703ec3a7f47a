package sites_test

// Use is what is done with a part of a file.
type Use uint8

// Uses, in the order in which they are told.
const (
	Checked   Use = iota // compared with what follows from the rest and from the rules, to the cent
	Read                 // believed: nothing else says it
	Tolerated            // read although the file leaves it out or contradicts itself, and told as inferred or because all files of the site have it
	Ignored              // not looked at
)

// A Field is a part of the files of a format, what is done with it, and why or how.
type Field struct {
	Name string
	Use  Use
	Why  string
}

// Common are the fields that the formats share.
var Common = []Field{
	{"antes, blinds, straddles and posts of players who come in", Checked, "with the stacks, the order of the seats and the pot"},
	{"calls", Checked, "a call of more than is owed is a contradiction, and so is one of less by a player who has more and has not posted"},
	{"bets and raises", Checked, "against the rules of the game and its limit"},
	{"cards", Checked, "none is dealt twice, and the best hand wins"},
	{"an uncalled bet", Checked, "if the file names it; otherwise it is inferred"},
	{"an uncalled bet in which the file has more", Tolerated, "what the house put into the pot, or the rest of the winner's own wager; an ante that nobody matched may be left out"},
	{"what each player collects", Checked, "against the share of each pot after the rake; whoever collects must have a seat"},
	{"the total pot, and main pot and side pots next to it with their number", Checked, "with or without the rake, an uncalled bet, what the house adds, and the sum of jackpots and insurance, as sites state them"},
	{"the rake and a fee for a jackpot", Checked, "with the pot and what is collected; where the file has none it is inferred, up to a fifth of the pots, but not in tournaments, and not where the summary is missing with which hands of the format end; `--explain` compares it with the site's schedule"},
	{"the stacks before the hand", Read, ""},
	{"the number of the hand, the table, the time with its zone, the level of a tournament", Read, "site and number tell the same hand in two files and formats; a number of fewer than six digits does with the players, their stacks and the actions"},
	{"whose file it is", Read, "the player whose cards are dealt openly, if there is just one"},
	{"cash-outs and their fee, insurance, bounties, jackpots, prizes and places", Read, "they are apart from the pots in rows and statistics; places and prizes also from the summary of a tournament among the files, whose name begins with TS"},
	{"chips that the house puts into the pot", Read, ""},
	{"players who sit out, or never act", Tolerated, "they are not dealt in"},
	{"players who must act and of whom the file says nothing more", Tolerated, "they fold in turn"},
	{"names of hands, percentages, chat, who joins and leaves, time banks", Ignored, "the rules name the hands"},
	{"what a player wins according to the summary", Checked, "unless the board was dealt several times, or the hand sold; it may have an uncalled bet in it"},
	{"the size of a raise next to the whole bet, as in `raises $8 to $12`", Checked, "it is what the raise adds to the bet, what the player puts in, or the whole bet again"},
	{"other lines of the summary that repeat the hand", Ignored, "but for cards that stand only there"},
}

// Special are the fields in which a format differs from [Common], or which only it has.
var Special = []struct {
	Formats string
	Fields  []Field
}{
	{"PokerStars and those who write like it", []Field{
		{"the button of the header", Tolerated, "where the blinds contradict it, they count"},
		{"shares of a tie that differ by a rake taken unequally", Tolerated, "the file's amounts are taken, if nobody gets more than the share before the rake"},
		{"raises that name the chips put in, calls that count less than they take", Tolerated, "if the pot then adds up"},
	}},
	{"GGPoker", []Field{
		{"`Bet & Muck`", Read, "a bet whose hand is mucked if it is called"},
		{"prices and payments of cash-outs and of insurance", Read, ""},
	}},
	{"BetOnline and its network", []Field{
		{"a line of the pot that is repeated", Tolerated, "it counts once"},
		{"a side pot without its winner", Tolerated, "the rules say who wins it"},
		{"the dead small blind of a `post dead`", Tolerated, "the file leaves it out"},
	}},
	{"Bovada, Ignition and Bodog", []Field{
		{"numbers of seats in tournaments", Tolerated, "they are the players': the order of the list counts"},
		{"last chips put in before the cards", Read, "the ante if others have paid one, otherwise the blind that is due"},
		{"a dead chip larger than the big blind", Read, "a live big blind and a dead small blind"},
		{"streets and boards of the oldest files", Tolerated, "without headings: the betting tells where a street ends"},
	}},
	{"PartyPoker", []Field{
		{"NUL bytes at the beginning of lines", Tolerated, ""},
		{"blinds that the file does not post", Tolerated, "the two players to the left of the button post those of the header"},
		{"the post of a player who comes in", Tolerated, "the big blind, if the amounts then add up"},
		{"a player who joins during the hand", Tolerated, "the stack is not known"},
		{"`balance`, `bet`, `lost` and `net` after the hand", Checked, "a bet with or without what came back, a stack with a cash-out"},
		{"the pots of a `Main Pot:` line", Checked, "their sum, and each with their number"},
		{"the whole bet next to the size of a raise, as in `raises 2.40 to 2.65`", Ignored, "the size is what the player puts in; the stacks are checked"},
		{"amounts of tournaments that are off by a few chips", Tolerated, "the client rounds pots to ten chips, and large amounts to what a float of 32 bits holds"},
	}},
	{"888poker and the Pacific network", []Field{
		{"a hand that is said to muck and collects", Tolerated, "it counts as shown"},
		{"a player without a name", Read, "two of them are an error: nobody knows who acts"},
	}},
	{"Full Tilt and GameDesire", []Field{
		{"raises that name the whole bet alone", Read, ""},
		{"the pot at the beginning of each street, as in `(Total Pot: $20, 3 Players)`", Checked, "with what was put in until then, with or without what nobody has called"},
		{"the pot of one of several boards, as in `Pot 1 $20`", Ignored, "the summary has the total, and what is won of each board is checked"},
	}},
	{"Winamax", []Field{
		{"a bet that nobody calls", Tolerated, "the file has no line for it: it is inferred, or in what is collected"},
		{"calls that count less than they take", Tolerated, "if the pot then adds up"},
		{"antes and blinds in one bracket of the header", Read, "the last two are the blinds"},
	}},
	{"Winning Poker", []Field{
		{"headings of stud until 2019", Ignored, "they stand at the end of a street"},
		{"what a player has bet and won, in the summary until 2019", Checked, ""},
		{"the pots and the rake at the beginning of each street since 2019", Checked, "with what was put in until then; the part of one of several boards is not looked at"},
		{"a player who is all in because of a lost connection", Checked, "refused: no game here has this rule"},
	}},
	{"iPoker", []Field{
		{"the rake of each player", Read, "the sum is the rake of the hand"},
		{"the bets of stud", Tolerated, "if the betting is in half of them, or in twice as much"},
		{"what a player has bet", Tolerated, "it tells whether a bet that nobody called is in what is won"},
	}},
	{"Open Hand History", []Field{
		{"the amount of a pot", Checked, "as its winnings, with or without its rake; otherwise the sum of the pots must be right"},
		{"`Payout`, `Player Adjustment`", Read, "apart from the pots"},
		{"amounts of calls and raises", Tolerated, "as chips put in or as the whole bet, whichever adds up"},
	}},
	{"Poker Now", []Field{
		{"whose hand `Your hand` is", Tolerated, "the player of the file who shows just these cards"},
		{"a missing small blind of a player who posts it", Tolerated, "it is paid once"},
		{"players who change their name or seat", Read, "by their ids"},
	}},
	{"ACPC logs", []Field{
		{"results", Checked, ""},
		{"stacks and blinds", Read, "those of the competition: a log does not have them"},
	}},
}
