// Package safefile writes files that appear whole or not at all.
package safefile

import (
	"bufio"
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

// Check returns an error if a file of the name exists and force is false. Commands call it before they start to work.
func Check(name string, force bool) error {
	if _, err := os.Stat(name); err == nil && !force && name != "-" {
		return fmt.Errorf("%s exists, -f replaces it", name)
	}
	return nil
}

// Write writes a file beside its final place, and moves it there when all is written. Without force no file may be there. The file "-" is
// stdout. What is no regular file, like a pipe or device, is written into. An interrupt removes the part and ends the process.
func Write(name string, force bool, stdout io.Writer, content func(io.Writer) error) (err error) {
	if name == "-" {
		return buffered(stdout, content)
	}
	if err := Check(name, force); err != nil {
		return err
	}
	if at, err := filepath.EvalSymlinks(name); err == nil {
		name = at // a link stays one
	}
	part, flags := fmt.Sprintf("%s.%d.part", name, os.Getpid()), os.O_WRONLY|os.O_CREATE|os.O_EXCL
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		part, flags = name, os.O_WRONLY
	}
	f, err := os.OpenFile(part, flags, 0o666)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: the folder does not exist", name)
	}
	if err != nil {
		return err
	}
	if part != name {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		defer context.AfterFunc(ctx, func() { // the deferred call takes this back
			_ = os.Remove(part)
			os.Exit(2)
		})()
	}
	err = errors.Join(buffered(f, content), f.Close())
	if part == name {
		return err
	}
	if err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		_ = os.Remove(part)
	}
	return err
}

func buffered(w io.Writer, content func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if err := content(b); err != nil {
		return err
	}
	return b.Flush()
}
