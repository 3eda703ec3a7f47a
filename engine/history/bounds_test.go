package history

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
)

// Numbers are parsed exactly: random digits, points and exponents, and the
// neighbors of every limit.
func TestParseDecimalExactly(t *testing.T) {
	texts := []string{
		"4611686018427387903", "4611686018427387904", "461168601842738790e1", "461168601842738791e1", "46116860184273879e2", "46116860184273880e2",
		"999999999999999", "1000000000000000", "1e18", "4e18", "5e18", "0.000000001", "0.0000000001", "0.0000000010", "1e-9", "10e-10", "12e-9", "12e-10",
		"0x7FFFFFFFFFFFFFFF", "0x8000000000000000", "0b0", "0o7", "00", "007", "1.50e1", "1.50e-8", "1.5e-9", "1e0", "1e-0", "1e+0", "1e00000005", "1e1_0", "1_0.0_1", "100000000000000000000.0e-2",
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 4000 {
		text := fmt.Sprint(rng.Uint64() >> rng.IntN(64))
		if at := rng.IntN(2 * len(text)); at > 0 && at < len(text) {
			text = text[:at] + "." + text[at:]
		}
		if rng.IntN(2) == 0 {
			text += fmt.Sprintf("e%d", rng.IntN(40)-20)
		}
		if rng.IntN(4) == 0 {
			text = "-" + text
		}
		texts = append(texts, text)
	}
	billion := big.NewRat(1e9, 1)
	limit := new(big.Rat).SetInt64(1 << 62)
	for _, text := range texts {
		n, decimals, err := parseDecimal([]byte(text))
		plain := strings.ReplaceAll(text, "_", "")
		radix := len(plain) > 2 && strings.ContainsAny(plain[1:2], "xob")
		want, ok := new(big.Rat).SetString(plain)
		if i, isInt := new(big.Int).SetString(plain, 0); radix && isInt {
			want, ok = new(big.Rat).SetInt(i), true
		}
		if !ok {
			t.Fatalf("%q is no number", text)
		}
		switch {
		case err == nil:
			got := new(big.Rat).SetFrac64(n, pow10[decimals])
			if got.Cmp(want) != 0 || decimals > 0 && n%10 == 0 || decimals < 0 || decimals > maxDecimals {
				t.Errorf("%q is %d with %d decimals", text, n, decimals)
			}
		case err == errTooFine:
			// Finer than nine decimals, or with more digits than are kept.
			if fine := new(big.Rat).Mul(want, billion); fine.IsInt() && len(strings.Trim(plain, "-")) < 18 {
				t.Errorf("%q is too fine", text)
			}
		case err == errTooLarge:
			if big := new(big.Rat).Abs(want); big.Cmp(limit) < 0 && (big.IsInt() && len(plain) < 18 || plain == "4611686018427387903"[:18]) {
				t.Errorf("%q is too large", text)
			}
		default:
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, want := range map[string]error{
		"46116860184273879e2": nil, "46116860184273880e2": errTooLarge, "461168601842738790e1": nil, "461168601842738791e1": errTooLarge, "4e18": nil, "5e18": errTooLarge,
		"1e-9": nil, "1e-10": errTooFine, "10e-10": nil, "0x7FFFFFFFFFFFFFFF": nil, "0x8000000000000000": errTooLarge, "1e1_0": nil,
		"1e1__0": errNotNumber, "1e1_": errNotNumber, "1e-": errNotNumber, "1x": errNotNumber, "1e5x": errNotNumber, "e5": errNotNumber, "1._0": errNotNumber, "1_.0": errNotNumber, "+": errNotNumber, "--1": errNotNumber,
		"0b": errNotNumber, "0b2": errNotNumber, "0o8": errNotNumber, "0y1": errNotNumber, "1/2": errNotNumber, "1:2": errNotNumber, "1e/": errNotNumber, "1e:": errNotNumber,
	} {
		if _, _, err := parseDecimal([]byte(text)); err != want {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
}

// An amount is parsed in the units of a scale and written back the same.
func TestParseAmount(t *testing.T) {
	for _, tt := range []struct {
		text  string
		scale int64
		want  int64
		err   string
	}{
		{"12.50", 100, 1250, ""},
		{"12.5", 10, 125, ""},
		{"-3", 1, -3, ""},
		{"inf", 100, Infinite, ""},
		{"+inf", 1, Infinite, ""},
		{"12.55", 10, 0, "'12.55': not a whole number of 1/10"},
		{"0.1", 1, 0, "'0.1': not a whole number of 1/1"},
		{"x", 1, 0, "'x': not a number"},
		{"", 1, 0, "'': not a number"},
		{"-inf", 1, 0, "'-inf': not a number"},
		{"1e-10", 1e9, 0, "'1e-10': more precise than 9 decimals"},
		{"1e18", 100, 0, "'1e18': too large"},
		{fmt.Sprint(int64(MaxAmount)), 1, MaxAmount, ""},
		{fmt.Sprint(-int64(MaxAmount)), 1, -MaxAmount, ""},
		{fmt.Sprint(int64(MaxAmount) + 1), 1, 0, fmt.Sprintf("'%d': too large", int64(MaxAmount)+1)},
		{fmt.Sprint(-int64(MaxAmount) - 1), 1, 0, fmt.Sprintf("'%d': too large", -int64(MaxAmount)-1)},
		{fmt.Sprint(MaxAmount / 100), 100, MaxAmount / 100 * 100, ""},
		{fmt.Sprint(MaxAmount/100 + 1), 100, 0, fmt.Sprintf("'%d': too large", MaxAmount/100+1)},
		{fmt.Sprint(-MaxAmount/100 - 1), 100, 0, fmt.Sprintf("'%d': too large", -MaxAmount/100-1)},
	} {
		n, err := ParseAmount(tt.text, tt.scale)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if n != tt.want || got != tt.err {
			t.Errorf("%s of %d: %d, %q; want %d, %q", tt.text, tt.scale, n, got, tt.want, tt.err)
			continue
		}
		if err == nil {
			if again, err := ParseAmount(FormatAmount(n, tt.scale), tt.scale); err != nil || again != n {
				t.Errorf("%s is written %s", tt.text, FormatAmount(n, tt.scale))
			}
		}
	}
}

// A quoted piece of a file is short and stands out from the words around it.
func TestQuote(t *testing.T) {
	long := strings.Repeat("a", 40)
	for text, want := range map[string]string{
		"":              "''",
		"Ah":            "'Ah'",
		"it's":          `"it's"`,
		"a\tb":          `"a\tb"`,
		"\x1b[2J":       `"\x1b[2J"`,
		"äö":            "'äö'",
		long:            "'" + long + "'",
		long + "b":      "'" + long + "…'",
		long[1:] + "äö": "'" + long[1:] + "…'",
		long[2:] + "äö": "'" + long[2:] + "ä…'",
		long[3:] + "🂡🂡": "'" + long[3:] + "…'",
	} {
		if got := quote(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
		if got := quote([]byte(text)); got != want {
			t.Errorf("%q as bytes: %s", text, got)
		}
	}
}

// The place of an error on a line of any length, with characters of any size:
// the caret stands under the place, and no character is split.
func TestErrorOnLongLine(t *testing.T) {
	for _, unit := range []string{"a", "ä", "語", "🂡"} {
		for _, units := range []int{1, 59, 60, 61, 79, 80, 81, 119, 120, 121, 239, 240, 241, 300} {
			for shift := range 4 {
				before, after := strings.Repeat("x", shift)+strings.Repeat(unit, units), "!"+strings.Repeat(unit, units)
				src := source{name: "f", text: []byte("# first\n" + before + after + "\r\n# last\n"), line: 5}
				e := src.errorAt(len("# first\n")+len(before), codeAction, "here", "")
				caret := len(string([]rune(e.Source)[:int(e.Pos.Col)-1-e.Cut]))
				if int(e.Pos.Line) != 6 || int(e.Pos.Col) != utf8.RuneCountInString(before)+1 || !utf8.ValidString(e.Source) || !strings.HasPrefix(e.Source[caret:], "!") {
					t.Fatalf("%d times %s: %d:%d, caret %d in %q", units, unit, e.Pos.Line, e.Pos.Col, caret, e.Source)
				}
				if left, right := e.Source[:caret], e.Source[caret:]; len(left) < min(len(before), maxSource-3) || len(left) > maxSource || len(right) < min(len(after), maxSource-3) || len(right) > maxSource {
					t.Fatalf("%d times %s: %d bytes on the left and %d on the right", units, unit, len(left), len(right))
				}
				full := diag.Columns(before+after) <= 120 && !e.Part
				line, mark, _ := strings.Cut(e.Snippet(), "\n")
				at := strings.Index(line, "!")
				columns := diag.Columns(line[:at])
				if len(mark) != columns+1 || mark != strings.Repeat(" ", columns)+"^" || !full && columns-4 > 61 || columns-4 < min(units*diag.Columns(unit), 59) {
					t.Fatalf("%d times %s: the caret is wrong\n%s\n%s", units, unit, line, mark)
				}
				right := diag.Columns(strings.TrimSuffix(line[at:], "…"))
				if full {
					if line != "    "+before+after {
						t.Fatalf("%d times %s: a line of %d columns is cut: %s", units, unit, diag.Columns(before+after), line)
					}
					continue
				}
				room := 100 - diag.Columns(strings.Trim(line[:at], " …"))
				if right > room || right < min(room-1, 1+units*diag.Columns(unit)) || strings.HasSuffix(line, "…") != (1+units*diag.Columns(unit) > room) {
					t.Fatalf("%d times %s: %d columns on the right: %s", units, unit, right, line)
				}
			}
		}
	}
	none := source{name: "f"}
	if e := none.errorAt(3, codeAction, "here", ""); e.Error() != "f: here" || e.Snippet() != "" || e.Detail() != "f: here" {
		t.Errorf("an error of no file: %s", e.Detail())
	}
}

// The hints for invalid cards.
func TestCardHints(t *testing.T) {
	const general = "a card is a rank 23456789TJQKA and a suit cdhs, ?? if not known"
	for w, want := range map[string]string{
		"A":   "the suit is missing",
		"A h": "the suit is missing",
		"T":   "the suit is missing",
		"ah":  "did you mean Ah? ranks are upper case, suits lower",
		"AH":  "did you mean Ah? ranks are upper case, suits lower",
		"aHx": "did you mean Ah? ranks are upper case, suits lower",
		"h":   general,
		"x":   general,
		"Xh":  general,
		"AX":  general,
	} {
		if got := cardHint([]byte(w)); got != want {
			t.Errorf("%q: %s, want %s", w, got, want)
		}
	}
	for w, want := range map[string]string{"": "", "A": "A", "Ah": "Ah", "AhKd": "Ah", "äh": "äh", "ähx": "äh", "A h": "A", "A\th": "A", "äöü": "äö"} {
		if got := string(firstCard([]byte(w))); got != want {
			t.Errorf("the first card of %q is %q, want %q", w, got, want)
		}
	}
}

// The bring-in must be below the small bet if both are given and the game is
// PHH's.
func TestBringIn(t *testing.T) {
	const stud = "variant = '%s'\nante_trimming_status = true\nantes = [1, 1]\nbring_in = %s\nsmall_bet = 4\nbig_bet = 8\nstarting_stacks = [100, 100]\nactions = []\n"
	for _, tt := range []struct {
		variant, bringIn string
		ok               bool
	}{{"F7S", "3", true}, {"F7S", "3.99", true}, {"F7S", "4", false}, {"F7S", "5", false}, {"X-OTHER", "4", true}, {"X-OTHER", "9", true}} {
		_, err := Read("f.phh", fmt.Appendf(nil, stud, tt.variant, tt.bringIn), Options{})
		if (err == nil) != tt.ok {
			t.Errorf("%s with a bring-in of %s: %v", tt.variant, tt.bringIn, err)
		}
		var e *diag.Error
		if err != nil && (!errors.As(err, &e) || e.Code != codeRange || e.Pos.Line != 4 || e.Msg != fmt.Sprintf("a bring-in of %s is not below the small bet of 4", tt.bringIn)) {
			t.Errorf("%s with a bring-in of %s: %v", tt.variant, tt.bringIn, err)
		}
	}
}

// Reading a file of nothing but errors stops after a thousand, for hands and
// decks alike.
func TestManyErrors(t *testing.T) {
	var hands, decks bytes.Buffer
	for i := range maxErrors + 50 {
		fmt.Fprintf(&hands, "[%d]\nvariant = 'NT'\n", i+1)
		decks.WriteString("Xx\n")
	}
	var wrong diag.Errors
	if _, err := Read("f.phhs", hands.Bytes(), Options{}); !errors.As(err, &wrong) || len(wrong) != maxErrors {
		t.Errorf("%d errors of hands", len(wrong))
	}
	if _, err := ReadDecks("d.txt", decks.Bytes(), cards.Deck{}); !errors.As(err, &wrong) || len(wrong) != maxErrors {
		t.Errorf("%d errors of decks", len(wrong))
	}
}

// pulled returns some text and then fails.
type pulled struct{ r io.Reader }

var errBroken = errors.New("the cable was pulled")

func (b pulled) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err == io.EOF {
		err = errBroken
	}
	return n, err
}

// Wherever a stream of hands or decks breaks, the hands before are read, and
// the error says so.
func TestStreamBreaksAnywhere(t *testing.T) {
	text := string(session(3))
	for at := range len(text) + 1 {
		hands := 0
		var last *diag.Error
		for _, err := range newStream("s", pulled{strings.NewReader(text[:at])}, Options{}).Hands() {
			if err == nil {
				hands++
				continue
			}
			last = err
		}
		whole := strings.Count(text[:at], "\n[")
		if last == nil || last.Code != codeIO || !errors.Is(last, errBroken) || last.Msg != "cannot be read: the cable was pulled" || hands > whole+1 || hands < whole-1 {
			t.Fatalf("broken after %d bytes: %d hands, %v", at, hands, last)
		}
	}
}

// A deck line that is too long is one error, whatever its length, and the next
// deck is read.
func TestLongDeckLines(t *testing.T) {
	for _, n := range []int{maxDeckLine - 1, maxDeckLine, maxDeckLine + 1, 2*maxDeckLine - 1, 2 * maxDeckLine, 2*maxDeckLine + 1, 5*maxDeckLine + 7} {
		decks, err := ReadDecks("d.txt", []byte("2c\n"+strings.Repeat(" ", n)+"\nAh\n"), cards.Deck{})
		want := ""
		if n >= maxDeckLine {
			want = "d.txt:2:1: a line of more than 16384 bytes"
		}
		if got := fmt.Sprint(err); got != want && (want != "" || err != nil) {
			t.Errorf("%d blanks: %s", n, got)
		}
		if len(decks) != 2 || len(decks[1]) != 1 {
			t.Errorf("%d blanks: %d decks", n, len(decks))
		}
	}
	// Reading a file that is not text stops.
	text := strings.Repeat(" ", maxDeckLine-1) + "\x00" + strings.Repeat(" ", 9) + "\nAh\n"
	if decks, err := ReadDecks("d.txt", []byte(text), cards.Deck{}); len(decks) != 0 || err == nil {
		t.Errorf("%d decks, %v", len(decks), err)
	}
}
