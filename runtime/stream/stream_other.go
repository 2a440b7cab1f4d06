//go:build !amd64 || purego

package stream

import "unsafe"

const wide = false

func row(*Line, unsafe.Pointer, int, int) unsafe.Pointer { panic("stream: not supported") }

func end(*Line, int) { panic("stream: not supported") }

func copyWide(_, _ unsafe.Pointer, _ int, _ bool) { panic("stream: not supported") }

func fillWide(_, _ unsafe.Pointer, _ int, _ bool) { panic("stream: not supported") }
