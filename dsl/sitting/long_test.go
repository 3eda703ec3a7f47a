package sitting_test

import "flag"

// long is for before a release: what it plays more of is held by fewer hands otherwise.
var long = flag.Bool("long", false, "play many hands of each game where a few serve otherwise")
