package history

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/engine/diag"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// scanner parses the text of one hand into a Hand. It serves the whole file, to reuse the memory it allocates.
type scanner struct {
	p       unstable.Parser
	lenient bool
	last    bool // the text extends to the end of the file
	h       *Hand
	text    []byte
	scratch []byte
	made    map[string]string // see intern

	// Memory of earlier hands, see recycle.
	numbers [][]int64
	texts   []string
	banks   []time.Duration

	// Facts about the actions that the checks need.
	lastPlayer   int
	lastPlayerAt int
	ownVerb      Verb
	ownVerbAt    int
}

// list returns memory for a list of numbers.
func (s *scanner) list() []int64 {
	if n := len(s.numbers); n > 0 {
		list := s.numbers[n-1]
		s.numbers = s.numbers[:n-1]
		return list
	}
	return make([]int64, 0, 10)
}

// verdict is the kind of a text.
type verdict uint8

const (
	isHand  verdict = iota // a hand, valid or not
	isBlank                // no hand: blank space, comments, fields that belong to no hand
	isOpen                 // a hand that ends inside a value
)

// scan parses the hand at the beginning of s.text, up to the header of the next table, into s.h. It returns how much of the text it
// consumed and the first error. It continues after a faulty field, so that h holds as much as possible.
func (s *scanner) scan() (n int, what verdict, bad *diag.Error) {
	s.p.Reset(s.text)
	s.lastPlayer, s.ownVerbAt = 0, 0
	var (
		begun bool // there was a header, or a field of a hand
		fuss  int  // number of faulty fields
		sub   bool // inside a table that is not a hand
		end   int  // of the last expression
	)
	for s.p.NextExpression() {
		e := s.p.Expression()
		var err *diag.Error
		if e.Kind == unstable.KeyValue {
			end = int(e.Raw.Offset + e.Raw.Length)
			if sub || fuss > maxWarnings {
				continue
			}
			begun, err = s.keyValue(e, begun)
		} else {
			open, closed := s.header(e)
			switch own := ownTable(e); {
			case own && begun:
				return bytes.LastIndexByte(s.text[:open], '\n') + 1, isHand, s.finish(bad)
			case own:
				s.begin(e, open)
				begun, sub = true, false
			default:
				err = s.subTable(open, begun)
				sub = true
			}
			end = closed
		}
		if err != nil {
			fuss++
		}
		if bad == nil {
			bad = err
		}
	}
	if err := s.p.Error(); err != nil {
		wrong, open := s.syntax(err, end)
		if bad == nil {
			bad = wrong
		}
		if open {
			return len(s.text), isOpen, bad
		}
		return len(s.text), isHand, bad
	}
	if !begun && bad == nil {
		return len(s.text), isBlank, nil
	}
	return len(s.text), isHand, s.finish(bad)
}

