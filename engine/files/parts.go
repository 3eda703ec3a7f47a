// This file handles the part files of sharded jobs: what a part file holds, and how parts are
// merged into one.
//
// A [Part] records its job, the hands it covers, and their results: sums that are exact and merge
// in any order. Nothing in it depends on the machine, the time or the number of workers, so the
// same hands always produce the same bytes.
//
// Part files travel between machines and may contain anything. [Read] rejects damaged files, by a
// checksum over the whole content, and files that a newer program wrote. [Join] rejects parts of
// different jobs and hands that are in two parts; [Whole] rejects gaps. Each error is a [Fault],
// which says what to do about it.
//
// run --out writes the result of a shard as a part (engine/files): the job as an object of everything that decides the
// result, scripts, policies and decks by hash, the range of hands, and the exact sums (batch.Exact). Nothing in it depends
// on time, machine or workers, so the same hands always make the same bytes, whether the run was killed or the parts were
// merged in steps. The collecting goroutine reports how many hands are finished without a gap (Job.Prefix), and the run
// writes a checkpoint there while the workers continue. What is printed is computed in one place, from the inputs and the
// sums (simulate.resultOf), for a run and for a merge. version of engine/files changes with the format, and when the same
// seed plays other hands.

package files

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"slices"
	"strconv"
	"strings"
)

// version is the version of part files. It changes with their content, and when a seed deals or
// plays different hands than before: parts of different versions cannot be merged.
const version = 1

// MostBytes is the largest size of a part file.
const MostBytes = 64 << 20

// Ext is the extension of part files.
const Ext = ".part"

// Unit names what the parts of a command consist of, if not hands. The documentation of this
// package calls every unit a hand.
type Unit struct {
	One, Many string
	Done      string // what is done with them, such as "replayed"
}

var units = map[string]Unit{
	"replay":   {"file", "files", "replayed"},
	"solve":    {"group", "groups", "computed"},
	"sessions": {"session", "sessions", "played"},
}

// Unit returns the unit of the part.
func (p *Part) Unit() Unit {
	if u, ok := units[p.Kind]; ok {
		return u
	}
	return Unit{"hand", "hands", "played"}
}

// Range is the hands From to To, inclusive.
type Range struct{ From, To int64 }

// MarshalJSON writes [from, to].
func (r Range) MarshalJSON() ([]byte, error) { return json.Marshal([2]int64{r.From, r.To}) }

func (r Range) String() string {
	if r.From == r.To {
		return strconv.FormatInt(r.From, 10)
	}
	return fmt.Sprintf("%d-%d", r.From, r.To)
}

// Part is a set of hands of a job with their results.
type Part struct {
	// Name is the file that the part comes from, for errors.
	Name string
	// Kind is the command of the job, such as "run".
	Kind string
	// Job is a JSON object with everything that determines the result of the whole job.
	Job json.RawMessage
	// Total is the number of hands of the whole job.
	Total int64
	// Shards is the number of shards of the job, 0 for a part merged from different numbers of
	// shards. Shard is the number of this one, 0 for a merged part.
	Shard, Shards int64
	// Hands are the ranges of hands in the part, ascending, with gaps between them.
	Hands []Range
	// Sums are the merged results of the hands.
	Sums json.RawMessage
}

// file is the JSON form of a part. The checksum follows it in the file.
type file struct {
	Schema string          `json:"schema"`
	Kind   string          `json:"kind"`
	Key    string          `json:"key"`
	Total  int64           `json:"total"`
	Shard  int64           `json:"shard"`
	Shards int64           `json:"shards"`
	Hands  [][]int64       `json:"hands"`
	Job    json.RawMessage `json:"job"`
	Sums   json.RawMessage `json:"sums"`
}

// key returns a hash that identifies the part's job.
func (p *Part) key() string {
	h := NewDigest()
	fmt.Fprintf(h, "cardroom.part/%d %s %d %d\n%s", version, p.Kind, p.Total, len(p.Job), p.Job)
	return h.String()
}

// wants returns the hands of the part's shard. ok is false for a merged part and for a shard
// without hands.
func (p *Part) wants() (r Range, ok bool) {
	r = ShardOf(p.Shard, p.Shards, p.Total)
	return r, p.Shard > 0 && r.From <= r.To
}

// Next returns the first hand of the shard that is not in the part. done is true if there is none.
func (p *Part) Next() (next int64, done bool) {
	r, ok := p.wants()
	switch {
	case !ok:
		return 0, true
	case len(p.Hands) == 0:
		return r.From, false
	}
	return p.Hands[0].To + 1, p.Hands[0].To == r.To
}

