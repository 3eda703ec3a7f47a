package main

import (
	"errors"
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
	"cardroom/dsl"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/table"
	"cardroom/engine/visible"
)

// The head of a saved game or session has what the flags would say. It may have been
// changed since it was written, by anybody: all of it is checked before anything is
// played by it.

// headFault is what cannot stand in the head, and the way of keys to it.
type headFault struct {
	way       []string
	msg, hint string
}

func (f *headFault) Error() string { return f.msg }

// Hint is the remedy.
func (f *headFault) Hint() string { return f.hint }

// headInputs are what the heads of games and sessions share.
type headInputs struct {
	game, stakes, stack, policy string
	set                         map[string]string
	seats                       int
	policies                    map[string]string
	options                     *sessionOptions
}

// longestInput is how many characters a text of a head has at most.
const longestInput = 4096

// mostInputs is how many entries a list of a head has at most.
const mostInputs = 100_000

var digestText = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

// fault is what cannot be, nil for nothing.
func (in *headInputs) fault() *headFault {
	o := in.options
	for _, text := range []struct{ key, value string }{
		{"game", in.game}, {"stakes", in.stakes}, {"stack", in.stack}, {"policy", in.policy}, {"kill", o.Kill}, {"collection", o.Collection}, {"crowd", o.Crowd},
	} {
		if f := textFault(text.value, text.key); f != nil {
			return f
		}
	}
	if in.game == "" {
		return &headFault{[]string{"game"}, "no game is named", ""}
	}
	for _, name := range slices.Sorted(maps.Keys(in.set)) {
		if f := textFault(name+in.set[name], "set", name); f != nil {
			return f
		}
	}
	if in.seats < 0 || in.seats == 1 || in.seats > table.MaxSeats {
		return &headFault{[]string{"seats"}, fmt.Sprintf("seats is from 2 to %d, not %d", table.MaxSeats, in.seats), ""}
	}
	if _, err := parseStack(in.stack); err != nil {
		return &headFault{[]string{"stack"}, inHead(err), ""}
	}
	if f := in.policyFault(); f != nil {
		return f
	}
	return o.fault()
}

// policyFault is what cannot be of the policies and their hashes.
func (in *headInputs) policyFault() *headFault {
	if _, _, err := library.SplitPolicies(in.policy); err != nil {
		return &headFault{[]string{"policy"}, inHead(err), ""}
	}
	names := library.PolicyNames(in.policy)
	for _, name := range slices.Sorted(maps.Keys(in.policies)) {
		switch {
		case !slices.Contains(names, name):
			return &headFault{[]string{"policies", name}, fmt.Sprintf("%q is none of the policies", name), ""}
		case !digestText.MatchString(in.policies[name]):
			return &headFault{[]string{"policies", name}, fmt.Sprintf("%q is not sha256: and 64 digits", in.policies[name]), ""}
		}
	}
	return nil
}

// textFault refuses a text that no flag could have had.
func textFault(text string, way ...string) *headFault {
	switch {
	case utf8.RuneCountInString(text) > longestInput:
		return &headFault{way, fmt.Sprintf("%s has more than %d characters", way[len(way)-1], longestInput), ""}
	case !visible.Text(text) || strings.Contains(text, "\n"):
		return &headFault{way, fmt.Sprintf("%s has characters that cannot be printed", way[len(way)-1]), ""}
	}
	return nil
}

// inHead is why a flag is refused, in a file: without the help on flags.
func inHead(err error) string {
	if u := diag.AsUsage(err); u != nil {
		return u.Msg
	}
	return err.Error()
}

// faultOf is an error that the inputs of a head have led to, nil if it has a place
// of its own.
func faultOf(err error) *headFault {
	if app.Positioned.MatchString(err.Error()) {
		return nil
	}
	f := &headFault{[]string{"game"}, err.Error(), ""}
	if h := app.Hinted(nil); errors.As(err, &h) {
		f.hint = h.Hint()
	}
	if u := diag.AsUsage(err); u != nil {
		f.msg, f.hint = u.Msg, u.Hint
	}
	if flag, ok := strings.CutPrefix(f.msg, "--"); ok {
		f.way[0], _, _ = strings.Cut(strings.ReplaceAll(flag, ":", " "), " ")
	}
	return f
}

