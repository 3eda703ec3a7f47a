package session

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/dsl"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/table"
	"cardroom/engine/visible"
)

// The head of a saved game or session contains what the flags would say. Anyone may
// have edited it since it was written, so all of it is checked before anything is
// played. A fault is an error with the JSON path to it, [diag.Error.Way].

// HeadInputs are the inputs that the heads of games and sessions share.
type HeadInputs struct {
	Game, Stakes, Stack, Policy string
	Set                         map[string]string
	Seats                       int
	Policies                    map[string]string
	Options                     *Options
}

// longestInput is the maximum length of a text in a head, in characters.
const longestInput = 4096

// mostInputs is the maximum number of entries of a list in a head.
const mostInputs = 100_000

var digestText = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

// Fault returns the first invalid input, or nil.
func (in *HeadInputs) Fault() *diag.Error {
	o := in.Options
	for _, text := range []struct{ key, value string }{
		{"game", in.Game}, {"stakes", in.Stakes}, {"stack", in.Stack}, {"policy", in.Policy}, {"kill", o.Kill}, {"collection", o.Collection}, {"crowd", o.Crowd},
	} {
		if f := textFault(text.value, text.key); f != nil {
			return f
		}
	}
	if in.Game == "" {
		return &diag.Error{Way: []string{"game"}, Msg: "no game is named"}
	}
	for _, name := range slices.Sorted(maps.Keys(in.Set)) {
		if f := textFault(name+in.Set[name], "set", name); f != nil {
			return f
		}
	}
	if in.Seats < 0 || in.Seats == 1 || in.Seats > table.MaxSeats {
		return &diag.Error{Way: []string{"seats"}, Msg: fmt.Sprintf("seats must be 2 to %d, not %d", table.MaxSeats, in.Seats)}
	}
	if _, err := simulate.ParseStack(in.Stack); err != nil {
		return &diag.Error{Way: []string{"stack"}, Msg: inHead(err)}
	}
	if f := in.policyFault(); f != nil {
		return f
	}
	return o.fault()
}

// policyFault returns the first fault of the policies and their hashes, or nil.
func (in *HeadInputs) policyFault() *diag.Error {
	if _, _, err := library.SplitPolicies(in.Policy); err != nil {
		return &diag.Error{Way: []string{"policy"}, Msg: inHead(err)}
	}
	names := library.PolicyNames(in.Policy)
	for _, name := range slices.Sorted(maps.Keys(in.Policies)) {
		switch {
		case !slices.Contains(names, name):
			return &diag.Error{Way: []string{"policies", name}, Msg: fmt.Sprintf("%q is not one of the policies", name)}
		case !digestText.MatchString(in.Policies[name]):
			return &diag.Error{Way: []string{"policies", name}, Msg: fmt.Sprintf("%q is not sha256: followed by 64 hexadecimal digits", in.Policies[name])}
		}
	}
	return nil
}

// textFault rejects a text that no flag could have had.
func textFault(text string, way ...string) *diag.Error {
	switch {
	case utf8.RuneCountInString(text) > longestInput:
		return &diag.Error{Way: way, Msg: fmt.Sprintf("%s has more than %d characters", way[len(way)-1], longestInput)}
	case !visible.Text(text) || strings.Contains(text, "\n"):
		return &diag.Error{Way: way, Msg: fmt.Sprintf("%s has characters that cannot be printed", way[len(way)-1])}
	}
	return nil
}

// inHead returns the message of a rejected input, for a file: without the help on
// flags.
func inHead(err error) string {
	if u := diag.AsUsage(err); u != nil {
		return u.Msg
	}
	return err.Error()
}

// FaultOf turns an error caused by the inputs of a head into a fault; it returns nil
// if the error already has a position.
func FaultOf(err error) *diag.Error {
	if app.Positioned.MatchString(err.Error()) {
		return nil
	}
	f := &diag.Error{Way: []string{"game"}, Msg: inHead(err), Hint: app.HintOf(err)}
	if flag, ok := strings.CutPrefix(f.Msg, "--"); ok {
		f.Way[0], _, _ = strings.Cut(strings.ReplaceAll(flag, ":", " "), " ")
	}
	return f
}

// fault returns the first fault of the options that sessions and games share, or nil.
func (s *Options) fault() *diag.Error {
	if err := s.Check(); err != nil {
		text := inHead(err)
		key, _, _ := strings.Cut(strings.TrimPrefix(text, "--"), " ")
		return &diag.Error{Way: []string{key}, Msg: text}
	}
	if len(s.Events) > mostInputs {
		return &diag.Error{Way: []string{"events"}, Msg: fmt.Sprintf("%d events: the limit is %d", len(s.Events), mostInputs)}
	}
	last := int64(0)
	for i, line := range s.Events {
		e, err := ParseEventLine(line, plan.Cents)
		if err == nil && e.After < last {
			err = fmt.Errorf("events must be in order: this one comes after %s, the one before it after %d", figures.Counted(e.After, "hand"), last)
		}
		if err != nil {
			return &diag.Error{Way: []string{"events", strconv.Itoa(i)}, Msg: err.Error()}
		}
		last = e.After
	}
	return nil
}

// fault returns the first fault of a session's head, or nil.
func (h *Head) fault() *diag.Error {
	in := HeadInputs{h.Game, h.Stakes, h.Stack, h.Policy, h.Set, h.Seats, h.Policies, &h.Options}
	switch {
	case h.Hands < 0 || h.Hands > table.MaxHands:
		return &diag.Error{Way: []string{"hands"}, Msg: fmt.Sprintf("hands must be 0 to %d, not %d", int64(table.MaxHands), h.Hands)}
	case !(h.Mishaps >= 0 && h.Mishaps <= 1):
		return &diag.Error{Way: []string{"mishaps"}, Msg: fmt.Sprintf("--mishaps: want 0 to 1, not %v", h.Mishaps)}
	}
	return in.Fault()
}

// Digests returns the hashes of the scripts among the policies of a text, by the names
// used in the text.
func Digests(lib *dsl.Library, text string) (map[string]string, error) {
	var out map[string]string
	for _, name := range library.PolicyNames(text) {
		if !strings.HasSuffix(library.FileOf(name), ".star") {
			continue
		}
		ref, err := library.Ref(name)
		if err != nil {
			return nil, err
		}
		digest, err := lib.Digest(ref)
		if err != nil {
			return nil, library.AsTyped(err, name, ref)
		}
		if out == nil {
			out = map[string]string{}
		}
		out[name] = digest
	}
	return out, nil
}

// OtherScript returns an error for the first policy whose script has changed, or whose
// earlier version is unknown.
func OtherScript(was, is map[string]string) *diag.Error {
	for _, name := range slices.Sorted(maps.Keys(is)) {
		hint := fmt.Sprintf("--policy %s says that it is meant", name)
		switch was[name] {
		case is[name]:
		case "":
			return &diag.Error{Way: []string{"policy"}, Msg: fmt.Sprintf("%s: the file does not record which version of the script it was played with", name), Hint: hint}
		default:
			return &diag.Error{Way: []string{"policies", name}, Msg: fmt.Sprintf("%s has changed since the game was saved", name), Hint: hint}
		}
	}
	return nil
}
