package browsertest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browser is a browser with one page.
type browser struct {
	t          *testing.T
	ctx        context.Context
	requests   []string // made by the page
	complaints []string // printed by the browser
}

// startBrowser starts Chromium, or skips the test if it is not installed. $CHROME names another browser.
func startBrowser(t *testing.T) *browser {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("force-color-profile", "srgb"), chromedp.Flag("hide-scrollbars", true))
	if path := os.Getenv("CHROME"); path != "" {
		options = append(options, chromedp.ExecPath(path))
	}
	ctx, cancelTime := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(cancelTime)
	ctx, cancelAllocator := chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancelAllocator)
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := &browser{t: t, ctx: ctx}
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			b.requests = append(b.requests, e.Request.URL)
		case *log.EventEntryAdded:
			b.complaints = append(b.complaints, e.Entry.Text)
		case *runtime.EventConsoleAPICalled:
			b.complaints = append(b.complaints, fmt.Sprint(e.Type))
		case *runtime.EventExceptionThrown:
			b.complaints = append(b.complaints, e.ExceptionDetails.Error())
		}
	})
	if err := chromedp.Run(ctx, network.Enable(), log.Enable(), runtime.Enable()); err != nil {
		t.Skipf("no browser, set $CHROME to the path of one: %v", err)
	}
	return b
}

func (b *browser) run(actions ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// is reports an error if an expression has another value in the page, as text.
func (b *browser) is(want, expression string) {
	b.t.Helper()
	var got string
	if b.run(chromedp.Evaluate("String("+expression+")", &got)); got != want {
		b.t.Errorf("%q, want %q: %s", got, want, expression)
	}
}

// screen sets the size of the screen in pixels and the user's preferred color scheme.
func (b *browser) screen(width, height int, scheme string) {
	b.t.Helper()
	prefers := &emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme}
	b.run(chromedp.EmulateViewport(int64(width), int64(height)),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{prefers}))
}

// keep writes a picture of the whole page to the folder $SCREENSHOTS, if it is set, for a person to look at.
func (b *browser) keep(name string) {
	b.t.Helper()
	if dir := os.Getenv("SCREENSHOTS"); dir != "" {
		var data []byte
		b.run(chromedp.FullScreenshot(&data, 100))
		if err := os.WriteFile(filepath.Join(dir, name+".png"), data, 0o666); err != nil {
			b.t.Fatal(err)
		}
	}
}
