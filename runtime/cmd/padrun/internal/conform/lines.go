package conform

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
)

// maxLine bounds a line, which takes many times as much memory when it is decoded.
const maxLine = 1 << 24

// lines runs the cases of a .jsonl file. A line that is not a case counts as one that fails.
func (r *runner) lines(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLine)
	number := 1
	for ; lines.Scan(); number++ {
		if line := bytes.TrimSpace(lines.Bytes()); len(line) > 0 {
			r.line(fmt.Sprintf("%s:%d", file, number), line)
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("%s:%d: longer than %d bytes", file, number, maxLine)
	}
	return lines.Err()
}

func (r *runner) line(where string, line []byte) {
	c, err := ParseCase(line)
	if err != nil {
		r.report(where, err)
		return
	}
	where += ": " + c.Name
	refusal, err := c.Check()
	if refusal != "" && err == nil {
		where += ": refused: " + refusal
	}
	r.report(where, err)
}
