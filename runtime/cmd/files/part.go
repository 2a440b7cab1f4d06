package files

import (
	"crypto/rand"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
)

// A part becomes a file when it is written. It is a file without a name where the system has such files, and else one with a marked name.
// Only to replace a file, a part without a name gets a marked one for a moment.
type part struct {
	*os.File
	to     string // the name of the file
	marked string // the part's own name, or ""
}

// What tests replace.
var (
	newUnnamed = unnamed
	hardLink   = os.Link
)

// batch has parts that become files in one step.
type batch []*part

// names is held while parts get or lose their names. A signal that ends the process waits for it, and removes the parts that have one.
var (
	names  sync.Mutex
	marked = map[string]bool{}
)

// end removes all parts that have not become files.
func (b batch) end() {
	names.Lock()
	defer names.Unlock()
	for _, p := range b {
		p.Close()
		if p.marked != "" {
			os.Remove(p.marked)
			delete(marked, p.marked)
		}
	}
}

// mark gives a part a marked name.
func (p *part) mark(folder string) {
	p.marked = markedName(folder)
	marked[p.marked] = true
}

// add adds a part of a file to the batch. If the file exists, the part gets its permissions: who may not read it before may not then.
func (b *batch) add(file string) (*os.File, error) {
	onSignal()
	names.Lock()
	defer names.Unlock()
	folder := filepath.Dir(file)
	removeParts(folder)
	p := &part{File: newUnnamed(folder), to: file}
	if p.File != nil {
		lock(p.File)
	}
	for tries := 0; p.File == nil; tries++ {
		p.mark(folder)
		f, err := os.OpenFile(p.marked, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		switch {
		case err != nil:
			return nil, err
		case lock(f) || tries == 2: // some file systems have no locks
			p.File = f
		default:
			f.Close()
			os.Remove(p.marked)
			delete(marked, p.marked)
		}
	}
	*b = append(*b, p)
	var err error
	if info, errStat := os.Stat(file); errStat == nil {
		err = p.Chmod(info.Mode().Perm())
	}
	return p.File, err
}

// move makes files of all parts, and then calls done. With replace, they may exist. A signal waits for the end.
func (b batch) move(replace bool, done func() error) error {
	for _, p := range b {
		if err := written(p.File); err != nil {
			return err
		}
	}
	names.Lock()
	defer names.Unlock()
	for _, p := range b {
		if err := p.move(replace); err != nil {
			return err
		}
	}
	return done()
}

func (p *part) move(replace bool) (err error) {
	if p.marked == "" {
		err = link(p.File, p.to)
		if !replace || !errors.Is(err, fs.ErrExist) {
			return err
		}
		p.mark(filepath.Dir(p.to))
		if err := link(p.File, p.marked); err != nil {
			return err
		}
	}
	if !replace {
		err = hardLink(p.marked, p.to)
		if err == nil || errors.Is(err, fs.ErrExist) {
			return err // end removes the part
		}
		if _, err := os.Lstat(p.to); err == nil { // a file system without links
			return fs.ErrExist
		}
	}
	if err = os.Rename(p.marked, p.to); err == nil {
		delete(marked, p.marked)
		p.marked = ""
	}
	return err
}

// markedName returns a new name for a part. That it holds a checksum makes sure that no file of a person has one.
func markedName(folder string) string {
	text := rand.Text()
	return filepath.Join(folder, fmt.Sprintf(".padgen-%s-%08x.part", text, checksum(text)))
}

func checksum(text string) uint32 { return crc32.ChecksumIEEE([]byte(text)) }

// removeParts removes the parts that processes left in a folder because they were killed.
func removeParts(folder string) {
	f, err := os.Open(folder)
	if err != nil {
		return
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1)
	for _, name := range names {
		rest, marked := strings.CutPrefix(name, ".padgen-")
		text, sum, _ := strings.Cut(rest, "-")
		if marked && sum == fmt.Sprintf("%08x.part", checksum(text)) {
			removeLeft(filepath.Join(folder, name))
		}
	}
}

// onSignal makes signals that end the process remove its parts, and exit with 128 and their number, as shells count. Signals that the
// process ignores, as nohup has it, stay so.
var onSignal = sync.OnceFunc(func() {
	if runtime.GOOS == "js" { // has no signals: signal.Ignored panics
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
		names.Lock() // for good: no part gets a name any more
		for name := range marked {
			os.Remove(name)
		}
		os.Exit(code)
	}()
})
