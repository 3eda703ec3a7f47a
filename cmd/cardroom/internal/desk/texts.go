package desk

import (
	"bytes"
	"io/fs"
	"time"
)

// texts are the only files that a script from a client sees, by name. They all lie in one folder.
type texts map[string]string

// Open opens a text.
func (t texts) Open(name string) (fs.File, error) {
	text, ok := t[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &opened{bytes.NewReader([]byte(text)), name}, nil
}

// Stat describes a text.
func (t texts) Stat(name string) (fs.FileInfo, error) {
	f, err := t.Open(name)
	if err != nil {
		return nil, err
	}
	return f.Stat()
}

// ReadDir lists nothing: files can only be opened by name.
func (t texts) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == "." {
		return nil, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// opened is a text that is being read.
type opened struct {
	*bytes.Reader
	name string
}

func (o *opened) Close() error               { return nil }
func (o *opened) Stat() (fs.FileInfo, error) { return info{o}, nil }

// info describes a text.
type info struct{ *opened }

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return i.opened.Reader.Size() }
func (i info) Mode() fs.FileMode  { return 0o400 }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return false }
func (i info) Sys() any           { return nil }
