package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/padgen/padgen/runtime/zarrpad"
)

// TestMain runs zarrpad itself if a test starts it as a process.
func TestMain(m *testing.M) {
	if os.Getenv("ZARRPAD_RUN") != "" {
		main()
	}
	os.Exit(m.Run())
}

// write writes an array of float32 in chunks of 16 x 16 without compression, with different elements.
func write(t *testing.T, dir string, shape [2]int) {
	t.Helper()
	meta := fmt.Sprintf(`{"zarr_format": 2, "shape": [%d, %d], "chunks": [16, 16], "dtype": "<f4", "order": "C", "filters": null,
		"compressor": null, "fill_value": 0.0}`, shape[0], shape[1])
	store := zarrpad.Folder(dir)
	if err := store.Put(t.Context(), ".zarray", []byte(meta)); err != nil {
		t.Fatal(err)
	}
	for i := range (shape[0] + 15) / 16 {
		for k := range (shape[1] + 15) / 16 {
			chunk := make([]byte, 1024)
			for n := range chunk {
				chunk[n] = byte(i*31 + k*7 + n*n)
			}
			if err := store.Put(t.Context(), fmt.Sprintf("%d.%d", i, k), chunk); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func zarrpadCommand(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = run(t.Context(), args, &out, &err)
	return code, out.String(), err.String()
}

// TestCommand tests outputs, errors and exit codes.
func TestCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in", [2]int{40, 50})
	if err := os.MkdirAll("full/x", 0o700); err != nil {
		t.Fatal(err)
	}
	const endless = `{"zarr_format": 3, "node_type": "array", "shape": [4611686018427387904], "data_type": "float32", "fill_value": 0,
		"chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}}, "chunk_key_encoding": {"name": "default"},
		"codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}`
	for dir, doc := range map[string]string{"broken": "{", "endless": endless} {
		if err := zarrpad.Folder(dir).Put(t.Context(), "zarr.json", []byte(doc)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"", "usage: zarrpad COMMAND [flags] IN OUT", 2},
		{"version", "zarrpad (devel) go1.", 0},
		{"check -h", "usage: zarrpad check [flags] IN OUT", 0},
		{"help", "examples:", 0},
		{"pad -h", "-shard I/N", 0},
		{"pda", `zarrpad pda: unknown command "pda", expected one of pad, check, version, help`, 2},
		{"pad in out", "zarrpad pad: no -pads", 2},
		{"pad -pads 1,1,1,1 in", "1 folders, expected IN and OUT", 2},
		{"pad -pads 1,1,x in out", `expected whole numbers: 1,3,2,4 for all begins, then all ends`, 2},
		{"pad -pads 1:2:3 in out", `"1:2:3", expected begin:end for each axis, 1:2,3:4`, 2},
		{"pad -mode mirror -pads 1:1 in out", `"mirror" is not a mode, use reflect`, 2},
		{"pad -mode edge -value 3 -pads 1:1,1:1 in out", "-value 3 is for mode constant, not edge", 2},
		{"pad -shard 3/3 -pads 1:1,1:1 in out", "I from 0 to N-1", 2},
		{"pad -cache 3X -pads 1:1,1:1 in out", "such as 500000, 64K, 100M or 2G", 2},
		{"pad -pads 1:1,1:1 none out", "zarrpad pad: no array in none: neither zarr.json nor .zarray", 2},
		{"pad -pads 1:1,1:1 in ./in", "./in/.zarray: the output is of another call: padgen did not write it", 2},
		{"pad -value 1,2,3 -pads 1:1,1:1 in out", "axis 0 has pads or crops, expected none (the 3 values are for axis 0", 2},
		{"pad -value [1,2] -pads 1:1,1:1 in out", `value "[1,2]" is not a value of type float32`, 2},
		{"pad -values-axis 0 -pads 1:1,1:1 in out", "-values-axis is for several values", 2},
		{"pad -pads 1:1,1:1 broken out", "zarrpad pad: broken/zarr.json: bad metadata: unexpected end of JSON input\n", 2},
		{"pad -n -pads 1 endless out", "not supported: axis 0 has 4611686018427387904 elements in chunks of 2, expected at most 4194304 chunks", 2},
		{"pad -pads 1:1,1:1 in full", `full holds "x" and no array, expected an empty or new folder`, 2},
		{"pad -n -mode reflect -pads 1:1,1:1 in out", "in:  float32 [40 50], 12 chunks of [16 16], 12.3 KB\nout: float32 [42 52], 12 chunks of [16 16], 12.3 KB\n" +
			"would decode 12 chunks, each 1.00 times, 12.3 KB; without compression\n", 0},
		{"check in out", "no array in out", 2},
		{"pad -mode reflect -pads 1:1,1:1 -shard 1/2 in out", "6 chunks padded, 0 existed; ", 0},
		{"check in out", "6 chunks right, 6 wrong", 1},
		{"pad -mode reflect -pads 1:1,1:1 in out", "6 chunks padded, 6 existed; ", 0},
		{"check in out", "12 chunks right, 0 wrong", 0},
		{"pad -mode reflect -pads 1,1,1,1 -axes -1,0 in out", "0 chunks padded, 12 existed", 0},
		{"pad -mode edge,wrap -pads 1:1,1:1 in both", "12 chunks padded", 0},
		{"check in both", "12 chunks right, 0 wrong", 0},
		{"pad -mode edge,wrap,wrap -pads 1:1,1:1 in three", "modes", 2},
		{"pad -n -pads 3 in out", "out: float32 [46 56]", 0},
		{"pad -n -pads 3 -axes 1 in out", "out: float32 [40 56]", 0},
		{"pad -n -pads 3 none out", "no array in none: neither zarr.json nor .zarray", 2},
		{"pad -pads 1:1 -axes 0 -values-axis 1 -value 1,nan in values", "values: axis 1 has length 50, 2 given", 2},
		{"pad -pads 1:1 -axes 1 -values-axis 0 -value " + strings.Repeat("3,", 39) + "nan in values", "12 chunks padded", 0},
		{"check in values", "12 chunks right, 0 wrong", 0},
		{"pad -pads 1:1 -axes 1 -values-axis 0 -value " + strings.Repeat("3,", 39) + "4 in values", "the output is of another call", 2},
		{"pad -mode reflect -pads 0:2,1:1 in out", "the output is of another call", 2},
		{"damage out/0.0", "", 0},
		{"check in out", "zarrpad: out/0.0: damaged chunk: 3 bytes after decoding, expected 1024\n11 chunks right, 1 wrong\n", 1},
		{"damage in/0.0", "", 0},
		{"check -workers 8 in out", "zarrpad check: in/0.0: damaged chunk: 3 bytes after decoding, expected 1024\n", 2},
	} {
		if damaged, found := strings.CutPrefix(c.args, "damage "); found {
			if err := os.WriteFile(damaged, []byte("abc"), 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if code, out, err := zarrpadCommand(t, strings.Fields(c.args)...); code != c.code || !strings.Contains(out+err, c.want) {
			t.Errorf("%s: %d %s%s, expected %d %s", c.args, code, out, err, c.code, c.want)
		} else if code == 2 && c.args != "" && (strings.Count(err, "\n") != 1 || strings.Contains(out, "canceled")) {
			t.Errorf("%s: %s%s, expected one line about one error", c.args, out, err)
		}
	}
}

// TestKill: processes that are killed at any moment leave complete chunks, and the next ones write the rest: the same bytes
// as without interruption.
func TestKill(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "in"), [2]int{400, 300})
	args := func(out string, shard int) []string {
		return []string{"pad", "-mode", "wrap", "-pads", "9:5,20:40", "-shard", fmt.Sprintf("%d/2", shard), filepath.Join(dir, "in"), filepath.Join(dir, out)}
	}
	read := func(out string) map[string]string {
		files := map[string]string{}
		err := fs.WalkDir(os.DirFS(filepath.Join(dir, out)), ".", func(path string, d fs.DirEntry, err error) error {
			if d != nil && d.Name() == ".padgen-parts" {
				return fs.SkipDir
			}
			if err == nil && !d.IsDir() {
				var data []byte
				data, err = os.ReadFile(filepath.Join(dir, out, path))
				files[path] = string(data)
			}
			return err
		})
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return files
	}
	for shard := range 2 {
		if code, _, err := zarrpadCommand(t, args("want", shard)...); code != 0 {
			t.Fatal(err)
		}
	}
	want, killed, left := read("want"), 0, 0
	for round := range 5 {
		out := fmt.Sprint("out", round)
		parts := filepath.Join(dir, out, ".padgen-parts")
		for tries := 0; len(read(out)) < len(want); tries++ {
			var processes []*exec.Cmd
			for shard := range 2 {
				p := exec.CommandContext(context.Background(), os.Args[0], args(out, shard)...)
				p.Env = append(os.Environ(), "ZARRPAD_RUN=1")
				if err := p.Start(); err != nil {
					t.Fatal(err)
				}
				processes = append(processes, p)
			}
			time.Sleep(time.Duration(rand.IntN(40*(tries+1))) * time.Millisecond)
			for _, p := range processes {
				p.Process.Kill()
				if p.Wait() != nil {
					killed++
				}
			}
			for path, data := range read(out) {
				if want[path] != data {
					t.Fatalf("%s differs after %d were killed", path, killed)
				}
			}
			if _, err := os.Stat(parts); err == nil {
				left++
			}
		}
		if code, _, err := zarrpadCommand(t, args(out, 0)...); code != 0 {
			t.Error(err)
		}
		if _, err := os.Stat(parts); err == nil {
			t.Errorf("%s is left", parts)
		}
	}
	if t.Logf("%d processes were killed, parts were left %d times", killed, left); killed == 0 || left == 0 {
		t.Error("no process was killed, or none left a part")
	}
}

// TestProgress tests percent, rate and the time left.
func TestProgress(t *testing.T) {
	got := progress(zarrpad.Stats{Chunks: 8, Done: 1, Skipped: 1, Read: 3e6, Written: 1e6}, 2*time.Second)
	if want := "25 %, 2 of 8 chunks, 2 MB/s, 6s left"; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
}

// TestSignal: an interrupted process exits with 128 plus the number of the signal, and leaves no partial files.
func TestSignal(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "in"), [2]int{1600, 900})
	p := exec.Command(os.Args[0], "pad", "-pads", "9:5,20:40", filepath.Join(dir, "in"), filepath.Join(dir, "out"))
	p.Env = append(os.Environ(), "ZARRPAD_RUN=1")
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if _, err := os.Stat(filepath.Join(dir, "out", "0.0")); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	p.Process.Signal(os.Interrupt)
	if p.Wait(); p.ProcessState.ExitCode() != 130 {
		t.Error(p.ProcessState)
	}
	if _, err := os.Stat(filepath.Join(dir, "out", ".padgen-parts")); err == nil {
		t.Error("parts are left")
	}
}