// finish checks the hand as a whole, unless there is already an error.
func (s *scanner) finish(bad *diag.Error) *diag.Error {
	if bad != nil {
		return bad
	}
	// whether the hand has the fields that the variant needs, and whether they fit together
	for _, step := range [...]func() *diag.Error{
		s.checkVariant, s.checkLengths, s.checkActions, s.checkBringIn,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	if s.h.at[FieldAnteTrimming] == 0 && slices.ContainsFunc(s.h.Antes, func(a int64) bool { return a != 0 }) {
		s.h.warn(0, codeMissing, "ante_trimming_status is missing: false is assumed", "")
	}
	return nil
}

// header returns the offsets of a table header's brackets.
func (s *scanner) header(e *unstable.Node) (open, closed int) {
	first := e.Child()
	open = int(first.Raw.Offset)
	for open > 0 && s.text[open] != '[' {
		open--
	}
	if e.Kind == unstable.ArrayTable && open > 0 {
		open--
	}
	for k := first; k != nil; k = k.Next() {
		closed = int(k.Raw.Offset + k.Raw.Length)
	}
	for closed < len(s.text) && s.text[closed] != '\n' && s.text[closed] != '#' {
		closed++
	}
	return open, closed
}

// ownTable reports whether a header begins a hand: [3], but not [[3]], [3.x] or the table of a user-defined field, [_x].
func ownTable(e *unstable.Node) bool {
	k := e.Child()
	return e.Kind == unstable.Table && k.Next() == nil && (len(k.Data) == 0 || k.Data[0] != '_')
}

// begin begins the hand of a table.
func (s *scanner) begin(e *unstable.Node, open int) {
	h := s.h
	if len(h.Extra) > 0 {
		h.warn(int(h.Extra[0].Pos), codeTable, h.Extra[0].Key+" comes before the first table and does not belong to a hand", "")
		h.Extra, h.order = h.Extra[:0], h.order[:0]
	}
	if name := e.Child().Data; isNumber(name, h.Number) {
		h.numbered = true
	} else {
		h.table = s.intern(name)
	}
	h.src.head = open
}

// subTable handles a table where PHH allows none.
func (s *scanner) subTable(open int, begun bool) *diag.Error {
	const hint = "a hand is a flat list of keys; write a table as { key = value }"
	if !begun {
		s.h.warn(open, codeTable, "this table does not belong to a hand", hint)
		return nil
	}
	return s.tolerate(open, codeTable, "a table inside a hand", hint)
}

// keyValue parses one field. It reports whether the hand has begun: fields with an underscore do not begin one.
func (s *scanner) keyValue(e *unstable.Node, begun bool) (bool, *diag.Error) {
	value := e.Value()
	key := value.Next()
	at := s.valuePlace(key)
	if !begun && key.Data != nil && (len(key.Data) == 0 || key.Data[0] != '_') {
		begun = true
		s.h.src.head = int(key.Raw.Offset)
	}
	f, ok := fieldOf[string(key.Data)]
	if !ok || key.Next() != nil {
		return begun, s.extra(e, key, at)
	}
	h := s.h
	if h.at[f] != 0 {
		return begun, s.fail(at, CodeTwice, f.String()+" is given twice", fmt.Sprintf("the first is on line %d", h.Position(h.at[f]).Line))
	}
	h.at[f] = Pos(at)
	h.order = append(h.order, f)
	return begun, codecs[fields[f].kind].read(s, f, value, at, fields[f].ref(h))
}

// valuePlace returns the offset of a key's value.
func (s *scanner) valuePlace(key *unstable.Node) int {
	for key.Next() != nil {
		key = key.Next()
	}
	i := int(key.Raw.Offset + key.Raw.Length)
	for i < len(s.text) && (s.text[i] == ' ' || s.text[i] == '\t' || s.text[i] == '=') {
		i++
	}
	return i
}

func (s *scanner) words(f Field, v *unstable.Node, at int, dst *string) *diag.Error {
	if v.Kind != unstable.String {
		return s.mistypedEntry(f, v, at)
	}
	*dst = s.intern(v.Data)
	return nil
}

func (s *scanner) flag(f Field, v *unstable.Node, at int, dst *bool) *diag.Error {
	if v.Kind != unstable.Bool {
		return s.mistyped(f, v, at)
	}
	*dst = v.Data[0] == 't'
	return nil
}

// place returns the offset of a node; at is the place of the field's value, for nodes without a place from the parser.
func place(n *unstable.Node, at int) int {
	if n.Raw.Length == 0 {
		return at
	}
	return int(n.Raw.Offset)
}

// mistyped returns an error about the type of a field's value, or of its array.
func (s *scanner) mistyped(f Field, v *unstable.Node, at int) *diag.Error {
	return s.wrongType(f.String(), fields[f].kind, v, at)
}

// mistypedEntry is like mistyped, for an element of an array or for the value of a field that has no array.
func (s *scanner) mistypedEntry(f Field, v *unstable.Node, at int) *diag.Error {
	k := fields[f].kind
	if entry := kinds[k].entry; entry != k {
		return s.wrongType("every entry of "+f.String(), entry, v, at)
	}
	return s.mistyped(f, v, at)
}

func (s *scanner) wrongType(what string, k kind, v *unstable.Node, at int) *diag.Error {
	hint := ""
	if v.Kind == unstable.String && kinds[k].bare {
		hint = "numbers, times and true or false are written without quotes"
	}
	return s.fail(place(v, at), codeType, fmt.Sprintf("%s must be %s, not %s", what, kinds[k].name, nodeName(v)), hint)
}

// nodeName returns the name of a TOML value's type.
func nodeName(v *unstable.Node) string {
	switch v.Kind {
	case unstable.String:
		return "a text"
	case unstable.Bool:
		return "true or false"
	case unstable.Integer:
		return "a whole number"
	case unstable.Float:
		return "a number with decimals"
	case unstable.Array:
		return "an array"
	case unstable.InlineTable:
		return "a table"
	default:
		return "a date or time"
	}
}

// money parses an amount and checks that the field may have it.
func (s *scanner) money(f Field, v *unstable.Node, at int, dst *int64) *diag.Error {
	if v.Kind != unstable.Integer && v.Kind != unstable.Float {
		return s.mistypedEntry(f, v, at)
	}
	at = place(v, at)
	if inf, err := s.infinite(f, v, at); err != nil || inf {
		*dst = Infinite
		return err
	}
	n, err := s.h.amount(v.Data)
	if err != nil {
		return s.badNumber(f, v, at, err)
	}
	*dst = n
	switch {
	case n < 0 && f == FieldBlinds: // a post, as PokerKit reads it
	case n < 0:
		return s.fail(at, codeRange, fmt.Sprintf("%s must not be below zero", f), "")
	case n == 0 && (fields[f].kind == kindMoney || f == FieldStarting):
		return s.fail(at, codeRange, fmt.Sprintf("%s must be above zero", f), "")
	}
	return nil
}

// infinite parses inf and rejects nan.
func (s *scanner) infinite(f Field, v *unstable.Node, at int) (bool, *diag.Error) {
	if last := v.Data[len(v.Data)-1]; last != 'f' && last != 'n' || bytes.HasPrefix(v.Data, []byte("0x")) {
		return false, nil
	}
	switch text := string(bytes.TrimPrefix(v.Data, []byte("+"))); {
	case text != "inf":
		return false, s.fail(at, codeNumber, fmt.Sprintf("%s cannot be %s", f, text), "")
	case f != FieldStarting && f != FieldFinishing && f != FieldTimeLimit && f != FieldTimeBanks:
		return false, s.fail(at, codeRange, fmt.Sprintf("%s cannot be inf", f), "only a stack may be unknown")
	}
	return true, nil
}

func (s *scanner) badNumber(f Field, v *unstable.Node, at int, err error) *diag.Error {
	hint := ""
	if errors.Is(err, errTooLarge) {
		hint = fmt.Sprintf("amounts go up to %d of the smallest unit in the hand", MaxAmount)
	}
	return s.fail(at, codeNumber, fmt.Sprintf("%s: %s is %v", f, quote(v.Data), err), hint)
}

// wholeRange returns the range of a whole-number field.
func wholeRange(f Field) (low, high int64) {
	switch f {
	case FieldDay:
		return 1, 31
	case FieldMonth:
		return 1, 12
	}
	return 0, 1<<63 - 1
}

// whole parses a whole number.
func (s *scanner) whole(f Field, v *unstable.Node, at int, dst *int64) *diag.Error {
	if v.Kind != unstable.Integer {
		return s.mistypedEntry(f, v, at)
	}
	at = place(v, at)
	n, err := strconv.ParseInt(string(v.Data), 0, 64)
	if err != nil {
		return s.fail(at, codeNumber, fmt.Sprintf("%s: %s is %v", f, quote(v.Data), errTooLarge), "")
	}
	if low, high := wholeRange(f); n < low || n > high {
		return s.fail(at, codeRange, fmt.Sprintf("%s cannot be %d", f, n), "")
	}
	*dst = n
	return nil
}

// id parses a whole number or a text.
func (s *scanner) id(f Field, v *unstable.Node, at int, dst *ID) *diag.Error {
	switch v.Kind {
	case unstable.String:
		*dst = TextID(string(v.Data))
	case unstable.Integer:
		n, err := strconv.ParseInt(string(v.Data), 0, 64)
		if err != nil {
			return s.fail(at, codeNumber, fmt.Sprintf("%s: %s is %v", f, quote(v.Data), errTooLarge), "")
		}
		*dst = NumberID(n)
	default:
		return s.mistyped(f, v, at)
	}
	return nil
}

// clock parses a local time.
func (s *scanner) clock(f Field, v *unstable.Node, at int, dst *time.Duration) *diag.Error {
	if v.Kind != unstable.LocalTime {
		return s.mistyped(f, v, at)
	}
	t, err := time.Parse(time.TimeOnly, string(v.Data))
	if err != nil || len(v.Data) > len("15:04:05.999999999") || bytes.ContainsRune(v.Data, ',') {
		return s.fail(at, codeNumber, fmt.Sprintf("%s is not a time", quote(v.Data)), "a time is written 20:30:00")
	}
	*dst = t.Sub(time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC))
	return nil
}

