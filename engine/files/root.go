package files

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
)

// Root is a folder as a file system. It has regular files and folders; anything else is listed but
// cannot be opened. The folder is the one that had its name when the root was made, and stays it.
type Root struct {
	dir  string
	info fs.FileInfo
}

// OpenRoot returns the root of a folder. It follows links in the name of the folder, because the
// user chose it.
func OpenRoot(dir string) (*Root, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: errors.New("not a directory")}
	}
	return &Root{dir, info}, nil
}

// Dir returns the name of the folder.
func (r *Root) Dir() string { return r.dir }

// open opens the folder. It is not kept open because a command may have many roots.
func (r *Root) open() (*os.Root, error) {
	// The dot makes the system refuse something that is no longer a folder without opening it.
	root, err := os.OpenRoot(r.dir + string(os.PathSeparator) + ".")
	if err != nil {
		return nil, err
	}
	info, err := root.Stat(".")
	if err == nil && !os.SameFile(info, r.info) {
		err = errChanged
	}
	if err != nil {
		_ = root.Close()
		return nil, err
	}
	return root, nil
}

// Open opens a regular file or a folder.
func (r *Root) Open(name string) (fs.File, error) {
	f, err := r.openFile(name)
	if err != nil {
		if pe := new(fs.PathError); errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return f, nil
}

func (r *Root) openFile(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, fs.ErrInvalid
	}
	root, err := r.open()
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := lstat(root, name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return openFolder(root, name, info)
	}
	if err := Regular(info); err != nil {
		return nil, err
	}
	f, err := root.OpenFile(name, os.O_RDONLY|DontWait, 0)
	return opened(f, err, info, name)
}

// Stat returns the info of a file or folder.
func (r *Root) Stat(name string) (fs.FileInfo, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrInvalid}
	}
	root, err := r.open()
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return lstat(root, name)
}

// lstat returns the info of a name without following links. It also refuses links on the way,
// because [os.Root] follows links that stay inside.
func lstat(root *os.Root, name string) (fs.FileInfo, error) {
	for i, c := range name {
		if c != '/' {
			continue
		}
		info, err := root.Lstat(name[:i])
		if err == nil && !info.IsDir() {
			// A link, or what leads elsewhere on other systems; nothing can be found below a file.
			if err = Regular(info); err == nil {
				err = fs.ErrNotExist
			}
		}
		if err != nil {
			return nil, err
		}
	}
	info, err := root.Lstat(name)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return nil, &Refused{info.Mode()}
	}
	return info, err
}

// openFolder lists a folder, sorted by name.
func openFolder(root *os.Root, name string, info fs.FileInfo) (fs.File, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|DontWait, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	now, err := f.Stat()
	if err == nil && !os.SameFile(info, now) {
		err = errChanged
	}
	if err != nil {
		return nil, err
	}
	entries, err := f.ReadDir(-1)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return &folder{name, info, entries}, nil
}

// folder is an open folder.
type folder struct {
	name string
	info fs.FileInfo
	left []fs.DirEntry
}

func (d *folder) Stat() (fs.FileInfo, error) { return named{d.info, path.Base(d.name)}, nil }
func (d *folder) Close() error               { return nil }

func (d *folder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.name, Err: ErrDirectory}
}

// ReadDir returns the next n entries of the folder, or the rest.
func (d *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(d.left) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(d.left) {
		n = len(d.left)
	}
	out := d.left[:n:n]
	d.left = d.left[n:]
	return out, nil
}

// named is a file info with the last element of the requested name.
type named struct {
	fs.FileInfo
	name string
}

func (n named) Name() string { return n.name }
