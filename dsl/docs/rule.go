package docs

import (
	"slices"
	"strings"

	"cardroom/engine/diag"
	"cardroom/engine/plan"
)

// Rule is a rule: what it is about, under which conditions it holds, who then does, must or may do what or what is so, and where that
// comes from. Its sentence is made last, see [Rule.speak].
type Rule struct {
	// Number is the position in the dealer's procedure: "4"; "4.2" for the second step of the branch under step 4; "" for rules
	// without one.
	Number  string   `json:"number,omitempty"`
	Text    string   `json:"text"`              // the sentence
	Clauses []string `json:"clauses,omitempty"` // of the house's document
	// Games are the games of a house that the rule applies to, if its section is about more; "" for all of them.
	Games string `json:"games,omitempty"`
	// Head is the beginning of the text if the rule is a row of a table: the event that a ruling is about.
	Head string   `json:"head,omitempty"`
	At   diag.Pos `json:"at,omitzero"` // position in the script
	// Document is the place in the house's document if the rule's words are those of a clause.
	Document string `json:"document,omitempty"`
	// Origin is where the rule comes from, Option the option that decides it, and Source where it is borrowed from or whose
	// custom it is.
	Origin Origin `json:"origin,omitempty" enum:"house,option,borrowed,custom"`
	Option string `json:"option,omitempty"` // the option that decides it
	Source string `json:"source,omitempty"` // what it is borrowed from, or whose custom it is
	// Who must or may do what, by Force; both are "" for a fact. A step and a ruling, whose sentences are whole, have no Force.
	Who   string `json:"who,omitempty"`                                // who must or may do it: "a player who has checked"
	Act   string `json:"act,omitempty"`                                // what a step of the deal or a ruling is: "deal", "misdeal"; a ruling that a function decides has none
	Force Force  `json:"force,omitempty" enum:"does,must,may,may not"` // whether they must, may or may not; does is the usual course
	// Costs is set if it costs a player chips or decides how many, and Uncommon if card rooms differ in it.
	Costs    bool `json:"costs,omitempty"`    // it costs a player chips, or decides how many
	Uncommon bool `json:"uncommon,omitempty"` // card rooms differ in it
	// Events are those that a ruling is about, as they are entered: "dealer_exposed".
	Events []string `json:"events,omitempty"`
	// Rows are the amounts of the text, one for each limit, if sheets print them as a table.
	Rows []Amount `json:"rows,omitempty"`
	// Subject is the question that the rule answers, When the conditions under which it does, those of the rules above it included, and Amounts
	// what it says of chips and numbers, in the order of the text. They are set with the text.
	Subject string   `json:"subject,omitempty"` // the question that it answers: "odd chips"
	When    []string `json:"when,omitempty"`    // the conditions under which it holds, those of the rules above it included
	Amounts []string `json:"amounts,omitempty"` // the amounts and numbers of its text, in their order
	// Citation is set if the rule only cites clauses that the game follows.
	Citation bool `json:"-"`
	// Within is set if the clauses of another rule that contains this one state it too.
	Within bool `json:"-"`

	subject string     // the question that it answers
	step    *plan.Step // of the deal
	under   []string   // the conditions that rules above it name
	when    []string   // its own conditions, or the name of what it is about
	colon   bool       // a colon comes after them
	says    string     // what is so then, or what is done
	adds    []string   // sentences that rulings add
	amounts []string   // for each {} in the conditions and what is so
	steps   []string   // for each {#}: numbers of steps

	over   string        // what is so, above its rows
	lent   []string      // clauses of other houses
	behind []string      // clauses cited by another rule that contains this one
	more   int           // number of rules below with the same note
	noted  bool          // a rule above has its note
	topic  string        // its subject in the book of a house, if that is not the title of its section
	ruled  []plan.Ruling // the rulings that it states
	after  bool          // it is about what the rule above leaves
	leads  string        // the id of the game whose chapter it points to
	sorted bool          // it stands under its subject, and not under its origin
	choice bool          // the rule is an option with its values
	named  bool          // its words begin as they are written
}

// Force is whether somebody must or may do something.
type Force string

// The forces. Does is a must of the usual course: "the player left of the button posts the small blind".
const (
	Does   Force = "does"
	Must   Force = "must"
	May    Force = "may"
	MayNot Force = "may not"
)

// Who is no player.
const (
	theDealer = "the dealer"
	theFloor  = "the floor"
)

// Binds reports whether the rule says what a player must or may not do.
func (r *Rule) Binds() bool {
	return (r.Force == Must || r.Force == MayNot) && r.Who != theDealer && r.Who != theFloor
}