// seconds parses a number of seconds, exact to the nanosecond.
func (s *scanner) seconds(f Field, v *unstable.Node, at int, dst *time.Duration) *diag.Error {
	if v.Kind != unstable.Integer && v.Kind != unstable.Float {
		return s.mistypedEntry(f, v, at)
	}
	at = place(v, at)
	if inf, err := s.infinite(f, v, at); err != nil || inf {
		*dst = Forever
		return err
	}
	n, decimals, err := parseDecimal(v.Data)
	if err != nil {
		return s.badNumber(f, v, at, err)
	}
	if n < 0 || n > int64(Forever-1)/pow10[9-decimals] {
		return s.fail(at, codeRange, fmt.Sprintf("%s cannot be %s seconds", f, v.Data), "")
	}
	*dst = time.Duration(n * pow10[9-decimals])
	return nil
}

// maxExtra limits the number of a hand's fields that are not PHH's.
const maxExtra = 256

// extra stores a field that is not PHH's as it is written.
func (s *scanner) extra(e, key *unstable.Node, at int) *diag.Error {
	h := s.h
	if len(h.Extra) == maxExtra {
		return s.fail(at, codeRange, fmt.Sprintf("more than %d fields that PHH does not know", maxExtra), "")
	}
	name := s.key(key)
	for i := range h.Extra {
		if h.Extra[i].Key == name {
			return s.fail(at, CodeTwice, name+" is given twice", fmt.Sprintf("the first is on line %d", h.Position(h.Extra[i].Pos).Line))
		}
	}
	raw := s.text[at : e.Raw.Offset+e.Raw.Length]
	if err := s.wellFormed(e.Value(), raw, at); err != nil {
		return err
	}
	h.Extra = append(h.Extra, Extra{Key: name, Raw: string(raw), Pos: Pos(at)})
	h.order = append(h.order, fieldExtra)
	if len(key.Data) == 0 || key.Data[0] != '_' {
		s.h.warn(int(key.Raw.Offset), codeUnknown, fmt.Sprintf("unknown key %s", name), unknownHint(name))
	}
	return nil
}