// ShardOf returns the hands of shard i of n, counted from 1. The shards of a job cover all its
// hands, each once, and their sizes differ by at most one.
func ShardOf(i, n, total int64) Range {
	if n == 0 {
		return Range{1, 0}
	}
	cut := func(k int64) int64 { return total/n*k + min(k, total%n) }
	return Range{cut(i-1) + 1, cut(i)}
}

const (
	schemaName   = "cardroom.part/"
	checksumName = `,"checksum":"sha256:`
	fileEnd      = "\"}\n"
)

// Marshal returns the content of the part's file.
func (p *Part) Marshal() ([]byte, error) {
	f := file{
		Schema: schemaName + strconv.Itoa(version), Kind: p.Kind, Key: p.key(), Total: p.Total,
		Shard: p.Shard, Shards: p.Shards, Hands: [][]int64{}, Job: p.Job, Sums: p.Sums,
	}
	for _, r := range p.Hands {
		f.Hands = append(f.Hands, []int64{r.From, r.To})
	}
	text, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	text = text[:len(text)-1]
	sum := sha256.Sum256(text)
	text = append(text, checksumName...)
	return append(append(text, hex.EncodeToString(sum[:])...), fileEnd...), nil
}

// Fault is the reason why a part, or a set of parts, cannot be used.
type Fault struct {
	File   string // the faulty file, "" for the set
	Msg    string
	Remedy string
	// Torn: the file is damaged, so its shard must be run again.
	Torn bool
}

func (f *Fault) Error() string {
	if f.File == "" {
		return f.Msg
	}
	return f.File + ": " + f.Msg
}

const runAgain = "run its shard again, into the same folder"

func torn(name, format string, args ...any) *Fault {
	return &Fault{File: name, Msg: fmt.Sprintf(format, args...), Remedy: runAgain, Torn: true}
}

// Read reads a part file. Errors call it name.
func Read(name string, text []byte) (*Part, error) {
	if len(text) == 0 {
		return nil, torn(name, "the part is empty")
	}
	if err := future(name, text); err != nil {
		return nil, err
	}
	at := bytes.LastIndex(text, []byte(checksumName))
	if at < 0 || !bytes.HasSuffix(text, []byte(fileEnd)) {
		return nil, torn(name, "the part is torn: its end is missing")
	}
	sum := sha256.Sum256(text[:at])
	if string(text[at+len(checksumName):len(text)-len(fileEnd)]) != hex.EncodeToString(sum[:]) {
		return nil, torn(name, "the part is damaged: its checksum does not fit")
	}
	var f file
	if err := readFile(append(bytes.Clone(text[:at]), '}'), &f); err != nil {
		return nil, torn(name, "not a part: %v", err)
	}
	p := &Part{Name: name, Kind: f.Kind, Job: f.Job, Total: f.Total, Shard: f.Shard, Shards: f.Shards, Sums: f.Sums}
	for _, r := range f.Hands {
		if len(r) != 2 {
			return nil, torn(name, "not a part: hands are pairs of numbers")
		}
		p.Hands = append(p.Hands, Range{r[0], r[1]})
	}
	if f.Key != p.key() {
		return nil, torn(name, "not a part: its key is not that of its job")
	}
	return p, p.check()
}

// readFile reads the JSON object of a part: every field once, and no other.
func readFile(text []byte, f *file) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(f); err != nil {
		return err
	}
	again, err := json.Marshal(f)
	if err == nil && !bytes.Equal(again, text) {
		err = fmt.Errorf("not in the exact form that cardroom writes")
	}
	return err
}

// future returns an error for text that is not a part or has another version.
func future(name string, text []byte) error {
	rest, ok := bytes.CutPrefix(text, []byte(`{"schema":"`+schemaName))
	number, _, ended := bytes.Cut(rest, []byte(`"`))
	switch {
	case !ok && bytes.HasPrefix([]byte(`{"schema":"`+schemaName), text):
		return torn(name, "the part is torn: its end is missing")
	case !ok:
		return &Fault{File: name, Msg: "not a part", Remedy: "name folders that 'cardroom run GAME --out DIR' has written, or their " + Ext + " files", Torn: true}
	case !ended:
		return torn(name, "the part is torn: its end is missing")
	}
	of, err := strconv.ParseUint(string(number), 10, 32)
	switch {
	case err != nil || of == 0:
		return torn(name, "the part is damaged: there is no version %q", number)
	case of > version:
		return &Fault{File: name, Msg: fmt.Sprintf("a part of version %d: this program knows up to %d", of, version), Remedy: "merge it with the cardroom that wrote it, or a newer one"}
	case of < version:
		return &Fault{File: name, Msg: fmt.Sprintf("a part of version %d, which played other hands than version %d", of, version), Remedy: "run all shards again with this cardroom"}
	}
	return nil
}