// forPlayers reports whether the players' sheet has the rule: it costs them chips, binds them, or is not what they may expect.
func (r *Rule) forPlayers() bool { return r.Costs || r.Uncommon || r.Binds() }

// usually returns a rule about a subject that is the custom of card rooms where no clause and no option says it.
func usually(subject, says string, at diag.Pos, clauses ...string) Rule {
	return Rule{subject: subject, says: says, At: at, Clauses: clauses, Origin: Custom, Source: usual}
}

// Key returns the question that a rule answers, and the conditions and games for which it does: two rules of a sheet with one key would
// be two answers.
func (r *Rule) Key() string {
	return filled(strings.Join(slices.Concat([]string{r.subject}, r.under, r.conditions(), []string{r.Number, r.Games}), "\x00"), "{#}", r.steps)
}

// conditions returns the rule's own conditions.
func (r *Rule) conditions() []string {
	if r.after {
		return append(slices.Clone(r.when), otherwise)
	}
	return r.when
}

// Conditional reports whether a rule holds under conditions, or for a part of what its subject is about.
func (r *Rule) Conditional() bool { return len(r.under)+len(r.when) > 0 }

// speak makes the sentence of a rule.
func (r *Rule) speak() string {
	text := filled(r.shape(), "{}", r.amounts)
	return filled(text, "{#}", r.steps)
}

// Value returns what a rule says as a key: two rules of different games with one value say the same. It has no numbers of steps, which
// an inserted step changes.
func (r *Rule) Value() string { return r.open() + "\x00" + strings.Join(r.amounts, "\x00") }

// open returns what a rule says without its amounts, as a key.
func (r *Rule) open() string {
	return strings.Join(slices.Concat(r.conditions(), []string{r.Who, string(r.Force), r.says}, r.adds), "\x00")
}

// filled replaces the blanks of a text.
func filled(text, blank string, with []string) string {
	for _, s := range with {
		text = strings.Replace(text, blank, s, 1)
	}
	return text
}

// shape makes the sentence of a rule with blanks for its amounts and steps: its conditions, and what is so then.
func (r *Rule) shape() string {
	says := r.answer()
	switch head := strings.Join(r.when, ", "); {
	case r.named && head != "":
		return head + ": " + says
	case r.named:
		return says
	case head == "":
		return sentence(says)
	case says == "":
		return capital(head) + ":"
	case r.after:
		return sentence(head + ": otherwise " + lower(says))
	case r.colon:
		return sentence(head + ": " + lower(says))
	case head == otherwise:
		return sentence(head + " " + lower(says))
	default:
		return sentence(head + ", " + lower(says))
	}
}

// answer returns what is so under the conditions of a rule.
func (r *Rule) answer() string {
	switch r.Force {
	case "":
		return sentences(append([]string{r.says}, r.adds...)...)
	case Does:
		return r.Who + " " + r.says
	}
	return r.Who + " " + string(r.Force) + " " + r.says
}

// spoken returns rules with their sentences.
func spoken(rules []Rule) []Rule {
	for i := range rules {
		r := &rules[i]
		r.Text, r.Subject, r.Amounts, r.When = r.speak(), r.subject, nil, nil
		for _, a := range r.amounts {
			r.Amounts = append(r.Amounts, strings.TrimSpace(a))
		}
		amounts, steps := r.amounts, r.steps
		for _, c := range slices.Concat(r.under, r.when) {
			n, m := min(strings.Count(c, "{}"), len(amounts)), min(strings.Count(c, "{#}"), len(steps))
			r.When = append(r.When, strings.Trim(filled(filled(c, "{}", amounts[:n]), "{#}", steps[:m]), " ,"))
			amounts, steps = amounts[n:], steps[m:]
		}
		if r.after {
			r.When = append(r.When, otherwise)
		}
	}
	return rules
}

// textsOf returns the sentences of rules.
func textsOf(rules []Rule) (out []string) {
	for i := range rules {
		out = append(out, rules[i].speak())
	}
	return out
}

// Printed returns the text without what its rows say.
func (r *Rule) Printed() string {
	if len(r.Rows) == 0 {
		return r.Text
	}
	over := *r
	over.says = r.over
	return over.speak()
}

// Rest returns what is printed without its head.
func (r *Rule) Rest() string {
	if r.Head == "" {
		return r.Printed()
	}
	if r.after {
		return sentence("otherwise " + lower(r.answer()))
	}
	return sentence(r.answer())
}

// Level returns the depth of a numbered rule, 0 for the top level.
func (r *Rule) Level() int {
	return strings.Count(r.Number, ".")
}