// fault is what cannot be of the options that sessions and games share.
func (s *sessionOptions) fault() *headFault {
	if err := s.check(); err != nil {
		text := inHead(err)
		key, _, _ := strings.Cut(strings.TrimPrefix(text, "--"), " ")
		return &headFault{[]string{key}, text, ""}
	}
	if len(s.Events) > mostInputs {
		return &headFault{[]string{"events"}, fmt.Sprintf("%d events, at most %d are possible", len(s.Events), mostInputs), ""}
	}
	last := int64(0)
	for i, line := range s.Events {
		e, err := parseEventLine(line, plan.Cents)
		if err == nil && e.After < last {
			err = fmt.Errorf("%s come before the %d of the event before", figures.Counted(e.After, "hand"), last)
		}
		if err != nil {
			return &headFault{[]string{"events", strconv.Itoa(i)}, err.Error(), ""}
		}
		last = e.After
	}
	return nil
}

// fault is what cannot be of a session's head.
func (h *sessionHead) fault() *headFault {
	in := headInputs{h.Game, h.Stakes, h.Stack, h.Policy, h.Set, h.Seats, h.Policies, &h.sessionOptions}
	switch {
	case h.Hands < 0 || h.Hands > table.MaxHands:
		return &headFault{[]string{"hands"}, fmt.Sprintf("hands is from 0 to %d, not %d", int64(table.MaxHands), h.Hands), ""}
	case !(h.Mishaps >= 0 && h.Mishaps <= 1):
		return &headFault{[]string{"mishaps"}, fmt.Sprintf("mishaps is from 0 to 1, not %v", h.Mishaps), ""}
	}
	return in.fault()
}

// fault is what cannot be of the head of a saved game. That seats exist is known when
// the table is.
func (h *playHead) fault() *headFault {
	in := headInputs{h.Game, h.Stakes, h.Stack, h.Policy, h.Set, h.Seats, h.Policies, &h.sessionOptions}
	if h.You < 0 || h.You > table.MaxSeats || h.HotSeat != (h.You == 0) {
		return &headFault{[]string{"you"}, fmt.Sprintf("you is a seat from 1, not %d; 0 with hot_seat", h.You), ""}
	}
	names := map[string]int{}
	for _, seat := range slices.Sorted(maps.Keys(h.Names)) {
		name, way := h.Names[seat], []string{"names", strconv.Itoa(seat)}
		folded := strings.ToLower(name)
		switch fault := badName(name); {
		case fault != "":
			return &headFault{way, fmt.Sprintf("%q: %s", name, fault), ""}
		case seat < 1 || seat > table.MaxSeats:
			return &headFault{way, fmt.Sprintf("seat %d", seat), ""}
		case names[folded] != 0:
			return &headFault{way, fmt.Sprintf("seat %d is %s too", names[folded], name), ""}
		}
		names[folded] = seat
	}
	return in.fault()
}

// digests are the hashes of the scripts among the policies of a text, by the names
// that it has for them.
func digests(lib *dsl.Library, text string) (map[string]string, error) {
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

// otherScript is the first of the policies that is another script than it was, or of
// which it is not known what it was.
func otherScript(was, is map[string]string) *headFault {
	for _, name := range slices.Sorted(maps.Keys(is)) {
		hint := fmt.Sprintf("--policy %s says that it is meant", name)
		switch was[name] {
		case is[name]:
		case "":
			return &headFault{[]string{"policy"}, fmt.Sprintf("%s: the file does not say which script of that name it was played with", name), hint}
		default:
			return &headFault{[]string{"policies", name}, fmt.Sprintf("%s is another script than it was played with", name), hint}
		}
	}
	return nil
}
