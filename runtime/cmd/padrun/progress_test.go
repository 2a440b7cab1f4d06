package main

import (
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	var p progress
	if text, want := p.text(2600*time.Millisecond), "3 s"; text != want {
		t.Errorf("%q, want %q", text, want)
	}
	p.set(25e6, 100e6)
	if text, want := p.text(2*time.Second), "25 %, 12 MB/s, 6s left"; text != want {
		t.Errorf("%q, want %q", text, want)
	}
}
