package protocol_test

import "flag"

// long enables the long tests before a release, with more hands per game.
var long = flag.Bool("long", false, "play many hands of each game where a few serve otherwise")
