package specdiff

import "errors"

func (r *Report) html() (string, error) { return "", errors.New("specdiff: no html yet") }
