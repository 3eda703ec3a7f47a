package dsl

import "cardroom/dsl/star"

// Version is the version of the program and of its language. 'cardroom doc stability' says what stays for how long.
const Version = "1.0.0"

// renamed are the names that scripts have used since the first ones, and what takes their place. An entry whose Gone is later than Version still
// works; the tests of star try both.
var renamed = []star.Renamed{
	{Old: "halve_wager", New: "pull_back(half = True)", Gone: "1.0"},
	{Old: "ante", When: "name no ante", Add: "optional = True", Gone: "1.0"},
	{Old: "@stdlib//floor.star:least", New: "@stdlib//floor.star:just_call", Gone: "1.0"},
	{Old: "@stdlib//stud.star:seven_card.announce", Doc: `a round says what the dealer announces: bet(announce = "first bettor")`, Gone: "1.0"},
	{Old: "@stdlib//stud.star:five_card.announce", Doc: `a round says what the dealer announces: bet(announce = "first bettor")`, Gone: "1.0"},
	{Old: "@stdlib//stud.star:seven_card.cites", Doc: "a house whose document names the streets writes its own steps, with cites", Gone: "1.0"},
	{Old: "@stdlib//stud.star:five_card.cites", Doc: "a house whose document names the streets writes its own steps, with cites", Gone: "1.0"},
	{Old: "@stdlib//stud.star:five_card.hole_round", Doc: "the house's own steps have a round after the first card: deal(1), bet()", Gone: "1.0"},
	{Old: "@stdlib//stud.star:seven_card.all_in", Doc: `a round says who begins for a player who is all in: bet(all_in = "next left")`, Gone: "1.0"},
	{Old: "@stdlib//stud.star:five_card.all_in", Doc: `a round says who begins for a player who is all in: bet(all_in = "next left")`, Gone: "1.0"},
}
