package history

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strings"

	"cardroom/engine/diag"
	"cardroom/engine/files"
)

// FileSystem is where hands are read from: [OS], or any fs.FS that can list and stat, such as fstest.MapFS.
type FileSystem interface {
	Open(name string) (fs.File, error)
	Stat(name string) (fs.FileInfo, error)
	ReadDir(name string) ([]fs.DirEntry, error)
}

// OS is the operating system's file system, with the names of package os. It
// opens regular files only, see [files.Open]: opening a named pipe would wait.
var OS FileSystem = osFiles{}

type osFiles struct{}

func (osFiles) Open(name string) (fs.File, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (osFiles) Stat(name string) (fs.FileInfo, error)      { return os.Stat(name) }
func (osFiles) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }

// Stdin is the path that stands for standard input.
const Stdin = "-"

// Walk iterates over the hand files that paths name, as [WalkOnly] does. A directory stands for all .phh and .phhs files below it, and
// those with one of the endings.
func Walk(fsys FileSystem, paths []string, endings ...string) iter.Seq2[string, error] {
	return WalkOnly(fsys, paths, slices.Concat(ownEndings, endings)...)
}

// WalkOnly iterates over the files that paths name, in the order of paths. A directory stands for all files below it with one of the
// endings, sorted by name; each is reported as the given path, a slash, and the path below it. A path to a file is reported as given,
// whatever its extension, and so is "-". With an error, the name is the path that could not be read; the walk continues.
//
// WalkOnly follows a link only if it is one of paths: a folder may come from anybody, and its links may lead anywhere. A link inside a
// folder, or anything that is not a regular file, is reported as an error and not opened.
func WalkOnly(fsys FileSystem, paths []string, endings ...string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, path := range paths {
			if !walkPath(fsys, path, endings, yield) {
				return
			}
		}
	}
}

func walkPath(fsys FileSystem, path string, endings []string, yield func(string, error) bool) bool {
	if path == Stdin {
		return yield(path, nil)
	}
	info, err := fsys.Stat(path)
	if err != nil || !info.IsDir() {
		return yield(path, err)
	}
	found := false
	goesOn := walkDir(fsys, path, endings, func(name string, err error) bool {
		found = true
		return yield(name, err)
	})
	if goesOn && !found {
		what := "hand"
		if len(endings) <= len(ownEndings) {
			what = strings.Join(endings, " or ")
		}
		return yield(path, fmt.Errorf("%s: no %s files in this folder", path, what))
	}
	return goesOn
}

func walkDir(fsys FileSystem, dir string, endings []string, yield func(string, error) bool) bool {
	entries, err := fsys.ReadDir(dir)
	if err != nil && !yield(dir, err) {
		return false
	}
	for _, e := range entries {
		name := below(dir, e.Name())
		switch {
		case e.IsDir():
			if !walkDir(fsys, name, endings, yield) {
				return false
			}
		case hasEnding(e.Name(), endings):
			if !yield(name, regular(e, name)) {
				return false
			}
		}
	}
	return true
}

// below joins the path as the caller wrote it: path.Join would turn ./a into a.
func below(dir, name string) string {
	if strings.HasSuffix(dir, "/") || strings.HasSuffix(dir, string(os.PathSeparator)) {
		return dir + name
	}
	return dir + "/" + name
}

// Endings are the extensions of hand files in formats other than PHH.
var Endings = []string{".txt", ".log", ".xml", ".json", ".ohh", ".csv"}

// ownEndings are the extensions of PHH.
var ownEndings = []string{".phh", ".phhs"}

func hasEnding(name string, endings []string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(name, ending) })
}

// regular returns nil for an entry that is a regular file, otherwise why it cannot be read.
func regular(e fs.DirEntry, name string) error {
	if e.Type().IsRegular() {
		return nil
	}
	return fmt.Errorf("%s: %w", name, &files.Refused{Mode: e.Type()})
}

// maxInMemory is the size up to which [Open] reads a file all at once.
const maxInMemory = 64 << 20

// A File is an open hand file.
type File struct {
	Source
	// Format is the name of the format, "PHH" if no other was recognized.
	Format string
	// Stray: the beginning and the name of the file are not those of a file with hands. Reading it says what is wrong with it.
	Stray bool
	f     io.Closer
}

// Hands iterates over the remaining hands, like [Reader.Hands].
func (f *File) Hands() iter.Seq2[*Hand, *diag.Error] { return hands(f.Source) }

func newFile(name string, s Source, f io.Closer) *File {
	if t, ok := s.(*textReader); ok {
		return &File{s, t.format.Name, t.format.None, f}
	}
	return &File{s, "PHH", !hasEnding(name, ownEndings), f}
}

// Close closes the file. Hands that were read stay valid.
func (f *File) Close() error { return f.f.Close() }

// Open opens a file that [Walk] returned, "-" for stdin. It reads files up to 64 MiB at once, longer ones and stdin piece by piece.
func Open(fsys FileSystem, name string, stdin io.Reader, opts Options) (*File, error) {
	if name == Stdin {
		return newFile(name, NewSourceStream("stdin", stdin, opts), io.NopCloser(nil)), nil
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxInMemory {
		return newFile(name, NewSourceStream(name, f, opts), f), nil
	}
	var all bytes.Buffer
	all.Grow(int(info.Size()) + bytes.MinRead)
	_, err = all.ReadFrom(f)
	src := NewSource(name, all.Bytes(), opts)
	switch r := src.(type) {
	case *Reader:
		r.in.err = err
	case *textReader:
		r.in.err = err
	}
	return newFile(name, src, f), nil
}
