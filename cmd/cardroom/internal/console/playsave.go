package console

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/live"
	"cardroom/engine/diag"
	"cardroom/engine/files"
	"cardroom/engine/history"
	"cardroom/engine/markup"
	"cardroom/engine/plan"
	engine "cardroom/engine/replay"
	"cardroom/engine/table"
)

// A saved game is text: the head, which decides the game, and for each hand the table
// before it and the players' actions as typed. The last hand is the current one; undo
// returns to the others. "deal" is missing if the game was saved between two hands.
//
//	cardroom.play/1
//	{"game":"angies/holdem", …}
//	table {"schema":"cardroom.table/1", …}
//	deal
//	act call
//	act raise to 4
//	table {"schema":"cardroom.table/1", …}

// PlaySchema is the first line of a saved game.
const PlaySchema = "cardroom.play/1"

// SavedGame is a saved game as read from a file.
type SavedGame struct {
	Head  Head
	Hands []pastHand // the last is the current one
	Dealt bool       // the current hand has been dealt
	name  string

	headLine string
	anew     bool // the command line gives a new policy
}

// inHead locates an error of the head in the file.
func (s *SavedGame) inHead(f *diag.Error) error {
	return app.InLine(files.Located(s.headLine, f), s.name, 2, s.headLine)
}

// Limits on the commands of one hand and the length of each in bytes, far beyond what
// anyone types.
const (
	mostSaid    = 100_000
	longestSaid = 1000
)

// wholeGame is the state of a game after its last action, for a saved game.
type wholeGame struct {
	past          []pastHand
	before, table table.Table
	said          []string
	dealt         bool // a hand is in progress
}

// lastWhole is the game after its last complete action, for whatever ends the process
// during the next one. It needs a lock because that runs in another goroutine.
type lastWhole struct {
	mu   sync.Mutex
	game *wholeGame // nil before the first action
}

// whole returns the current state of the game.
func (g *played) whole() *wholeGame {
	w := &wholeGame{past: slices.Clone(g.past), before: g.before, table: g.table, dealt: g.hand != nil}
	if w.dealt {
		w.said = slices.Clone(g.hand.Said())
	}
	return w
}

// mark records the current state, to be rescued if the next script hangs.
func (g *played) mark() {
	w := g.whole()
	g.last.mu.Lock()
	defer g.last.mu.Unlock()
	g.last.game = w
}

// rescued saves the state that was marked last. It reads nothing else that changes
// during a game.
func (g *played) rescued() error {
	g.last.mu.Lock()
	defer g.last.mu.Unlock()
	names := g.keptIn(true)
	if g.last.game == nil || len(names) == 0 {
		return nil
	}
	if err := g.write(g.last.game, names); err != nil {
		return err
	}
	g.std.Note("to continue: cardroom play --resume %s", names[0])
	return nil
}

func (w *wholeGame) saved(h *Head) ([]byte, error) {
	head, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n%s\n", PlaySchema, head)
	hands := w.past
	if w.dealt {
		hands = append(slices.Clip(hands), pastHand{Table: w.before.Save(), Said: w.said})
	}
	for _, h := range hands {
		fmt.Fprintf(&b, "table %s\ndeal\n", h.Table)
		for _, words := range h.Said {
			fmt.Fprintf(&b, "act %s\n", words)
		}
	}
	if !w.dealt {
		fmt.Fprintf(&b, "table %s\n", w.table.Save())
	}
	return b.Bytes(), nil
}

func ReadGame(std *app.IO, name string) (*SavedGame, error) {
	data, err := std.ReadText(name)
	if err != nil {
		return nil, err
	}
	s := &SavedGame{name: name}
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if err := s.line(i, line); err != nil {
			return nil, app.InLine(err, name, i+1, line)
		}
	}
	if len(s.Hands) == 0 {
		return nil, fmt.Errorf("%s:1:1: the saved game has no table: the file is incomplete", name)
	}
	if f := s.Head.fault(); f != nil {
		return nil, s.inHead(f)
	}
	return s, nil
}

