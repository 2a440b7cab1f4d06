//go:build linux

package files

import (
	"fmt"
	"os"
	"syscall"
	"unsafe"
)

// unnamed creates a file that has no name yet and disappears with its process. It returns nil if the file system does not
// support such files, or if there is no /proc through which to name it.
func unnamed(folder string) *os.File {
	const O_TMPFILE = 0x400000 | syscall.O_DIRECTORY
	f, err := os.OpenFile(folder, os.O_RDWR|O_TMPFILE, 0o666)
	if err == nil {
		if _, err = os.Stat(inProc(f)); err != nil {
			f.Close()
			return nil
		}
	}
	return f // nil after an error
}

func inProc(f *os.File) string { return fmt.Sprintf("/proc/self/fd/%d", f.Fd()) }

// link gives an unnamed file a name that is not in use.
func link(f *os.File, name string) error {
	from, _ := syscall.BytePtrFromString(inProc(f)) // contains no zero byte
	to, err := syscall.BytePtrFromString(name)
	if err != nil {
		return err
	}
	const AT_SYMLINK_FOLLOW = 0x400
	here := -100 // AT_FDCWD
	_, _, errno := syscall.Syscall6(syscall.SYS_LINKAT, uintptr(here), uintptr(unsafe.Pointer(from)), uintptr(here),
		uintptr(unsafe.Pointer(to)), AT_SYMLINK_FOLLOW, 0)
	if errno != 0 {
		return &os.LinkError{Op: "link", Old: f.Name(), New: name, Err: errno}
	}
	return nil
}
