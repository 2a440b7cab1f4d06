package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// during does a step. If w is a terminal, it says which step it is and for how long, when that takes more than a second.
func during(w io.Writer, step string, do func() error) error {
	f, _ := w.(*os.File)
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return do()
	}
	ticks := time.NewTicker(time.Second)
	defer ticks.Stop()
	return tell(w, ticks.C, step, do)
}

// tell does a step and tells w about it at each tick.
func tell(w io.Writer, ticks <-chan time.Time, step string, do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	for start, told := time.Now(), false; ; told = true {
		select {
		case err := <-done:
			if told {
				fmt.Fprint(w, "\r\x1b[K") // clears the line
			}
			return err
		case now := <-ticks:
			fmt.Fprintf(w, "\r%s, %d s\x1b[K", step, now.Sub(start)/time.Second)
		}
	}
}
