package main

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"
)

var seconds = regexp.MustCompile(` [1-9][0-9]* s`)

func TestTell(t *testing.T) {
	failure := errors.New("failure")
	ticks, told := make(chan time.Time), make(chan bool)
	var w strings.Builder
	go func() {
		ticks <- time.Now().Add(2999 * time.Millisecond) // the ticker starts a little before the step
		close(told)
	}()
	err := tell(&w, ticks, "padding x.npy", new(progress), func() error { <-told; return failure })
	// The two clocks are not read at the same time: on a busy machine, it is another number than 3.
	if want := "\rpadding x.npy, N s\x1b[K\r\x1b[K"; err != failure || seconds.ReplaceAllString(w.String(), " N s") != want {
		t.Errorf("%v, %q, want %q", err, w.String(), want)
	}
	w.Reset()
	if err := tell(&w, nil, "", new(progress), func() error { return nil }); err != nil || w.String() != "" {
		t.Errorf("a short step: %v, %q, want nothing", err, w.String())
	}
	var p progress
	p.set(25e6, 100e6)
	if text, want := p.text(2*time.Second), "25 %, 12 MB/s, 6s left"; text != want {
		t.Errorf("%q, want %q", text, want)
	}
}