func unknownHint(name string) string {
	keys := make([]string, numFields)
	for f := range numFields {
		keys[f] = f.String()
	}
	if h := diag.DidYouMean(name, keys); h != "" {
		return h
	}
	return "the name of a field of your own begins with _"
}

// key returns a key as it is written back: bare where possible, quoted otherwise.
func (s *scanner) key(k *unstable.Node) string {
	s.scratch = s.scratch[:0]
	for ; k != nil; k = k.Next() {
		if len(s.scratch) > 0 {
			s.scratch = append(s.scratch, '.')
		}
		s.scratch = appendKey(s.scratch, k.Data)
	}
	return s.intern(s.scratch)
}

// wellFormed lets the TOML library check values that its parser only delimits: dates, times, and the contents of inline tables.
func (s *scanner) wellFormed(v *unstable.Node, raw []byte, at int) *diag.Error {
	if plain(v) {
		return nil
	}
	s.scratch = append(append(s.scratch[:0], "v = "...), raw...)
	var doc map[string]any
	if err := toml.Unmarshal(s.scratch, &doc); err != nil {
		return s.fail(at, codeTOML, "not TOML: "+strings.TrimPrefix(err.Error(), "toml: "), "")
	}
	return nil
}

// plain reports whether a value is a text, number or boolean, or an array of these.
func plain(v *unstable.Node) bool {
	switch v.Kind {
	case unstable.String, unstable.Integer, unstable.Float, unstable.Bool:
		return true
	case unstable.Array:
		for n := v.Child(); n != nil; n = n.Next() {
			if n.Kind == unstable.Array || !plain(n) {
				return false
			}
		}
		return true
	}
	return false
}

