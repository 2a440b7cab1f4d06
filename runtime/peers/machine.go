package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// machine says what the figures are measured on, and when.
func machine() string {
	cpu := runtime.GOARCH
	b, _ := os.ReadFile("/proc/cpuinfo") // where the system tells
	for line := range strings.Lines(string(b)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			cpu = strings.TrimSpace(value)
		}
	}
	return fmt.Sprintf("%s, GOMAXPROCS %d, %s %s/%s, %s", cpu, runtime.GOMAXPROCS(0), runtime.Version(), runtime.GOOS, runtime.GOARCH,
		time.Now().UTC().Format(time.DateOnly))
}
