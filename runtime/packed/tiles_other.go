//go:build !amd64 || purego

package packed

func shuffle(*call, int, int) { panic("packed: not supported") }
