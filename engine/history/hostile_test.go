package history

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"cardroom/engine/diag"
	"cardroom/engine/testkit"
)

// endless repeats its bytes forever.
type endless struct {
	s string
	i int
}

func (e *endless) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		k := copy(p[n:], e.s[e.i:])
		n += k
		e.i = (e.i + k) % len(e.s)
	}
	return n, nil
}

// TestHostile reads texts designed to cost time or memory. Each must finish
// quickly, however long the text.
func TestHostile(t *testing.T) {
	n := 1 << 20
	tests := map[string]struct {
		text string
		want string
	}{
		"zeros":               {strings.Repeat("\x00", n), codeBinary},
		"zeros after a hand":  {"[1]\n" + strings.Repeat("\x00", n), codeBinary},
		"UTF-16":              {"\xff\xfev\x00", codeBinary},
		"gzip":                {"\x1f\x8b\x08\x00", codeBinary},
		"latin-1":             {"variant = 'NT'\ncity = 'K\xf6ln'\n", codeEncoding},
		"one long line":       {strings.Repeat("x", 3*n), codeTooLarge},
		"deep arrays":         {"_x = " + strings.Repeat("[", n-100), codeTOML},
		"deep closed arrays":  {"_x = " + strings.Repeat("[", 9999) + strings.Repeat("]", 9999) + "\n", codeEmpty},
		"deep tables":         {"_x = " + strings.Repeat("{a=", n/4), codeTOML},
		"open texts":          {strings.Repeat("[1]\nx = '''\n", n/12), codeMissing},
		"open arrays":         {strings.Repeat("[1]\nx = [\n", n/12), codeCutOff},
		"open array of heads": {"[1]\nx = [\n" + strings.Repeat("[1],\n", n/6), codeCutOff},
		"headers":             {strings.Repeat("[1]\n", n/4), codeMissing},
		"keys":                {"[1]\n" + strings.Repeat("a=1\n", n/5), CodeTwice},
		"commas":              {"actions = ['d db " + strings.Repeat(",", n-100) + "']\n", codeCard},
		"digits":              {"antes = [" + strings.Repeat("1", n-100) + "]\n", codeNumber},
		"stacks":              {"variant = 'NT'\nantes = []\nblinds_or_straddles = []\nmin_bet = 1\nactions = []\nstarting_stacks = [" + strings.Repeat("1,", n/2-100) + "]\n", CodePlayers},
		"underscores":         {"antes = [" + strings.Repeat("1_", n/2-100) + "]\n", codeTOML},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			start := testkit.ProcessorTime()
			hands, err := Read("f.phh", []byte(test.text), Options{Lenient: true})
			var wrong diag.Errors
			var first *diag.Error
			if !errors.As(err, &wrong) || !errors.As(err, &first) || first != wrong[0] {
				t.Fatalf("%d hands, %v", len(hands), err)
			}
			if len(hands) > 0 || len(wrong) == 0 || wrong[0].Code != test.want {
				t.Fatalf("%d hands, first error %.300v, want %s", len(hands), err, test.want)
			}
			if d := testkit.ProcessorTime() - start; d > 10*time.Second {
				t.Errorf("took %v", d)
			}
			if d := wrong[0].Detail(); len(d) > 2000 {
				t.Errorf("an error of %d bytes", len(d))
			}
		})
	}
}

// TestEndless: reading stops on a stream that never ends and has no hands.
func TestEndless(t *testing.T) {
	r := newStream("-", &endless{s: "yes\n"}, Options{})
	var h Hand
	errs := 0
	for err := r.Next(&h); err != io.EOF; err = r.Next(&h) {
		errs++
	}
	if errs != 1 {
		t.Errorf("%d errors, want 1", errs)
	}
}

// broken fails after some text.
type broken struct{ r io.Reader }

func (b broken) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err == io.EOF {
		err = io.ErrClosedPipe
	}
	return n, err
}

// TestBrokenStream: complete hands are read, then the error is returned once.
func TestBrokenStream(t *testing.T) {
	text := session(3)
	r := newStream("-", broken{bytes.NewReader(text[:len(text)-40])}, Options{})
	var got []string
	for h, err := range r.Hands() {
		if err != nil {
			got = append(got, err.Error())
			if !errors.Is(err, io.ErrClosedPipe) {
				t.Errorf("the cause of %v is lost", err)
			}
			continue
		}
		got = append(got, h.Table())
	}
	if want := "1 2 -:35:23: cannot be read: io: read/write on closed pipe"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", strings.Join(got, " "), want)
	}
}

// TestActionAppend: a single action is written as in a file.
func TestActionAppend(t *testing.T) {
	h := one(t, everything)
	a := &h.Actions[12]
	if got := string(a.Append(nil, h.Scale)); got != "p1 post 2.5 dead" || a.Verb.String() != "post" {
		t.Errorf("%s: %s", a.Verb, got)
	}
	if got := h.Position(h.Pos(FieldBringIn)).String(); got != "f.phh:5:12" {
		t.Error(got)
	}
}
