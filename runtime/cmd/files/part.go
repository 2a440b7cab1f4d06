package files

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// A part becomes a file when it is written. It has no name if the system supports unnamed files, otherwise a marked name. An
// unnamed part gets a marked name only for a moment, to replace an existing file.
type part struct {
	*os.File
	to     string // the name of the file
	marked string // the part's own name, or ""
}

// Tests replace these.
var (
	newUnnamed = unnamed
	hardLink   = os.Link
)

// batch holds parts that become files in one step, and the folders of marked parts. These folders stay locked, so that nobody
// removes the parts.
type batch struct {
	parts   []*part
	folders map[string]*os.File
}

// names is held while parts get or lose their names. A signal that ends the process waits for it and then removes the marked
// parts.
var (
	names  sync.Mutex
	marked = map[string]bool{}
)

// end removes all parts that have not become files.
func (b *batch) end() {
	names.Lock()
	defer names.Unlock()
	for _, p := range b.parts {
		p.Close()
		if p.marked != "" {
			os.Remove(p.marked)
			delete(marked, p.marked)
		}
	}
	for _, f := range b.folders {
		f.Close()
	}
}

// mark gives a part a marked name.
func (b *batch) mark(p *part) {
	folder := filepath.Dir(p.to)
	if b.folders[folder] == nil {
		b.enter(folder)
	}
	p.marked = filepath.Join(folder, ".padgen-"+rand.Text()+".part")
	marked[p.marked] = true
}

// isMarked matches the names that mark creates. A file of the user does not match by chance.
var isMarked = regexp.MustCompile(`^\.padgen-[A-Z2-7]{26}\.part$`)

// enter locks a folder. If no other process writes there, it first removes the parts of processes that were killed.
func (b *batch) enter(folder string) {
	f, err := os.Open(folder)
	if err != nil {
		return
	}
	if b.folders == nil {
		b.folders = map[string]*os.File{}
	}
	b.folders[folder] = f
	if lock(f, true) == nil {
		names, _ := f.Readdirnames(-1)
		for _, name := range names {
			if isMarked.MatchString(name) {
				os.Remove(filepath.Join(folder, name))
			}
		}
	}
	// Removing parts takes a moment. If another program holds its own lock on the folder, nobody removes anything.
	for tries := 0; lock(f, false) != nil && tries < 100; tries++ {
		time.Sleep(time.Millisecond)
	}
}

// add adds a part of a file to the batch. If the file exists, the part gets its permissions, so that nobody gains access.
func (b *batch) add(file string) (*os.File, error) {
	onSignal()
	names.Lock()
	defer names.Unlock()
	var err error
	p := &part{File: newUnnamed(filepath.Dir(file)), to: file}
	if p.File == nil {
		b.mark(p)
		p.File, err = os.OpenFile(p.marked, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	}
	b.parts = append(b.parts, p)
	if info, errStat := os.Stat(file); err == nil && errStat == nil {
		err = p.Chmod(info.Mode().Perm())
	}
	return p.File, err
}

// move turns all parts into files, and then removes others. With replace, the files may exist. A signal waits until move is
// done.
func (b *batch) move(replace bool, remove ...string) error {
	for _, p := range b.parts {
		if p.marked == "" {
			continue // only an open file can get its first name
		}
		if err := p.Close(); err != nil { // for example a full network disk
			return err
		}
	}
	names.Lock()
	defer names.Unlock()
	for _, p := range b.parts {
		if err := b.movePart(p, replace); err != nil {
			return err
		}
	}
	for _, path := range remove {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) { // another call may have removed it
			return err
		}
	}
	return nil
}

func (b *batch) movePart(p *part, replace bool) (err error) {
	if p.marked == "" {
		err = link(p.File, p.to)
		if !replace || !errors.Is(err, fs.ErrExist) {
			return err
		}
		b.mark(p)
		if err := link(p.File, p.marked); err != nil {
			return err
		}
	}
	if !replace {
		err = hardLink(p.marked, p.to)
		if err == nil || errors.Is(err, fs.ErrExist) {
			return err // end removes the part
		}
		if _, err := os.Lstat(p.to); err == nil { // the file system has no hard links
			return fs.ErrExist
		}
	}
	if err = os.Rename(p.marked, p.to); err == nil {
		delete(marked, p.marked)
		p.marked = ""
	}
	return err
}

// onSignal handles signals that end the process: it removes the marked parts and exits with 128 plus the signal's number, as
// shells do. Signals that the process ignores, for example under nohup, stay ignored.
var onSignal = sync.OnceFunc(func() {
	if runtime.GOOS == "js" { // signal.Ignored panics, because there are no signals
		return
	}
	codes := map[os.Signal]int{hangup: 129, os.Interrupt: 130, syscall.SIGTERM: 143}
	signals := make(chan os.Signal, 1)
	for s := range codes {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	go func() {
		code := codes[<-signals]
		names.Lock() // never unlocked: no part gets a name any more
		for name := range marked {
			os.Remove(name)
		}
		os.Exit(code)
	}()
})
