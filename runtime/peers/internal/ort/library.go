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
	// libraryVariable names a library that is there already.
	libraryVariable = "ORT_LIB"
)

// ErrLibrary is the kind of error where there is no library to load.
var ErrLibrary = errors.New("no ONNX Runtime")

// npmArch names the folder of a platform in the package.
var npmArch = map[string]string{"linux/amd64": "x64", "linux/arm64": "arm64"}

// library returns the path of the shared library: what the variable ORT_LIB says, or the one in the user's cache, where
// npm puts it at the first time.
func library() (string, error) {
	if path := os.Getenv(libraryVariable); path != "" {
		if _, err := os.Stat(path); err != nil {
			return "", fmt.Errorf("%w: %s: %v", ErrLibrary, libraryVariable, err)
		}
		return path, nil
	}
	platform := runtime.GOOS + "/" + runtime.GOARCH
	arch, ok := npmArch[platform]
	if !ok {
		return "", fmt.Errorf("%w: %s@%s is used on linux/amd64 and linux/arm64, this is %s; %s may name a library of ONNX Runtime for it",
			ErrLibrary, npmPackage, npmVersion, platform, libraryVariable)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	cache = filepath.Join(cache, "padgen-peers", npmPackage+"-"+npmVersion)
	path := filepath.Join(cache, "node_modules", npmPackage, "bin", "napi-v6", "linux", arch, "libonnxruntime.so.1")
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := os.MkdirAll(cache, 0o777); err != nil {
		return "", err
	}
	fmt.Fprintf(os.Stderr, "fetching %s@%s with npm into %s\n", npmPackage, npmVersion, cache)
	npm := exec.Command("npm", "install", "--prefix", cache, "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", npmPackage+"@"+npmVersion)
	npm.Stdout, npm.Stderr = os.Stderr, os.Stderr
	if err := npm.Run(); err != nil {
		return "", fmt.Errorf("%w: npm (it comes with Node.js, and needs the network) did not install %s@%s: %v; %s may name a library that is there",
			ErrLibrary, npmPackage, npmVersion, err, libraryVariable)
	}
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("%w: npm installed %s@%s, but without %v", ErrLibrary, npmPackage, npmVersion, err)
	}
	return path, nil
}
