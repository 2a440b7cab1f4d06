// Package safefile writes files that appear whole or not at all.
package safefile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

// Check returns an error if a file of the name cannot be written, or exists and force is false. Commands call it before they start to work.
func Check(name string, force bool) error {
	info, err := os.Stat(name)
	_, errLink := os.Lstat(name)
	switch {
	case name == "-":
		return nil
	case errLink != nil:
		if info, err := os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
			return fmt.Errorf("%s: the folder does not exist", name)
		}
		return nil
	case err != nil:
		return fmt.Errorf("%s is a link that leads to no file", name)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no regular file, - is standard output", name)
	case !force:
		return fmt.Errorf("%s exists, -f replaces it", name)
	}
	return nil
}

// Write writes a file beside its final place, and moves it there when all is written. Without force no file may be there. The file "-" is
// stdout. An interrupt removes the part and ends the process.
func Write(name string, force bool, stdout io.Writer, content func(io.Writer) error) error {
	if name == "-" {
		return content(stdout)
	}
	if err := Check(name, force); err != nil {
		return err
	}
	if at, err := filepath.EvalSymlinks(name); err == nil {
		name = at // a link stays one
	}
	mode := fs.FileMode(0o666)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm() // who may not read the file before may not now
	}
	part := fmt.Sprintf("%s.%d.part", name, os.Getpid())
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer context.AfterFunc(ctx, func() { // the deferred call takes this back
		_ = os.Remove(part)
		os.Exit(2)
	})()
	err = errors.Join(content(f), f.Close())
	if err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		_ = os.Remove(part)
	}
	return err
}
