// Package ruletest runs the tests of rule authors: scripts named *_test.star.
//
// # Tests
//
// A test is a function test_*(t). It passes unless an expectation fails or the script has an error. Its docstring states the rule
// and names in brackets the clauses of the house's document that it shows:
//
//	def test_first_bettor(t):
//	    """Betting starts left of the big blind. [angies.holdem.play.first-bettor]"""
//	    h = t.hand("angies/holdem", seats = "A B C D", deck = "Kd Qc 9h 2s")
//	    h.play("C calls 2, D folds, A raises to 4")
//	    h.expect_pot(8)
//	    h.refuses("B raise 16", because = "only to 6")
//
// A function todo_*(t) is counted as skipped. A function prop_*(t) is a property: it is run many times with values drawn by
// t.int, t.pick, t.random_hand and hand.play_random; if it fails, the drawn values are simplified as far as it still fails.
//
// A test with more parameters takes its cases from the global named after it: test_tie(t, hands, wins) from tie_cases, a dict of
// cases by name or a list. A case that is a tuple or list is spread over the parameters, a dict with the parameters' names is
// passed by name, and anything else is the only parameter. Each case is a test of its own, test_tie/NAME. A case given as a dict
// may have cites, clauses in addition to those of the docstring.
//
// # Isolation
//
// Tests share only frozen modules. Each has a budget of Starlark steps and of time. After every action, hands check the
// conservation of chips.
//
// A folder with the name of a house and scripts of its own replaces that house: for tests in "my/angies", "angies/holdem" is the
// game in that folder.
//
// # Hands
//
// The value that t.hand returns is a hand between two decisions. Actions and expectations can be written as statements (see
// [Statements]), alone or in the middle of the play, or as methods with the same words: "pot 8" is h.expect_pot(8).
//
// # Tables
//
// The value that t.table returns is a table with named players. Its play describes what happens between hands, deals hands and
// plays them in the words of hands (see [TableStatement]):
//
//	s = t.table("angies/holdem-half-kill", seats = "A B C D")
//	s.play("A wins 2 hands; deal; raised; limits 3 6; posts A 3")
//	s.refuses("A leaves", because = "the hand is live")
//
// # Clauses, readings, coverage, mutants
//
// The files *_test.star next to the scripts test the rules. ruletest runs them; 'go test ./scripts' runs the embedded ones.
// One table of statements ("pot 8", "turn C") defines what hand.play understands and generates the methods expect_…. A
// second one does so for tests of tables ("A joins with 100", "deal", "button B"), whose hands are played in the words of
// hand tests. A test's docstring names the clauses it tests, clauses.toml lists the clauses of a house, and --clauses joins
// the two: a clause without a passing test fails. A clause marked player = true stands on the sheets for players in its
// words, and on those for the floor unless another rule of theirs cites it (floor = true: on these only; repeats: with the
// clause that it says again); testdata/rulebook/players.tsv, read from the documents, lists what they must say, and why a
// clause is on neither; 'go test ./dsl/docs -run TestPlayersAreTold -v' prints for more than forty games where each is said.
// A test asks for a printed sheet through Options.Sheet, which the command fills. readings.toml lists what is decided where
// the document is silent or unclear: scripts/readings_test.go compares its quotations with the documents, and its answers
// with the options of the games and their defaults, and looks up every ref and every number in a comment. Coverage rewrites
// the syntax tree: it adds a counting call before each statement and around each condition, and keeps the positions. The
// tests are tested too: they must fail for mutants, which are scripts changed in one place; those of scripts/testdata are
// chosen by hand, those of --mutate made from the syntax tree. --clauses --strict takes the changes that concern a clause
// (what a script does where it cites it, ruletest.Concerning, or those that scripts/HOUSE/mutants.toml lists for it) and
// counts a clause when a test that cites it notices one by an expectation that fails. Games of the gallery have no clauses:
// TestGalleryRules takes the steps and the parts of the showdown of each away, one at a time, in its plan, and one of its
// tests must fail (-long: each of 2,807; otherwise every 41st). Properties draw numbers from one stream; a failing stream is
// shrunk without knowing what its numbers mean.
package ruletest
