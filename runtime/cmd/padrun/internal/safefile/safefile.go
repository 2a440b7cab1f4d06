// Package safefile writes files that appear whole or not at all.
package safefile

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
)

// Options say how a file is written.
type Options struct {
	Replace bool      // a file that exists
	Sync    bool      // to disk, before the file appears
	Stdout  io.Writer // what the file "-" is
}

// Check returns an error if a file of the name cannot be written, or exists and may not be replaced. Commands call it before they start to
// work.
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
		return fmt.Errorf("%s is no regular file, - is standard output", name)
	case !o.Replace:
		return exists(name)
	case info.Mode()&0o222 == 0:
		return fmt.Errorf("%s is read-only", name)
	}
	return nil
}

func exists(name string) error { return fmt.Errorf("%s exists, -f replaces it", name) }

// Write has content write a file, an [os.File] beside its final place, and moves it there when all is written. A signal that ends the
// process removes it.
func (o Options) Write(name string, content func(io.Writer) error) error {
	if name == "-" {
		return content(o.Stdout)
	}
	if err := o.Check(name); err != nil {
		return err
	}
	if at, err := filepath.EvalSymlinks(name); err == nil {
		name = at // a link stays one
	}
	part := filepath.Join(filepath.Dir(name), ".padrun-"+rand.Text()+".part")
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer onSignal(func() { os.Remove(part) })()
	if info, errStat := os.Stat(name); errStat == nil {
		err = f.Chmod(info.Mode().Perm()) // who may not read the file before may not now
	}
	if err == nil {
		err = content(f)
	}
	if err == nil && o.Sync {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = o.move(part, name)
	}
	if err != nil {
		_ = os.Remove(part)
	}
	return err
}

// move gives a part its name. Without Replace, of several processes one wins.
func (o Options) move(part, name string) error {
	if o.Replace {
		return os.Rename(part, name)
	}
	err := os.Link(part, name)
	if err == nil {
		return os.Remove(part)
	}
	if !errors.Is(err, fs.ErrExist) { // a file system without links: the name is taken with an empty file
		var f *os.File
		if f, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); err == nil {
			return errors.Join(f.Close(), os.Rename(part, name))
		}
	}
	if errors.Is(err, fs.ErrExist) {
		return exists(name)
	}
	return err
}

// onSignal runs a function when a signal ends the process, with 128 and its number as the exit code, as shells count. Signals that the
// process ignores, as nohup has it, stay so.
func onSignal(do func()) (stop func()) {
	if runtime.GOOS == "js" { // has no signals: signal.Ignored panics
		return func() {}
	}
	codes := map[os.Signal]int{hangup: 129, os.Interrupt: 130, syscall.SIGTERM: 143}
	signals := make(chan os.Signal, 1)
	for s := range codes {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	go func() {
		if s, ok := <-signals; ok {
			do()
			os.Exit(codes[s])
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}
