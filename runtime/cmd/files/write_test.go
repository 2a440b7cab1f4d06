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

// TestWrite writes a file several times, in each form. A write that fails leaves the file as it was, and nothing else.
func TestWrite(t *testing.T) {
	forms(t, func(t *testing.T) {
		dir, failure := t.TempDir(), errors.New("failure")
		name := filepath.Join(dir, "a")
		for _, step := range []struct {
			text    string
			replace bool
			fails   error
			want    string
			err     string // "" for none
		}{
			{"one", false, nil, "one", ""},
			{"two", false, nil, "one", name + " exists, -f replaces it"},
			{"thr", true, failure, "one", "failure"},
			{"thr", true, failure, "one", "failure"},
			{"four", true, nil, "four", ""},
			{"five", true, nil, "four", name + " is read-only"},
		} {
			if strings.HasSuffix(step.err, "read-only") {
				_ = os.Chmod(name, 0o444)
			}
			err := (Options{Replace: step.replace}).Write(name, func(f io.Writer) error { return errors.Join(text(step.text)(f), step.fails) })
			if (err == nil) != (step.err == "") || err != nil && err.Error() != step.err {
				t.Errorf("%s: error %v, want %q", step.text, err, step.err)
			}
			holds(t, dir, "a", step.want)
		}
	})
}

// TestPlaces: the target of a link is replaced and keeps its permissions, and the link stays one. A device is not replaced. A
// name may have as many bytes as a file system allows, and another program may have locked the folder.
func TestPlaces(t *testing.T) {
	dir, links, long := t.TempDir(), t.TempDir(), strings.Repeat("n", 255)
	name, link := filepath.Join(dir, long), filepath.Join(links, "b")
	if err := errors.Join(os.WriteFile(name, []byte("one"), 0o600), os.Symlink(name, link)); err != nil {
		t.Skip(err)
	}
	replace := Options{Replace: true}
	if err := replace.Write(link, text("two")); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, long, "two")
	if info, err := os.Stat(name); err != nil || runtime.GOOS == "linux" && info.Mode() != 0o600 {
		t.Errorf("the file has mode %v, %v, want that of before, 0600", info.Mode(), err)
	}
	if at, err := os.Readlink(link); err != nil || at != name {
		t.Errorf("the link leads to %q, %v, want %q", at, err, name)
	}
	defer func() { newUnnamed = unnamed }()
	newUnnamed = func(string) *os.File { return nil } // only a part with a name uses the folder
	f, err := os.Open(dir)
	if err == nil {
		defer f.Close()
		_ = lock(f, true) // as flock DIR does
		err = replace.Write(name, text("three"))
	}
	if err != nil {
		t.Error(err)
	}
	holds(t, dir, long, "three")
	refused := map[string]string{link: link + " is a link that leads to no file"}
	if runtime.GOOS != "windows" && runtime.GOOS != "js" {
		refused[os.DevNull] = os.DevNull + " is not a regular file; - is standard output"
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	for name, want := range refused {
		for _, o := range []Options{{}, replace} {
			if err := o.Write(name, text("x")); err == nil || err.Error() != want {
				t.Errorf("error %v, want %s", err, want)
			}
		}
	}
}

// TestTwo: if two calls write the same new name at once, one wins, and the other one leaves nothing behind.
func TestTwo(t *testing.T) {
	forms(t, func(t *testing.T) {
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
	})
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