// check returns an error if the part has hands that the job cannot have.
func (p *Part) check() error {
	if p.Total < 1 || p.Shard < 0 || p.Shards < 0 || p.Shard > p.Shards {
		return torn(p.Name, "not a part: shard %d of %d of %d %s", p.Shard, p.Shards, p.Total, p.Unit().Many)
	}
	last := int64(-1)
	for _, r := range p.Hands {
		if r.From < 1 || r.To < r.From || r.To > p.Total || r.From <= last+1 {
			return torn(p.Name, "not a part: %s %s cannot be where they stand", p.Unit().Many, r)
		}
		last = r.To
	}
	if p.Shard == 0 {
		return nil
	}
	switch r, ok := p.wants(); {
	case len(p.Hands) == 0:
	case !ok || len(p.Hands) > 1 || p.Hands[0].From != r.From || p.Hands[0].To > r.To:
		return torn(p.Name, "not a part: its %s are not those of shard %d/%d", p.Unit().Many, p.Shard, p.Shards)
	}
	return nil
}

// Count returns the number of hands that are in the part.
func (p *Part) Count() int64 {
	var n int64
	for _, r := range p.Hands {
		n += r.To - r.From + 1
	}
	return n
}

// SameJob returns an error if o is a part of another job than p; it names the first difference.
func (p *Part) SameJob(o *Part) error {
	if p.key() == o.key() {
		return nil
	}
	foreign := &Fault{File: o.Name, Remedy: "merge only parts of one job; keep each job in a folder of its own"}
	if p.Kind != o.Kind {
		foreign.Msg = fmt.Sprintf("a part of cardroom %s, and %s is one of cardroom %s", o.Kind, p.Name, p.Kind)
		return foreign
	}
	if p.Total != o.Total {
		foreign.Msg = fmt.Sprintf("a part of another job: %d %s here and %d in %s", o.Total, p.Unit().Many, p.Total, p.Name)
		if p.Unit().One == "hand" {
			foreign.Msg = fmt.Sprintf("a part of another job: --hands is %d here and %d in %s", o.Total, p.Total, p.Name)
		}
		return foreign
	}
	if !isObject(p.Job) || !isObject(o.Job) {
		return torn(o.Name, "not a part: its job is no object")
	}
	foreign.Msg = "a part of another job than " + p.Name
	if name, a, b := firstDifference("", p.Job, o.Job); name != "" {
		foreign.Msg = fmt.Sprintf("a part of another job: %s is %s here and %s in %s", name, short(b), short(a), p.Name)
	}
	return foreign
}

func isObject(text json.RawMessage) bool { return bytes.HasPrefix(text, []byte("{")) }

// firstDifference returns the first field that differs between two objects, in the order of y: its
// name and both values. Dots join the names of nested fields.
func firstDifference(within string, x, y json.RawMessage) (name string, a, b json.RawMessage) {
	var inX, inY map[string]json.RawMessage
	if json.Unmarshal(x, &inX) != nil || json.Unmarshal(y, &inY) != nil {
		return "", nil, nil
	}
	names := fieldsOf(y)
	for _, name := range fieldsOf(x) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		switch a, b := inX[name], inY[name]; {
		case bytes.Equal(a, b):
		case isObject(a) && isObject(b):
			return firstDifference(within+name+".", a, b)
		default:
			return within + name, a, b
		}
	}
	return "", nil, nil
}

// fieldsOf returns the names of an object's fields, in their order.
func fieldsOf(object json.RawMessage) []string {
	var names []string
	dec := json.NewDecoder(bytes.NewReader(object))
	if _, err := dec.Token(); err != nil {
		return nil
	}
	for dec.More() {
		name, err := dec.Token()
		var value json.RawMessage
		if err != nil || dec.Decode(&value) != nil {
			break
		}
		names = append(names, fmt.Sprint(name))
	}
	return names
}

// short returns a value shortened to fit in a message.
func short(value json.RawMessage) string {
	text := strings.Trim(string(value), `"`)
	if text == "" {
		return "nothing"
	}
	if len(text) > 40 {
		text = text[:37] + "…"
	}
	return text
}

