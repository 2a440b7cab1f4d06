package onnxdoc

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrRefused is wrapped by the errors of [Plan.Apply] after which the folder is as it was before.
var ErrRefused = errors.New("nothing was written")

// Apply writes the files of the plan, all or none. It first writes each to a
// temporary file beside its place, then renames them all; if a rename fails, it
// undoes those before it.
func (p *Plan) Apply() (err error) {
	if len(p.Refused) > 0 {
		return fmt.Errorf("onnxdoc: %w: %d findings", ErrRefused, len(p.Refused))
	}
	temps := make([]string, 0, len(p.Writes))
	defer func() {
		for _, t := range temps {
			_ = os.Remove(t) // those renamed are gone already
		}
	}()
	for _, w := range p.Writes {
		t, err := writeTemp(p.path(w), w.Data)
		if t != "" {
			temps = append(temps, t)
		}
		if err != nil {
			return fmt.Errorf("onnxdoc: %w: %w", ErrRefused, err)
		}
	}
	for i, w := range p.Writes {
		if err := os.Rename(temps[i], p.path(w)); err != nil {
			if undoErr := p.undo(i); undoErr != nil {
				return fmt.Errorf("onnxdoc: %d of %d files were written and not all restored: %w", i, len(p.Writes), errors.Join(err, undoErr))
			}
			return fmt.Errorf("onnxdoc: %w: %w", ErrRefused, err)
		}
	}
	return nil
}

func (p *Plan) path(w Write) string { return filepath.Join(p.Dir, filepath.FromSlash(w.Path)) }

// undo restores the first n files.
func (p *Plan) undo(n int) error {
	var errs []error
	for _, w := range p.Writes[:n] {
		if w.Old == nil {
			errs = append(errs, os.Remove(p.path(w)))
			continue
		}
		t, err := writeTemp(p.path(w), w.Old)
		if err == nil {
			err = os.Rename(t, p.path(w))
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// writeTemp writes a file beside the one it will become.
func writeTemp(path string, data []byte) (name string, err error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(dir, ".padgen-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	return f.Name(), errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
}
