package replays

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/engine/files"
	"cardroom/engine/history"
)

// Parts of a summary. A shard is a range of the files. Its part has the counts, and the identities of the hands, so that a hand in the files
// of two shards is counted once.

// PartKind is the kind of the parts of a replay.
const PartKind = "replay"

// inputs is everything that decides the result, except the number of files.
type inputs struct {
	Files    string `json:"files"`  // hash of the names (without folders) and contents of all files, in order
	Houses   string `json:"houses"` // hash of the scripts of the houses and the library
	Lenient  bool   `json:"lenient"`
	Strict   bool   `json:"strict"`
	MaxSteps uint64 `json:"max_steps"`
}

// partSums is the result of some files, as stored in a part: hands counts the copies too, the other counts do not.
type partSums struct {
	Hands      int64            `json:"hands"`
	OK         int64            `json:"ok"`
	Mismatched int64            `json:"mismatched"`
	Unreadable int64            `json:"unreadable"`
	NoGame     int64            `json:"no_game"`
	Inferred   int64            `json:"with_inferred"`
	Strict     int64            `json:"strict"`
	Missing    map[string]int64 `json:"missing"` // hands by variant, for variants without a game
	Twice      int64            `json:"twice"`
	Groups     []partGroup      `json:"groups"`
	// Seen is the hands that have an identity, see seenSize.
	Seen string `json:"seen"`
	// Scripts maps the user's scripts that hands name to hashes of their contents.
	Scripts map[string]string `json:"scripts"`
}

type partGroup struct {
	Site     string  `json:"site"`
	Game     string  `json:"game"`
	Limit    string  `json:"limit"`
	Reason   string  `json:"reason"`
	Hands    int64   `json:"hands"`
	Inferred int64   `json:"with_inferred"`
	Verdict  verdict `json:"verdict"`
}

// result is the result of replaying some files.
type result struct {
	sums
	scripts map[string]string
}

func newResult(std *app.IO, opts Options) *result {
	return &result{sums: *newSums(std, opts), scripts: map[string]string{}}
}

// add adds the result of other files.
func (r *result) add(o *result) error {
	for name, digest := range o.scripts {
		if was, ok := r.scripts[name]; ok && was != digest {
			return fmt.Errorf("the script %s is another than in other parts", name)
		}
		r.scripts[name] = digest
	}
	r.merge(&o.sums)
	return nil
}

// sorted returns the groups in print order.
func (s *sums) sorted() []*group {
	return slices.SortedFunc(maps.Values(s.groups), func(a, b *group) int {
		return cmp.Or(cmp.Compare(a.Site, b.Site), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Limit, b.Limit), cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.Verdict, b.Verdict))
	})
}

// seenSize is the length in bytes of a hand in Seen: its identity, its file, and its group, whose lowest bit means that
// something was inferred.
const seenSize = 8 + 4 + 4

func (r *result) marshal() (json.RawMessage, error) {
	t := r.tally()
	s := partSums{
		Hands: t.Hands + t.Twice, OK: t.OK, Mismatched: t.Mismatched, Unreadable: t.Unreadable, NoGame: t.NoGame, Inferred: t.Inferred, Strict: t.Strict,
		Missing: t.missing, Twice: r.twice, Groups: []partGroup{}, Scripts: r.scripts,
	}
	if s.Missing == nil {
		s.Missing = map[string]int64{}
	}
	place := map[*group]uint32{}
	for i, g := range r.sorted() {
		place[g] = uint32(i)
		s.Groups = append(s.Groups, partGroup{g.Site, g.Game, g.Limit, g.Reason, g.Hands, g.Inferred, g.Verdict})
	}
	seen := make([]byte, 0, seenSize*len(r.seen))
	for _, id := range slices.Sorted(maps.Keys(r.seen)) {
		c := r.seen[id]
		seen = binary.BigEndian.AppendUint64(seen, id)
		seen = binary.BigEndian.AppendUint32(seen, uint32(c.file))
		at := place[c.group] << 1
		if c.inferred {
			at |= 1
		}
		seen = binary.BigEndian.AppendUint32(seen, at)
	}
	s.Seen = base64.StdEncoding.EncodeToString(seen)
	return json.Marshal(s)
}

// readResult reads the result of some files. Every hand's file number must be less than most.
func readResult(text json.RawMessage, most int64) (*result, error) {
	var s partSums
	if err := files.ReadSums(text, &s); err != nil {
		return nil, err
	}
	r := newResult(nil, Options{Summary: true})
	r.twice, r.scripts = s.Twice, s.Scripts
	var list []*group
	for _, p := range s.Groups {
		key := group{Site: p.Site, Game: p.Game, Limit: p.Limit, Reason: p.Reason, Verdict: p.Verdict}
		if p.Hands < 1 || p.Inferred < 0 || p.Inferred > p.Hands || r.groups[key] != nil {
			return nil, fmt.Errorf("the group %s, %s, %s has %d hands, %d of them with something inferred", p.Site, p.Game, p.Limit, p.Hands, p.Inferred)
		}
		g := r.group(key)
		g.Hands, g.Inferred = p.Hands, p.Inferred
		list = append(list, g)
	}
	if !slices.Equal(list, r.sorted()) {
		return nil, errors.New("the groups are not in order")
	}
	t := r.tally()
	if s.Twice < 0 || t.Hands+s.Twice != s.Hands || !slices.Equal([]int64{t.OK, t.Mismatched, t.Unreadable, t.NoGame, t.Strict, t.Inferred}, []int64{s.OK, s.Mismatched, s.Unreadable, s.NoGame, s.Strict, s.Inferred}) || !maps.Equal(t.missing, s.Missing) {
		return nil, fmt.Errorf("the counts do not add up to %d hands", s.Hands)
	}
	return r, r.readSeen(s.Seen, list, most)
}

