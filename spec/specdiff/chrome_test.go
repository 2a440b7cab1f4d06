package specdiff_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// browser speaks the DevTools protocol with a headless Chromium over a pipe.
type browser struct {
	t       *testing.T
	out     *os.File
	in      *bufio.Reader
	id      int
	session string
	events  []message
}

type message struct {
	ID        int             `json:"id,omitempty"`
	Method    string          `json:"method,omitempty"`
	Params    json.RawMessage `json:"params,omitempty"`
	SessionID string          `json:"sessionId,omitempty"`
	Result    json.RawMessage `json:"result,omitempty"`
	Error     *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// startBrowser starts a browser with an empty profile, or skips the test.
func startBrowser(t *testing.T) *browser {
	t.Helper()
	var path string
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); name != "" && err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Skip("no browser: install Debian's chromium, or name one in CHROMIUM")
	}
	profile, err := os.MkdirTemp("", "padgen-browser-")
	if err != nil {
		t.Fatal(err)
	}
	theirIn, ourOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ourIn, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	cmd := exec.CommandContext(ctx, path, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
		"--disable-dev-shm-usage", "--force-color-profile=srgb", "--user-data-dir="+profile, "--remote-debugging-pipe", "about:blank")
	cmd.ExtraFiles = []*os.File{theirIn, theirOut}
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Start(); err != nil {
		cancel()
		t.Fatal(err)
	}
	theirIn.Close()
	theirOut.Close()
	b := &browser{t: t, out: ourOut, in: bufio.NewReader(ourIn)}
	t.Cleanup(func() {
		b.session = ""
		if data, err := json.Marshal(map[string]any{"id": 1 << 20, "method": "Browser.close"}); err == nil {
			ourOut.Write(append(data, 0))
		}
		done := make(chan struct{})
		go func() { cmd.Wait(); close(done) }()
		select {
		case <-done:
		case <-time.After(10 * time.Second):
		}
		cancel()
		<-done
		ourOut.Close()
		ourIn.Close()
		for range 20 { // helpers of the browser may write for a moment yet
			if os.RemoveAll(profile) == nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	})
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network", "Log"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

// call runs one command of the protocol.
func (b *browser) call(method string, params, result any) {
	b.t.Helper()
	b.id++
	request := map[string]any{"id": b.id, "method": method}
	if params != nil {
		request["params"] = params
	}
	if b.session != "" {
		request["sessionId"] = b.session
	}
	data, err := json.Marshal(request)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.out.Write(append(data, 0)); err != nil {
		b.t.Fatal(err)
	}
	for {
		m := b.read()
		if m.ID != b.id {
			continue
		}
		if m.Error != nil {
			b.t.Fatalf("%s: %s", method, m.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(m.Result, result); err != nil {
				b.t.Fatal(err)
			}
		}
		return
	}
}

func (b *browser) read() message {
	b.t.Helper()
	data, err := b.in.ReadBytes(0)
	if err != nil {
		b.t.Fatalf("the browser is gone: %v", err)
	}
	var m message
	if err := json.Unmarshal(bytes.TrimSuffix(data, []byte{0}), &m); err != nil {
		b.t.Fatal(err)
	}
	if m.Method != "" {
		b.events = append(b.events, m)
	}
	return m
}

// open loads a page and waits until it is there.
func (b *browser) open(url string) {
	b.t.Helper()
	b.events = nil
	b.call("Page.navigate", map[string]any{"url": url}, nil)
	for {
		for _, e := range b.events {
			if e.Method == "Page.loadEventFired" {
				return
			}
		}
		b.read()
	}
}

// eval runs an expression in the page and returns its value as JSON.
func (b *browser) eval(expression string, value any) {
	b.t.Helper()
	var result struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Exception struct{ Description string }
		}
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &result)
	if result.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, result.ExceptionDetails.Exception.Description)
	}
	if value != nil {
		if err := json.Unmarshal(result.Result.Value, value); err != nil {
			b.t.Fatalf("%s: %v: %s", expression, err, result.Result.Value)
		}
	}
}

// text evaluates to a string.
func (b *browser) text(expression string) string {
	b.t.Helper()
	var s string
	b.eval("String("+expression+")", &s)
	return s
}

// press sends the events of one key.
func (b *browser) press(key, code string, vk int, text string) {
	b.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		params := map[string]any{"type": kind, "key": key, "code": code, "windowsVirtualKeyCode": vk}
		if kind == "keyDown" && text != "" {
			params["text"] = text
		}
		b.call("Input.dispatchKeyEvent", params, nil)
	}
}

func (b *browser) tab()   { b.t.Helper(); b.press("Tab", "Tab", 9, "") }
func (b *browser) space() { b.t.Helper(); b.press(" ", "Space", 32, " ") }

// screen sets the width of the window and the color scheme of the system.
func (b *browser) screen(width, height int, scheme string) {
	b.t.Helper()
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}, nil)
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]any{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// screenshot takes the whole page, and keeps it where SCREENSHOTS says.
func (b *browser) screenshot(name string) image.Image {
	b.t.Helper()
	var shot struct{ Data string }
	b.call("Page.captureScreenshot", map[string]any{"format": "png", "captureBeyondViewport": true}, &shot)
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		b.t.Fatal(err)
	}
	if dir := os.Getenv("SCREENSHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".png"), data, 0o666); err != nil {
			b.t.Fatal(err)
		}
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		b.t.Fatal(err)
	}
	return img
}

// requests lists the addresses that the page asked for since it was opened.
func (b *browser) requests() []string {
	var out []string
	for _, e := range b.events {
		if e.Method != "Network.requestWillBeSent" {
			continue
		}
		var p struct{ Request struct{ URL string } }
		if err := json.Unmarshal(e.Params, &p); err == nil {
			out = append(out, p.Request.URL)
		}
	}
	return out
}

// complaints lists exceptions and entries of the log.
func (b *browser) complaints() []string {
	var out []string
	for _, e := range b.events {
		switch e.Method {
		case "Runtime.exceptionThrown", "Log.entryAdded":
			out = append(out, fmt.Sprintf("%s: %s", e.Method, e.Params))
		}
	}
	return out
}