// check checks the tables of all hands against the configuration, so that errors show
// now and not during undo.
func (s *SavedGame) check(cfg *table.Config) error {
	for i := range s.Hands {
		p := &s.Hands[i]
		fault := func(key, format string, args ...any) error {
			return p.inTable(files.Located(p.Table, &diag.Error{Way: []string{key}, Msg: fmt.Sprintf(format, args...)}))
		}
		t, err := cfg.Restore(p.Table)
		switch {
		case err != nil:
			return p.inTable(err)
		case t.Playing():
			return fault("playing", "a hand is in progress before this one is dealt")
		case t.Seed() != uint64(s.Head.Seed):
			return fault("seed", "the table has seed %d, but the game %d", t.Seed(), s.Head.Seed)
		}
		if i == 0 {
			continue
		}
		before, err := cfg.Restore(s.Hands[i-1].Table)
		switch {
		case err != nil:
			return err // it was restored before
		case t.Hands() != before.Hands()+1:
			return fault("hands", "%d hands were played before the hand above, and %d before this one", before.Hands(), t.Hands())
		case t.Now() < before.Now():
			return fault("now", "the clock is earlier than before the hand above")
		case t.Bought() < before.Bought():
			return fault("bought", "fewer chips have been bought than before the hand above")
		case t.Cashed() < before.Cashed():
			return fault("cashed", "fewer chips have been cashed than before the hand above")
		}
	}
	return nil
}

func (s *SavedGame) line(i int, line string) error {
	switch word, rest, _ := strings.Cut(line, " "); {
	case i == 0 && strings.HasPrefix(line, "cardroom.session/"):
		return errors.New("this is a session of run: continue it with 'cardroom run --resume FILE'")
	case i == 0 && line != PlaySchema:
		return fmt.Errorf("got %q, but this program reads %q", app.Beginning(line), PlaySchema)
	case i == 0:
		return nil
	case i == 1:
		s.headLine = line
		return files.Unmarshal([]byte(line), &s.Head)
	case word == "table" && len(s.Hands) > mostPast:
		return fmt.Errorf("%q: a saved game has at most %d hands", word, mostPast+1)
	case word == "table" && (s.Dealt || len(s.Hands) == 0):
		s.Hands, s.Dealt = append(s.Hands, pastHand{Table: rest, file: s.name, line: i + 1 - beforeSaid}), false
	case line == "deal" && !s.Dealt && len(s.Hands) > 0:
		s.Dealt = true
	case word == "act" && s.Dealt:
		last := &s.Hands[len(s.Hands)-1]
		last.Said = append(last.Said, rest)
		switch {
		case rest == "" || len(rest) > longestSaid || !markup.Plain(rest):
			return fmt.Errorf("%q is not something a player can say", app.Beginning(rest))
		case len(last.Said) > mostSaid:
			return fmt.Errorf("more than %d lines in one hand", mostSaid)
		}
	default:
		return fmt.Errorf("%q does not belong here", app.Beginning(line))
	}
	return nil
}

// keep saves the game if it has changed. When the player leaves, it also adds a
// finished hand to the transcript, and saves a game without --save in the user's state
// folder.
func (g *played) keep(ctx context.Context, err error) error {
	leaving := g.left || err != nil || ctx.Err() != nil
	if !leaving && !g.dirty || g.kept {
		return nil
	}
	g.kept = leaving
	if leaving && g.hand != nil && g.hand.Pending() == nil {
		if err := g.finish(); err != nil {
			return err
		}
	}
	if leaving && g.out.stale {
		if err := g.out.write(); err != nil {
			return err
		}
	}
	names := g.keptIn(leaving)
	if len(names) == 0 {
		return nil
	}
	if err := g.write(g.whole(), names); err != nil {
		return err
	}
	g.dirty = false
	if leaving {
		g.std.Note("to continue: cardroom play --resume %s", names[0])
	}
	return nil
}

// keptGame is the file of a game at a terminal that is saved nowhere else.
const keptGame = "play.session"

// LastGame stands for the game that the player left last, where a file is named.
const LastGame = ":last"

// Kept returns the file of the game that the player left last.
func Kept(std *app.IO) (string, error) {
	name := std.StateFile(keptGame)
	if name != "" {
		if _, err := std.FS.Stat(name); err == nil {
			return name, nil
		}
	}
	return "", app.UsageHint("no game is kept", "a game that you leave at a terminal is kept; name the file of another, --resume FILE.session")
}