// readSeen reads the identities of the hands.
func (r *result) readSeen(text string, groups []*group, most int64) error {
	seen, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(seen)%seenSize != 0 {
		return errors.New("seen cannot be read")
	}
	left := map[*group][2]int64{}
	for _, g := range groups {
		left[g] = [2]int64{g.Hands, g.Inferred}
	}
	last := uint64(0)
	for ; len(seen) > 0; seen = seen[seenSize:] {
		id, file, at := binary.BigEndian.Uint64(seen), int64(binary.BigEndian.Uint32(seen[8:])), binary.BigEndian.Uint32(seen[12:])
		if id <= last || file >= most || int(at>>1) >= len(groups) {
			return errors.New("seen has a hand that cannot be there")
		}
		g := groups[at>>1]
		n := left[g]
		n[0]--
		n[1] -= int64(at & 1)
		if left[g] = n; g.Verdict == verdictNoGame || n[0] < 0 || n[1] < 0 {
			return errors.New("seen has more hands than the groups")
		}
		r.seen[id], last = counted{g, file, at&1 != 0}, id
	}
	return nil
}

// kept is the part of the shard in progress, or nil.
type kept struct {
	*result // of the files before the current one
	before  *result
	std     *app.IO
	keeper  *runs.Checkpoint
	from    int64 // first file, from 1
	now     int64 // current file, from 1
}

// keepPart loads what the folder already has of the shard, and sets opts.files to the files that remain.
func keepPart(std *app.IO, opts *Options) (*kept, error) {
	var all []walked
	for name, err := range history.Walk(std.FS, opts.Paths, history.Endings...) {
		all = append(all, walked{name, err})
	}
	in := inputs{Files: filesDigest(std, all), Lenient: opts.Lenient, Strict: opts.Strict, MaxSteps: std.MaxSteps}
	var err error
	if in.Houses, err = library.HousesDigest(std); err != nil {
		return nil, err
	}
	total := int64(len(all))
	p := &files.Part{Kind: PartKind, Total: total, Shard: opts.Shard.Index, Shards: opts.Shard.Count}
	k := &kept{result: newResult(std, *opts), before: newResult(std, *opts), std: std}
	k.keeper, err = runs.Keep(std, opts.Out, p, in, func(sums json.RawMessage, _ int64) (err error) {
		k.before, err = readResult(sums, total)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := k.result.add(k.before); err != nil {
		return nil, err
	}
	k.from = k.keeper.Next()
	k.now = k.from
	opts.files = append([]walked{}, all[k.from-1:files.ShardOf(p.Shard, p.Shards, total).To]...)
	if k.keeper.Sums() == nil { // save at once, so that a merge knows about a shard in progress
		return k, k.save(k.from)
	}
	return k, nil
}

// add adds a row. Checkpoints are only made between files.
func (k *kept) add(row *handRow) error {
	if k == nil {
		return nil
	}
	row.number += k.from - 1
	if n := row.number + 1; n > k.now {
		if k.now = n; k.keeper.Due(n, false) {
			if err := k.save(n); err != nil {
				return err
			}
		}
	}
	if name := row.Variant; strings.Contains(name, ".star") && k.scripts[name] == "" {
		digest, err := library.GameDigest(library.New(k.std, nil), name, name)
		if err == nil {
			k.scripts[name] = digest
		}
	}
	return k.Row(row)
}

// finish saves the result after the last file.
func (k *kept) finish() error {
	if k == nil {
		return nil
	}
	if end := k.keeper.End(); k.keeper.Due(end, true) {
		return k.save(end)
	}
	return nil
}

func (k *kept) save(next int64) error {
	sums, err := k.marshal()
	if err != nil {
		return err
	}
	return k.keeper.Save(next, sums)
}

// filesDigest returns the hash of the files' names (without folders) and contents.
func filesDigest(std *app.IO, all []walked) string {
	h := files.NewDigest()
	for _, one := range all {
		content, err := "", one.err
		if err == nil {
			content, err = fileDigest(std, one.name)
		}
		if err != nil {
			content = "unreadable"
		}
		fmt.Fprintf(h, "%q %s\n", path.Base(filepath.ToSlash(one.name)), content)
	}
	return h.String()
}

func fileDigest(std *app.IO, name string) (string, error) {
	f, err := std.FS.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Joined combines several parts of a replay into one.
func Joined(list []*files.Part) (*files.Part, error) {
	sum := newResult(nil, Options{Summary: true})
	return files.Join(list, func(text json.RawMessage, _ int64) error {
		if err := files.ReadSums(list[0].Job, &inputs{}); err != nil {
			return err
		}
		r, err := readResult(text, list[0].Total)
		if err != nil {
			return err
		}
		return sum.add(r)
	}, sum.marshal)
}

// PrintPart prints a part that covers all files of its replay, exactly as the replay itself would.
func PrintPart(std *app.IO, format string, p *files.Part) error {
	r, err := readResult(p.Sums, p.Total)
	if err != nil {
		return err
	}
	err = std.Results(format, func(std *app.IO, format string) error {
		one := &sums{std: std, opts: Options{Summary: true, Format: format}, groups: r.groups, twice: r.twice}
		return one.Close(&tally{})
	})
	if err != nil {
		return err
	}
	t := r.tally()
	return t.outcome()
}
