package files

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// Options control how a file is written.
type Options struct {
	Replace bool      // replace an existing file
	Stdout  io.Writer // where the file "-" is written
}

// Check returns an error if a file of this name cannot be written, or exists and may not be replaced. Commands call it before
// they start to work.
func (o Options) Check(name string) error {
	if name == "-" {
		return nil
	}
	if _, err := os.Lstat(name); err != nil {
		if info, err := os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
			return fmt.Errorf("%s: the folder does not exist", name)
		}
		return nil
	}
	switch info, err := os.Stat(name); {
	case err != nil:
		return fmt.Errorf("%s is a link that leads to no file", name)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file; - is standard output", name)
	case !o.Replace:
		return exists(name)
	case info.Mode()&0o222 == 0:
		return fmt.Errorf("%s is read-only", name)
	}
	return nil
}

func exists(name string) error { return fmt.Errorf("%s exists, -f replaces it", name) }

// Write calls content to write a temporary [os.File], which gets its name only when everything has been written. If several
// processes write the same new file, one wins, provided the file system supports hard links. A signal that ends the process
// leaves nothing behind.
func (o Options) Write(name string, content func(io.Writer) error) error {
	if name == "-" {
		return content(o.Stdout)
	}
	if err := o.Check(name); err != nil {
		return err
	}
	at, err := filepath.EvalSymlinks(name) // a link stays a link
	if err != nil {
		at = name
	}
	var b batch
	defer b.end()
	f, err := b.add(at)
	if err == nil {
		err = content(f)
	}
	if err == nil {
		err = b.move(o.Replace)
	}
	if errors.Is(err, fs.ErrExist) && !o.Replace {
		err = cmp.Or(o.Check(name), err)
	}
	return err
}

// Replace writes files, by path, and creates their folders. It removes files whose content is nil. No file gets its name
// before all have been written, so a full disk changes nothing and nobody reads half a file. The umask sets the permissions
// of new files.
func Replace(all map[string][]byte) error {
	var b batch
	defer b.end()
	var remove []string
	for _, path := range slices.Sorted(maps.Keys(all)) {
		if all[path] == nil {
			remove = append(remove, path)
			continue
		}
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		var f *os.File
		if err == nil {
			f, err = b.add(path)
		}
		if err == nil {
			_, err = f.Write(all[path])
		}
		if err != nil {
			return err
		}
	}
	return b.move(true, remove...)
}