// syntax converts an error of the TOML parser. It reports whether the text ends inside an expression, so that more text might complete it.
func (s *scanner) syntax(err error, end int) (*diag.Error, bool) {
	var perr *unstable.ParserError
	if !errors.As(err, &perr) {
		return s.fail(end, codeTOML, "not TOML: "+err.Error(), ""), false
	}
	at := min(max(cap(s.text)-cap(perr.Highlight), 0), len(s.text))
	wrong := strings.HasPrefix(perr.Message, "unexpected character") || strings.HasPrefix(perr.Message, "invalid")
	if at < len(s.text)-1 || wrong {
		if strings.HasPrefix(perr.Message, "invalid UTF-8") {
			return s.fail(at, codeEncoding, "not UTF-8", "save the file as UTF-8"), false
		}
		return s.fail(at, codeTOML, "not TOML: "+perr.Message, syntaxHint(perr.Message)), false
	}
	start, name := s.unfinished(end)
	if s.last {
		return s.fail(start, codeCutOff, "the file ends in the middle of "+name, "is the file cut off?"), true
	}
	return s.fail(start, codeCutOff, name+" is not finished where the next table begins", "a closing bracket or quote is missing"), true
}

func syntaxHint(msg string) string {
	switch {
	case strings.Contains(msg, "new line"):
		return "the closing quote is missing"
	case strings.HasPrefix(msg, "expected ',' or ']'"):
		return "a comma or the closing ] is missing"
	case strings.HasPrefix(msg, "unexpected character") || strings.HasPrefix(msg, "strings must"):
		return "texts stand in quotes"
	}
	return ""
}

// unfinished finds the broken expression after end, and its key.
func (s *scanner) unfinished(end int) (start int, name string) {
	t := s.text
	for end < len(t) {
		switch c := t[end]; {
		case c == '#':
			i := bytes.IndexByte(t[end:], '\n')
			if i < 0 {
				return end, "a comment"
			}
			end += i
		case isSpace(c):
			end++
		default:
			line, _, _ := bytes.Cut(t[end:], newline)
			key, _, _ := bytes.Cut(line, []byte("="))
			return end, quote(bytes.TrimSpace(key))
		}
	}
	return max(0, len(t)-1), "a line"
}

// fail returns an error at a place of the text.
func (s *scanner) fail(at int, code string, msg, hint string) *diag.Error {
	return s.h.ErrorAt(Pos(at), code, msg, hint)
}

// tolerate adds a warning for a lenient reader. It returns an error for a strict one, and when the hand has too many warnings.
func (s *scanner) tolerate(at int, code string, msg, hint string) *diag.Error {
	err := s.fail(at, code, msg, hint)
	if !s.lenient || len(s.h.Warnings) >= maxWarnings {
		return err
	}
	s.h.Warnings = append(s.h.Warnings, err)
	return nil
}

// Limits on interned texts: names, places and the like, which recur in every hand of a file. Longer or further ones are allocated anew.
const (
	maxInterned    = 4096
	maxInternedLen = 64
)

// intern returns b as a string, the same string for the same b. Hands thus own their texts, and reading the next one rarely allocates.
func (s *scanner) intern(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if len(b) > maxInternedLen {
		return string(b)
	}
	if t, ok := s.made[string(b)]; ok {
		return t
	}
	if s.made == nil || len(s.made) >= maxInterned {
		s.made = make(map[string]string)
	}
	t := string(b)
	s.made[t] = t
	return t
}