// Join merges several parts into one. add merges sums and rejects sums that cannot be those of so
// many hands. The result is the same for any order of the parts and for any way of joining them
// step by step.
func Join(list []*Part, add func(sums json.RawMessage, hands int64) error, total func() (json.RawMessage, error)) (*Part, error) {
	if len(list) == 0 {
		return nil, &Fault{Msg: "there are no parts", Remedy: "'cardroom run GAME --out DIR' writes them"}
	}
	list = slices.Clone(list)
	first := list[0]
	out := &Part{Kind: first.Kind, Job: first.Job, Total: first.Total, Shards: first.Shards}
	type owned struct {
		Range
		part *Part
	}
	var all []owned
	for _, p := range list {
		if err := first.SameJob(p); err != nil {
			return nil, err
		}
		if next, done := p.Next(); p.Shard > 0 && !done {
			return nil, &Fault{File: p.Name, Msg: fmt.Sprintf("the shard is not finished: %s from %d on are missing", p.Unit().Many, next), Remedy: fmt.Sprintf("run shard %d/%d again, into the same folder: it goes on where it was", p.Shard, p.Shards)}
		}
		if p.Shards != out.Shards {
			out.Shards = 0
		}
		for _, r := range p.Hands {
			all = append(all, owned{r, p})
		}
	}
	slices.SortStableFunc(all, func(a, b owned) int { return cmp.Compare(a.From, b.From) })
	for i, r := range all {
		switch n := len(out.Hands); {
		case i > 0 && r.From <= all[i-1].To:
			both := Range{r.From, min(r.To, all[i-1].To)}
			return nil, &Fault{File: r.part.Name, Msg: fmt.Sprintf("%s %s are also in %s", first.Unit().Many, both, all[i-1].part.Name), Remedy: "leave one of the two out"}
		case n > 0 && out.Hands[n-1].To+1 == r.From:
			out.Hands[n-1].To = r.To
		default:
			out.Hands = append(out.Hands, r.Range)
		}
	}
	for _, p := range list {
		if err := add(p.Sums, p.Count()); err != nil {
			return nil, torn(p.Name, "not a part: its sums cannot be: %v", err)
		}
	}
	var err error
	out.Sums, err = total()
	return out, err
}

// Gaps returns the hands of the job that are not in the part.
func (p *Part) Gaps() []Range {
	var out []Range
	next := int64(1)
	for _, r := range p.Hands {
		if r.From > next {
			out = append(out, Range{next, r.From - 1})
		}
		next = r.To + 1
	}
	if next <= p.Total {
		out = append(out, Range{next, p.Total})
	}
	return out
}

// Whole returns an error if the part does not have all hands of its job.
func (p *Part) Whole() error {
	gaps := p.Gaps()
	if len(gaps) == 0 {
		return nil
	}
	f := &Fault{Msg: fmt.Sprintf("%s %s of %d are missing", p.Unit().Many, List(gaps), p.Total), Remedy: "run the shards that have them; 'cardroom merge DIR --missing' lists them"}
	if shards := Missing(gaps, p.Shards, p.Total); shards != nil {
		f.Remedy = fmt.Sprintf("run the shards %s of %d, then merge again", List(shards), p.Shards)
	}
	return f
}

// Missing returns the shards of n that have any of the hands; nil if n is 0.
func Missing(hands []Range, n, total int64) []Range {
	var out []Range
	if n == 0 {
		return nil
	}
	for _, r := range hands {
		i := shardWith(r.From, n, total)
		last := shardWith(r.To, n, total)
		if k := len(out); k > 0 && i <= out[k-1].To+1 {
			out[k-1].To = last
			continue
		}
		out = append(out, Range{i, last})
	}
	return out
}

func shardWith(hand, n, total int64) int64 {
	whole, rest := total/n, total%n
	if hand <= rest*(whole+1) {
		return (hand-1)/(whole+1) + 1
	}
	return rest + (hand-rest*(whole+1)-1)/whole + 1
}

// List formats ranges the way array jobs take them: 1,3-5.
func List(ranges []Range) string {
	words := make([]string, len(ranges))
	for i, r := range ranges {
		words[i] = r.String()
	}
	return strings.Join(words, ",")
}

// ReadSums decodes sums into a value of plain types and rejects every deviation.
func ReadSums(text json.RawMessage, v any) error { return Unmarshal(text, v) }

// Digest identifies what is written to it.
type Digest struct{ hash.Hash }

// NewDigest returns the digest of nothing yet.
func NewDigest() Digest { return Digest{sha256.New()} }

// Named adds a name and a text.
func (d Digest) Named(name, text string) { fmt.Fprintf(d, "%q %d\n%s", name, len(text), text) }

// String returns "sha256:" and the hash in hexadecimal digits.
func (d Digest) String() string { return "sha256:" + hex.EncodeToString(d.Sum(nil)) }
