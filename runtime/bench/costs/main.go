// Command costs measures what the generated kernels cost besides their run: compile time, linked size, generation time.
//
//	go run ./runtime/bench/costs [-sizes]
//
// With -sizes it measures linked sizes alone, which are the same whatever else the machine does. It needs the go command and this module's
// sources, and writes to temporary folders and the build cache alone. The exit code is 1 where a cost is above its limit, 2 where one
// could not be measured.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// cost is one line of the table.
type cost struct {
	name            string
	measured, limit string
	content         string // of a size in a file: what it is without the rest of pages
	over            bool
}

func main() {
	sizes := flag.Bool("sizes", false, "measure linked sizes alone")
	flag.Parse()
	parts := []measurement{compileTime, linkedSizes, generationTime}
	if *sizes {
		parts = []measurement{linkedSizes}
	}
	costs, err := measure(parts)
	if err != nil {
		fmt.Fprintln(os.Stderr, "costs:", err)
		os.Exit(2)
	}
	over := false
	fmt.Printf("%-64s %10s %10s  %-7s %s\n", "cost", "measured", "at most", "", "code and data")
	for _, c := range costs {
		verdict := "met"
		switch {
		case c.limit == "":
			verdict = ""
		case c.over:
			verdict, over = "NOT MET", true
		}
		fmt.Printf("%-64s %10s %10s  %-7s %s\n", c.name, c.measured, c.limit, verdict, c.content)
	}
	if over {
		os.Exit(1)
	}
}

// measurement measures some of the costs of the module in root. It may write to dir.
type measurement func(root, dir string) ([]cost, error)

func measure(parts []measurement) ([]cost, error) {
	root, err := goCommand("", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "padgen-costs")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var costs []cost
	for _, part := range parts {
		c, err := part(strings.TrimSpace(root), dir)
		if err != nil {
			return nil, err
		}
		costs = append(costs, c...)
	}
	return costs, nil
}

func duration(name string, d, limit time.Duration) cost {
	return cost{name: name, measured: d.Round(time.Millisecond).String(), limit: limit.String(), over: d > limit}
}

// goCommand runs the go command in dir and returns what it prints.
func goCommand(dir string, args ...string) (string, error) { return command(dir, nil, "go", args...) }

func command(dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, stderr.Bytes())
	}
	return string(out), err
}

// least runs f three times and returns the shortest: whatever else the machine does only adds. F gets the number of the
// run.
func least(f func(run int) error) (time.Duration, error) {
	var shortest time.Duration
	for i := range 3 {
		start := time.Now()
		if err := f(i); err != nil {
			return 0, err
		}
		if d := time.Since(start); i == 0 || d < shortest {
			shortest = d
		}
	}
	return shortest, nil
}
