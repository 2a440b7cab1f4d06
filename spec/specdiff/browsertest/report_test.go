// Package browsertest tests the HTML report of padgen diff in a browser, and the JSON report against its schema. It is a
// separate module, so that padgen does not require its dependencies.
package browsertest

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
)

// page writes a report to a file for the browser, and returns its address.
func page(t *testing.T, r *specdiff.Report) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Write(f, specdiff.HTML, false), f.Close()); err != nil {
		t.Fatal(err)
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
}

// compare compares the revisions that two arguments name.
func compare(t *testing.T, old, new string) *specdiff.Report {
	t.Helper()
	a, errOld := specdiff.Resolve(old, nil)
	b, errNew := specdiff.Resolve(new, nil)
	if err := errors.Join(errOld, errNew); err != nil {
		t.Fatal(err)
	}
	return compareRevisions(t, a, b)
}

func compareRevisions(t *testing.T, old, new *specdiff.Revision) *specdiff.Report {
	t.Helper()
	r, err := specdiff.Compare(old, new, func(tab *spec.Table) (p specdiff.Package, err error) {
		for _, s := range tab.Schemas {
			p.Kernels = append(p.Kernels, fmt.Sprintf("ConstantInvented%dRank1", s.SinceVersion))
		}
		return p, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// withVersion99 compares the table with one that has a version 99: Pad-25 with an unsupported name wherever a document can
// contain one.
func withVersion99(t *testing.T, name string) *specdiff.Report {
	t.Helper()
	tables := make([]*spec.Table, 2)
	for i := range tables {
		var err error
		if tables[i], err = spec.Default(); err != nil {
			t.Fatal(err)
		}
	}
	s := tables[1].Schema("ai.onnx/Pad-25")
	s.SinceVersion = 99
	s.Modes = append(s.Modes, name)
	s.Inputs[3].Name = name
	s.Attributes[0].Default = &spec.Value{Type: spec.AttrString, Text: name}
	s.Attributes = append(s.Attributes, spec.Attribute{Name: name, Type: spec.AttrType(name)})
	s.TypeConstraints[0].Types = append(s.TypeConstraints[0].Types, "tensor("+name+")")
	s.TypeConstraints = append(s.TypeConstraints, spec.TypeConstraint{Name: name, Types: []string{name}})
	s.Outputs[0].Name = name
	return compareRevisions(t, &specdiff.Revision{Label: "old", Table: tables[0]}, &specdiff.Revision{Label: name, Table: tables[1]})
}

const evil = "a\"b</script><script>pwned=1</script><img src=x onerror=pwned=1>`|@octocat ::error::x%0A\r\n\x1b[31m\u202e$&'"

// contrast is the text with a ratio of contrast below 4.5, and the ratio: see WCAG 2.2, 1.4.3.
const contrast = `(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (css) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = css; canvas.fillRect(0, 0, 1, 1); return canvas.getImageData(0, 0, 1, 1).data; };
  const light = ([r, g, b]) => [r, g, b].map((v) => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const back = (e) => { for (; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor); if (c[3] === 255) return c; } return [255, 255, 255, 255]; };
  const faint = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || ["SCRIPT", "STYLE"].includes(e.tagName) || !e.checkVisibility()) continue;
    const [a, b] = [light(rgba(getComputedStyle(e).color)), light(back(e))];
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5) faint.push(ratio, walk.currentNode.data.trim().slice(0, 40));
  }
  return faint;
})()`

// TestInBrowser opens a report: it is one file without complaints, whose links lead somewhere and whose values stand side by
// side.
func TestInBrowser(t *testing.T) {
	b := startBrowser(t)
	url := page(t, compare(t, "Pad-2", "Pad-11"))
	b.screen(1200, 900, "light")
	b.run(chromedp.Navigate(url))
	if len(b.requests) != 1 || b.requests[0] != url || len(b.complaints) > 0 {
		t.Errorf("the page asked for %q; complaints: %q", b.requests, b.complaints)
	}
	b.is("inputs[1] | attributes.pads = ints, required | pads, single, tensor(int64)\n"+
		"inputs[2] | attributes.value = float, default 0.0 | constant_value, optional, T\n"+
		"types | nothing | tensor(int16), tensor(int32), tensor(int64), tensor(int8), tensor(uint16), tensor(uint32), tensor(uint64), tensor(uint8)",
		`[...document.querySelectorAll(".changes tr:has(.path)")].map((r) =>
			["path", "old", "new"].map((c) => r.querySelector("." + c).textContent).join(" | ")).join("\n")`)
	b.is("true", `((a, b) => a.top === b.top && a.right <= b.left)(document.querySelector("td.old").getBoundingClientRect(),
		document.querySelector("td.new").getBoundingClientRect())`)
	b.is("", `[...document.querySelectorAll('a[href^="#"]')].map((a) => a.getAttribute("href")).filter((h) => !document.querySelector(h))`)
	b.is("", `[...document.querySelectorAll("[id]")].map((e) => e.id).filter((id, i, all) => all.indexOf(id) < i)`)
	b.is("", `[...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map((h) => Number(h.tagName[1]))
		.filter((l, i, all) => i === 0 ? l !== 1 : l === 1 || l > all[i - 1] + 1)`)
	// The keyboard reaches all links, and tables that scroll.
	b.is("", `(window.stops = [], document.addEventListener("focusin", (e) => stops.push(e.target)), "")`)
	for range 100 {
		b.run(chromedp.KeyEvent(kb.Tab))
	}
	b.is("", `[...document.querySelectorAll("a, summary, [tabindex]")].filter((e) => !stops.includes(e))`)
	b.is("solid", `document.activeElement.matches(":focus-visible") && getComputedStyle(document.activeElement).outlineStyle`)
}

// TestThemes opens a report with hostile text, which must stay text, on each screen.
func TestThemes(t *testing.T) {
	b := startBrowser(t)
	url := page(t, withVersion99(t, evil))
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int{1200, 500, 390} {
			b.screen(width, 800, scheme)
			b.run(chromedp.Navigate(url))
			b.is("", `document.querySelectorAll("details").forEach((d) => { d.open = true; }) ?? ""`)
			b.is("", contrast)
			b.is("", `[...document.body.querySelectorAll("*")].filter((e) => !e.closest(".scroll table, .hide, .skip") && e.getBoundingClientRect().right > innerWidth)
				.map((e) => e.tagName + "." + e.className + " " + e.getBoundingClientRect().right)`) // wider than the screen
			b.is("", `[...document.querySelectorAll("summary, nav a")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 24)`) // too small to touch
			b.is("0 undefined", `document.querySelectorAll("img, b, script").length + " " + typeof window.pwned`)
			b.is(fmt.Sprint(scheme == "light"), `getComputedStyle(document.body).backgroundColor === "rgb(255, 255, 255)"`)
			b.keep(fmt.Sprint(scheme, width))
		}
	}
}