// Offer asks at a terminal what to play when the command line names no game: the game that was kept, or another. It returns the name of
// the game or of the file; neither if the user leaves.
func Offer(ctx context.Context, std *app.IO) (game, resume string, err error) {
	const first = "mixed/nt"
	enter := "plays " + first
	if name := std.StateFile(keptGame); name != "" {
		if saved, bad := ReadGame(std, name); bad == nil {
			resume, enter = name, fmt.Sprintf("goes on with %s, hand %d", saved.Head.Game, len(saved.Hands))
		}
	}
	std.Note("no game is named: Enter %s; or type another, such as %s; 'cardroom games' lists them", enter, "angies/stud7")
	in, err := std.Lines(ctx, func(string) []string { return nil })
	if err != nil {
		return "", "", err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	line, err := in.Line("game> ")
	switch line = strings.TrimSpace(line); {
	case errors.Is(err, io.EOF) || errors.Is(err, term.ErrInterrupt):
		return "", "", nil
	case err != nil || line == "" && resume != "":
		return "", resume, err
	}
	return cmp.Or(line, first), "", nil
}

// keptIn returns the files to save the game in: the .session files of --save, or else the file of --resume. A game at a terminal without --save
// has a default file when the player leaves.
func (g *played) keptIn(leaving bool) []string {
	var names []string
	for _, name := range g.opts.Save {
		if strings.HasSuffix(name, ".session") {
			names = append(names, name)
		}
	}
	if len(names) == 0 && g.opts.Resume != "" && g.opts.Resume != "-" {
		names = append(names, g.opts.Resume)
	}
	if leaving && len(names) == 0 && g.std.Stdin.Terminal {
		if name := g.std.StateFile(keptGame); name != "" && g.std.MkdirAll(filepath.Dir(name)) == nil {
			names = []string{name}
		}
	}
	return names
}

func (g *played) write(w *wholeGame, names []string) error {
	text, err := w.saved(&g.opts.Head)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := g.std.WriteFile(name, text); err != nil {
			return err
		}
	}
	return nil
}

// transcript writes the records of finished hands to files; without files it does
// nothing.
type transcript struct {
	std   *app.IO
	names []string
	text  []byte
	stale bool // the last write failed, so the files differ from text
}

// newTranscript starts the .phhs files among names. A resumed game continues its
// existing files.
func newTranscript(std *app.IO, names []string, on bool) (*transcript, error) {
	t := &transcript{std: std}
	for _, name := range names {
		if !strings.HasSuffix(name, ".phhs") {
			continue
		}
		t.names = append(t.names, name)
		if !on || len(t.text) > 0 {
			continue
		}
		f, err := std.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		t.text, err = io.ReadAll(f)
		_ = f.Close()
		if err != nil {
			return nil, app.PlainPathError(err)
		}
	}
	return t, nil
}

// add adds a finished hand and writes the files.
func (t *transcript) add(tab *table.Table, d *table.Deal, h *live.Hand, called func(table.Player) string) error {
	if len(t.names) == 0 {
		return nil
	}
	rec, err := engine.Record(h.Setup(), h.State(), h.Whole(), h.Deck())
	if err != nil {
		t.std.Warn("hand %d is not recorded: %v", h.Setup().Number, err)
		return nil
	}
	runs.NameSeats(rec, tab, d, called)
	text := history.AppendTable(nil, strconv.FormatUint(h.Setup().Number, 10), rec)
	if err := comesOut(text, h.State().Plan().Game); err != nil {
		t.std.Warn("hand %d is not recorded, for its record would not replay: %v", h.Setup().Number, err)
		return nil
	}
	if len(t.text) > 0 {
		t.text = append(t.text, '\n')
	}
	t.text = append(t.text, text...)
	return t.write()
}

// recordHead matches the first line of a hand's record.
var recordHead = regexp.MustCompile(`(?m)^\[([0-9]+)\]$`)

// drop removes the record of a hand if it is the last one.
func (t *transcript) drop(number uint64) error {
	heads := recordHead.FindAllSubmatchIndex(t.text, -1)
	if len(heads) == 0 {
		return nil
	}
	last := heads[len(heads)-1]
	if string(t.text[last[2]:last[3]]) != strconv.FormatUint(number, 10) {
		return nil // the hand was not recorded
	}
	t.text = bytes.TrimSuffix(t.text[:last[0]], []byte("\n"))
	return t.write()
}

// write writes the text to all files.
func (t *transcript) write() error {
	t.stale = true
	for _, name := range t.names {
		if err := t.std.WriteFile(name, t.text); err != nil {
			return err
		}
	}
	t.stale = false
	return nil
}

// comesOut returns why the record of a hand does not replay, or nil if it does.
func comesOut(text []byte, game *plan.Game) error {
	var rec history.Hand
	if err := history.NewReader("record", text, history.Options{}).Next(&rec); err != nil {
		return err
	}
	find := func(string, map[string]string) (*plan.Game, error) { return game, nil }
	row := engine.NewPlayer(find, nil).Play(&rec)
	if row.Err == nil && !row.OK {
		return errors.New("it ends differently")
	}
	return row.Err
}
