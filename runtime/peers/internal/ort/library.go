package ort

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Where the shared library comes from: a package of npm, whose install scripts (they fetch GPU libraries) are not run.
const (
	npmPackage = "onnxruntime-node"
	npmVersion = "1.30.0"
	// LibraryVariable names a library that is there already.
	LibraryVariable = "ORT_LIB"
)

// ErrLibrary is the kind of error where there is no library to load.
var ErrLibrary = errors.New("no ONNX Runtime")

// npmArch names the folder of a platform in the package.
var npmArch = map[string]string{"linux/amd64": "x64", "linux/arm64": "arm64"}

// Library returns the path of the shared library: what the variable ORT_LIB says, or the one in the cache folder,
// where npm puts it at the first time.
func Library(cache string) (string, error) {
	if path := os.Getenv(LibraryVariable); path != "" {
		if _, err := os.Stat(path); err != nil {
			return "", fmt.Errorf("%w: %s: %v", ErrLibrary, LibraryVariable, err)
		}
		return path, nil
	}
	platform := runtime.GOOS + "/" + runtime.GOARCH
	arch, ok := npmArch[platform]
	if !ok {
		return "", fmt.Errorf("%w: %s@%s is used on linux/amd64 and linux/arm64, this is %s; %s may name a library of ONNX Runtime for it",
			ErrLibrary, npmPackage, npmVersion, platform, LibraryVariable)
	}
	cache = filepath.Join(cache, npmPackage+"-"+npmVersion)
	path := filepath.Join(cache, "node_modules", npmPackage, "bin", "napi-v6", "linux", arch, "libonnxruntime.so.1")
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		return "", fmt.Errorf("%w: npm, which fetches %s@%s, is not installed; it comes with Node.js; without it, %s may name a library that is there",
			ErrLibrary, npmPackage, npmVersion, LibraryVariable)
	}
	fmt.Fprintf(os.Stderr, "fetching %s@%s with npm into %s\n", npmPackage, npmVersion, cache)
	cmd := exec.Command(npm, "install", "--prefix", cache, "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", npmPackage+"@"+npmVersion)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := os.MkdirAll(cache, 0o777); err != nil {
		return "", err
	}
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%w: npm could not install %s@%s (%v): it needs the network or a filled cache of its own", ErrLibrary, npmPackage, npmVersion, err)
	}
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("%w: npm installed %s@%s, but without %v", ErrLibrary, npmPackage, npmVersion, err)
	}
	return path, nil
}
