package conform

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
)

// maxLine bounds a line, so that a file without line ends is not read as a whole.
const maxLine = 1 << 26

// lines runs the cases of a .jsonl file. A line that is not a case counts as one that fails.
func (r *runner) lines(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLine)
	for number := 1; lines.Scan(); number++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		where := fmt.Sprintf("%s:%d", file, number)
		c, err := ParseCase(line)
		if err != nil {
			r.report(where, err)
			continue
		}
		where += ": " + c.Name
		doubt, err := c.Check()
		if r.report(where, err); doubt != "" {
			r.Vague++
			fmt.Fprintf(r.w, "VAGUE %s: %s\n", where, doubt)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}
