package files

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

func text(s string) func(io.Writer) error {
	return func(f io.Writer) error {
		_, err := io.WriteString(f, s)
		return err
	}
}

// holds checks the content of a folder's only file.
func holds(t *testing.T, dir, name, want string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 {
		t.Fatalf("%s has %v, %v, want one file", dir, files, err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(b) != want {
		t.Errorf("%s has %q, %v, want %q", name, b, err, want)
	}
}

// forms runs a test with each form that a part can have, and on a file system without hard links.
func forms(t *testing.T, test func(t *testing.T)) {
	t.Run("unnamed", test)
	t.Cleanup(func() { newUnnamed, hardLink = unnamed, os.Link })
	newUnnamed = func(string) *os.File { return nil }
	t.Run("marked", test)
	hardLink = func(string, string) error { return errors.ErrUnsupported }
	t.Run("without links", test)
}

func TestWrite(t *testing.T) { forms(t, testWrite) }

func testWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := (Options{}).Write(name, text("one")); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, "a", "one")
	if err := (Options{}).Write(name, text("two")); err == nil || !strings.Contains(err.Error(), "a exists, -f replaces it") {
		t.Errorf("error %v", err)
	}
	holds(t, dir, "a", "one")
	failure := errors.New("failure")
	for range 2 {
		err := (Options{Replace: true}).Write(name, func(f io.Writer) error { return errors.Join(text("thr")(f), failure) })
		if !errors.Is(err, failure) {
			t.Errorf("error %v", err)
		}
		holds(t, dir, "a", "one")
	}
	if err := (Options{Replace: true}).Write(name, text("four")); err != nil {
		t.Error(err)
	}
	holds(t, dir, "a", "four")

	if err := os.Chmod(name, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := (Options{Replace: true}).Write(name, text("five")); err == nil || err.Error() != name+" is read-only" {
		t.Errorf("error %v", err)
	}
	holds(t, dir, "a", "four")
}

// TestLink: a link's target is replaced, not the link.
func TestLink(t *testing.T) {
	dir, links := t.TempDir(), t.TempDir()
	name, link := filepath.Join(dir, "a"), filepath.Join(links, "b")
	if err := os.WriteFile(name, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(name, link); err != nil {
		t.Skip(err)
	}
	if err := (Options{Replace: true}).Write(link, text("two")); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, "a", "two")
	holds(t, links, "b", "two")
	if info, err := os.Stat(name); err != nil || runtime.GOOS == "linux" && info.Mode() != 0o600 {
		t.Errorf("the file has mode %v, %v, want that of before, 0600", info.Mode(), err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	for _, force := range []bool{false, true} {
		if err := (Options{Replace: force}).Write(link, text("three")); err == nil || !strings.Contains(err.Error(), "is a link that leads to no file") {
			t.Errorf("error %v", err)
		}
	}
	if at, err := os.Readlink(link); err != nil || at != name {
		t.Errorf("the link leads to %q, %v, want %q", at, err, name)
	}
}

// TestDevice: a device is not replaced.
func TestDevice(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "js" {
		t.Skip("no /dev/null")
	}
	err := (Options{Replace: true}).Write(os.DevNull, text("x"))
	if err == nil || err.Error() != os.DevNull+" is no regular file, - is standard output" {
		t.Errorf("error %v", err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// TestName: a name may contain all bytes that a file system allows.
func TestName(t *testing.T) {
	dir, name := t.TempDir(), strings.Repeat("n", 255)
	if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
		t.Skip(err)
	}
	if err := (Options{Replace: true}).Write(filepath.Join(dir, name), text("one")); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, name, "one")
}

// TestTwo: if two calls write the same new name at once, one wins, and the other one leaves nothing behind.
func TestTwo(t *testing.T) { forms(t, testTwo) }

func testTwo(t *testing.T) {
	for range 100 {
		dir, won := t.TempDir(), make(chan string, 2)
		start := make(chan bool)
		for _, s := range []string{"one", "two"} {
			go func() {
				err := (Options{}).Write(filepath.Join(dir, "a"), func(f io.Writer) error { <-start; return text(s)(f) })
				if err != nil && !strings.Contains(err.Error(), "a exists, -f replaces it") {
					t.Errorf("error %v", err)
				}
				won <- map[bool]string{true: s}[err == nil]
			}()
		}
		close(start)
		a, b := <-won, <-won
		if (a == "") == (b == "") {
			t.Fatalf("%q and %q won, want one", a, b)
		}
		holds(t, dir, "a", a+b)
	}
}

// TestLockedFolder: another program's lock on the folder, as by flock DIR, does not prevent writing.
func TestLockedFolder(t *testing.T) {
	dir := t.TempDir()
	defer func() { newUnnamed = unnamed }()
	newUnnamed = func(string) *os.File { return nil } // only a part with a name uses the folder
	f, err := os.Open(dir)
	if err == nil {
		defer f.Close()
		_ = lock(f, true)
		err = Options{}.Write(filepath.Join(dir, "a"), text("one"))
	}
	if err != nil {
		t.Fatal(err)
	}
	holds(t, dir, "a", "one")
}

// startWriting starts a command and waits until it reports that it writes.
func startWriting(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Skip(err)
	}
	if _, err := io.ReadFull(out, make([]byte, len("writing\n"))); err != nil {
		t.Fatal(err)
	}
}

// TestSignals: a signal ends the process with the code that shells expect, and leaves nothing; signals that nohup ignores
// stay ignored. SIGKILL leaves a named part, which the next run removes.
func TestSignals(t *testing.T) {
	defer func() { newUnnamed = unnamed }()
	if dir := os.Getenv("FILES_WRITE"); dir != "" {
		if os.Getenv("FILES_MARKED") != "" {
			newUnnamed = func(string) *os.File { return nil }
		}
		t.Fatal(Options{}.Write(filepath.Join(dir, "a"), func(io.Writer) error {
			os.Stdout.WriteString("writing\n")
			select {}
		}))
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("no signals between processes")
	}
	for _, c := range []struct {
		trap         string
		send         []os.Signal
		code         int
		marked, left bool
	}{
		{"", []os.Signal{hangup}, 129, true, false},
		{"", []os.Signal{syscall.SIGINT}, 130, true, false},
		{"", []os.Signal{syscall.SIGTERM}, 143, true, false},
		{"", []os.Signal{syscall.SIGTERM}, 143, false, false},
		{"", []os.Signal{os.Kill}, -1, true, true},
		{"", []os.Signal{os.Kill}, -1, false, false},
		{"trap '' HUP; ", []os.Signal{hangup, syscall.SIGTERM}, 143, true, false},
	} {
		if newUnnamed = unnamed; c.marked {
			newUnnamed = func(string) *os.File { return nil }
		}
		if c.trap == "" && signal.Ignored(c.send[0]) {
			continue // the tests themselves run under nohup, or in the background of a shell
		}
		dir := t.TempDir()
		cmd := exec.Command("sh", "-c", c.trap+`exec "$0" -test.run '^TestSignals$'`, os.Args[0])
		cmd.Env = append(os.Environ(), "FILES_WRITE="+dir)
		if c.marked {
			cmd.Env = append(cmd.Env, "FILES_MARKED=1")
		} else if f := unnamed(dir); f == nil {
			continue // the system has no unnamed files
		} else {
			f.Close()
		}
		startWriting(t, cmd)
		if err := (Options{}).Write(filepath.Join(dir, "b"), text("")); err != nil {
			t.Error(err)
		}
		if parts, _ := os.ReadDir(dir); len(parts) != map[bool]int{true: 2, false: 1}[c.marked] {
			t.Fatalf("%v while it writes, want a part, if it has a name, and b", parts)
		}
		for _, s := range c.send {
			if err := cmd.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
		}
		_ = cmd.Wait()
		if parts, _ := os.ReadDir(dir); cmd.ProcessState.ExitCode() != c.code || len(parts) != 1 && !c.left {
			t.Errorf("%s%v: exit code %d, %v left behind, want %d and b", c.trap, c.send, cmd.ProcessState.ExitCode(), parts, c.code)
		}
		mine := filepath.Join(dir, ".padgen-ABCDEFGHIJKLMNOPQRSTUVWXYZ.part.txt") // a file of the user
		if err := errors.Join(os.WriteFile(mine, nil, 0o666), Replace(map[string][]byte{filepath.Join(dir, "c"): {1}})); err != nil {
			t.Error(err)
		}
		if parts, _ := os.ReadDir(dir); len(parts) != 3 {
			t.Errorf("%s%v: the next run leaves %v, want b, c and a person's file", c.trap, c.send, parts)
		}
	}
}

// TestSignalAtOnce: a signal at any time leaves a complete file, or nothing.
func TestSignalAtOnce(t *testing.T) {
	if dir := os.Getenv("FILES_WRITE"); dir != "" {
		newUnnamed = func(string) *os.File { return nil }
		os.Stdout.WriteString("writing\n")
		for range 1000 {
			if err := Replace(map[string][]byte{filepath.Join(dir, "a"): {1}, filepath.Join(dir, "b"): {1}}); err != nil {
				t.Fatal(err)
			}
		}
		select {}
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "js" || runtime.GOOS == "wasip1" || testing.Short() {
		t.Skip("no signals between processes")
	}
	for i := range 40 {
		dir := t.TempDir()
		cmd := exec.Command(os.Args[0], "-test.run", "^TestSignalAtOnce$")
		cmd.Env = append(os.Environ(), "FILES_WRITE="+dir)
		startWriting(t, cmd)
		time.Sleep(time.Duration(i) * 150 * time.Microsecond)
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		left, err := os.ReadDir(dir)
		for _, e := range left {
			if b, errRead := os.ReadFile(filepath.Join(dir, e.Name())); len(b) != 1 || len(e.Name()) != 1 || errRead != nil {
				t.Errorf("%s: %v, %v", e.Name(), b, errRead)
			}
		}
		if len(left) == 1 || err != nil {
			t.Errorf("%v, %v, want both files or none", left, err)
		}
	}
}
