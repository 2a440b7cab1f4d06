package main

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"
)

// progress is the number of bytes that a step has processed, and their total, which is 0 if it is not known.
type progress struct{ done, total atomic.Int64 }

func (p *progress) set(done, total int64) {
	p.total.Store(total)
	p.done.Store(done)
}

// during runs a step. If w is a terminal and the step takes more than a second, it shows the step and its progress.
func during(w io.Writer, step string, p *progress, do func() error) error {
	f, _ := w.(*os.File)
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return do()
	}
	done, start := make(chan error, 1), time.Now()
	go func() { done <- do() }()
	for end := ""; ; end = "\r\x1b[K" { // clears the line
		select {
		case err := <-done:
			fmt.Fprint(w, end)
			return err
		case now := <-time.After(time.Second):
			fmt.Fprintf(w, "\r%s, %s\x1b[K", step, p.text(now.Sub(start)))
		}
	}
}

// text describes the progress after some time: in percent, with the rate and the time left, if known.
func (p *progress) text(spent time.Duration) string {
	done, total := float64(p.done.Load()), float64(p.total.Load())
	if done == 0 || total == 0 {
		return fmt.Sprintf("%.0f s", spent.Seconds())
	}
	left := time.Duration(float64(spent) * (total - done) / done)
	return fmt.Sprintf("%.0f %%, %.0f MB/s, %v left", 100*done/total, done/1e6/spent.Seconds(), left.Round(time.Second))
}
