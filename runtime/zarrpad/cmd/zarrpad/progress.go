package main

import (
	"fmt"
	"os"
	"time"

	"github.com/padgen/padgen/runtime/zarrpad"
)

// follow runs do, and shows its progress if stderr is a terminal.
func (c *command) follow(do func() (zarrpad.Stats, error)) (zarrpad.Stats, error) {
	start, last := time.Now(), time.Time{}
	f, _ := c.stderr.(*os.File)
	if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		c.options.Progress = func(s zarrpad.Stats) {
			if now := time.Now(); now.Sub(last) > time.Second/4 {
				last = now
				fmt.Fprintf(f, "\r%s\x1b[K", progress(s, now.Sub(start)))
			}
		}
		defer fmt.Fprint(f, "\r\x1b[K") // clears the line
	}
	return do()
}

// progress describes the progress after some time: in percent, with the rate and the time left.
func progress(s zarrpad.Stats, spent time.Duration) string {
	done, total := s.Done+s.Skipped+s.Wrong, max(1, s.Chunks)
	left := time.Duration(float64(spent) * float64(total-done) / float64(max(1, done)))
	rate := size(float64(s.Read+s.Written) / spent.Seconds())
	return fmt.Sprintf("%d %%, %d of %d chunks, %s/s, %v left", 100*done/total, done, total, rate, left.Round(time.Second))
}

// size formats a number of bytes for people.
func size(bytes float64) string {
	units := []string{"bytes", "KB", "MB", "GB", "TB", "PB", "EB"}
	for bytes >= 1000 && len(units) > 1 {
		bytes, units = bytes/1000, units[1:]
	}
	return fmt.Sprintf("%.3g %s", bytes, units[0])
}
