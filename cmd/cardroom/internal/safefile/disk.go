package safefile

import (
	"io"
	"io/fs"
	"os"
)

// Disk is the file operations that safefile uses. Tests have one whose n-th operation
// fails.
type Disk interface {
	Lstat(name string) (fs.FileInfo, error)
	ReadDir(name string) ([]fs.DirEntry, error)
	OpenFile(name string, flag int, mode fs.FileMode) (DiskFile, error)
	Rename(from, to string) error
	Remove(name string) error
}

// DiskFile is a file on a disk.
type DiskFile interface {
	io.WriteCloser
	Sync() error
	Stat() (fs.FileInfo, error)
	// Lock locks the file for this process until release is called; closing the file
	// does not unlock it. It does not wait: it returns errLocked if another process
	// holds the lock, and another error if files cannot be locked.
	Lock() (release func(), err error)
}

// osFile is a file of the operating system.
type osFile struct{ *os.File }

func (f osFile) Lock() (release func(), err error) { return lockFile(f.File) }

// osDisk accesses all files of the operating system.
type osDisk struct{}

func (osDisk) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(name) }
func (osDisk) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (osDisk) Rename(from, to string) error               { return os.Rename(from, to) }
func (osDisk) Remove(name string) error                   { return os.Remove(name) }

func (osDisk) OpenFile(name string, flag int, mode fs.FileMode) (DiskFile, error) {
	f, err := os.OpenFile(name, flag, mode)
	if err != nil {
		return nil, err
	}
	return osFile{f}, nil
}

// rootDisk accesses the files below one folder. No link leads out of it.
type rootDisk struct{ root *os.Root }

func (d rootDisk) Lstat(name string) (fs.FileInfo, error) { return d.root.Lstat(name) }
func (d rootDisk) Rename(from, to string) error           { return d.root.Rename(from, to) }
func (d rootDisk) Remove(name string) error               { return d.root.Remove(name) }

func (d rootDisk) ReadDir(name string) ([]fs.DirEntry, error) {
	f, err := d.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return f.ReadDir(-1)
}

func (d rootDisk) OpenFile(name string, flag int, mode fs.FileMode) (DiskFile, error) {
	f, err := d.root.OpenFile(name, flag, mode)
	if err != nil {
		return nil, err
	}
	return osFile{f}, nil
}
