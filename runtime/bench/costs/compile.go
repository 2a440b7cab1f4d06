package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

const (
	compileLimit    = 5 * time.Second
	generationLimit = 2 * time.Second
)

// compileTime builds package generated without its entry in the build cache, all it imports being there. An overlay
// adds a file with a new comment, which makes the package a new one to the cache and nothing else.
func compileTime(root, dir string) ([]cost, error) {
	if _, err := goCommand(root, "build", "./generated"); err != nil {
		return nil, err
	}
	comment, overlay := filepath.Join(dir, "comment.go"), filepath.Join(dir, "overlay.json")
	list, err := json.Marshal(map[string]map[string]string{
		"Replace": {filepath.Join(root, "generated", "zz_comment.go"): comment},
	})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(overlay, list, 0o666); err != nil {
		return nil, err
	}
	d, err := least(func(run int) error {
		text := fmt.Sprintf("package generated\n\n// %d %d\n", time.Now().UnixNano(), run)
		if err := os.WriteFile(comment, []byte(text), 0o666); err != nil {
			return err
		}
		_, err := command(root, []string{"GOMAXPROCS=2"}, "go", "build", "-p", "2", "-overlay", overlay, "./generated")
		return err
	})
	return []cost{duration("cold compile of generated, 2 cores", d, compileLimit)}, err
}

// generationTime runs padgen for all kernels into an empty folder.
func generationTime(root, dir string) ([]cost, error) {
	padgen := filepath.Join(dir, "padgen")
	if _, err := goCommand(root, "build", "-o", padgen, "./gen/cmd/padgen"); err != nil {
		return nil, err
	}
	d, err := least(func(run int) error {
		_, err := command(root, nil, padgen, "generate", "-o", filepath.Join(dir, fmt.Sprint("generated", run)))
		return err
	})
	return []cost{duration("generation of all kernels", d, generationLimit)}, err
}
