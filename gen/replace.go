package gen

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// Replace writes files, by path, and removes those without content. It first writes all of them beside the old ones, then replaces each in
// one step. So a full disk changes nothing, and nobody reads half a file. The umask decides the permissions.
func Replace(files map[string][]byte) (err error) {
	staging := map[string]string{} // a folder for new files in each folder
	staged := func(path string) string { return filepath.Join(staging[filepath.Dir(path)], filepath.Base(path)) }
	defer func() {
		for _, dir := range staging {
			os.RemoveAll(dir)
		}
	}()
	paths := slices.Sorted(maps.Keys(files))
	for _, path := range paths {
		if dir := filepath.Dir(path); staging[dir] == "" {
			staging[dir], err = newStaging(dir)
		}
		if err == nil && files[path] != nil {
			err = os.WriteFile(staged(path), files[path], 0o666)
		}
		if err != nil {
			return fmt.Errorf("gen: %w", err)
		}
	}
	for _, path := range paths {
		if files[path] != nil {
			err = os.Rename(staged(path), path)
		} else if err = os.Remove(path); errors.Is(err, fs.ErrNotExist) { // another call was faster
			err = nil
		}
		if err != nil {
			return fmt.Errorf("gen: %w", err)
		}
	}
	return nil
}

// stagingName matches the names of staging folders. A killed run leaves its own: one that is older than stagingFor.
var stagingName = regexp.MustCompile(`^\.padgen-[0-9]+$`)

const stagingFor = time.Minute

// newStaging makes a staging folder in dir, and removes what killed runs left there.
func newStaging(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		info, errInfo := e.Info()
		if e.IsDir() && stagingName.MatchString(e.Name()) && errInfo == nil && time.Since(info.ModTime()) > stagingFor {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, e.Name())))
		}
	}
	if err != nil {
		return "", err
	}
	return os.MkdirTemp(dir, ".padgen-*")
}
