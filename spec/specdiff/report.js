"use strict";
(() => {
  const root = document.documentElement;
  const query = new URLSearchParams(location.search);
  const remember = (key, value) => {
    value ? query.set(key, value) : query.delete(key);
    const text = query.toString();
    try {
      history.replaceState(null, "", location.pathname + (text ? "?" + text : "") + location.hash);
    } catch {} // a page without an address of its own
  };

  const theme = document.getElementById("theme");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const label = () => {
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : dark.matches;
    theme.textContent = isDark ? "Light theme" : "Dark theme";
    return isDark;
  };
  if (["light", "dark"].includes(query.get("theme"))) root.dataset.theme = query.get("theme");
  theme.addEventListener("click", () => {
    root.dataset.theme = label() ? "light" : "dark";
    remember("theme", root.dataset.theme);
    label();
  });
  dark.addEventListener("change", label);
  label();
  theme.hidden = false;

  const form = document.getElementById("filters");
  if (form) {
    const boxes = [...form.querySelectorAll("input")];
    const changes = [...document.querySelectorAll(".change")];
    const apply = () => {
      const on = { signature: new Set(), go: new Set() };
      for (const b of boxes) if (b.checked) on[b.name].add(b.value);
      let n = 0;
      for (const c of changes) {
        c.hidden = !(on.signature.has(c.dataset.forSignature) && on.go.has(c.dataset.forGo));
        if (!c.hidden) n++;
      }
      document.getElementById("shown").textContent = `${n} of ${changes.length} changes shown`;
    };
    for (const key of ["signature", "go"]) {
      const want = query.get(key);
      if (want !== null) for (const b of boxes) if (b.name === key) b.checked = want.split(",").includes(b.value);
    }
    form.addEventListener("change", () => {
      for (const key of ["signature", "go"]) {
        const mine = boxes.filter((b) => b.name === key);
        const all = mine.every((b) => b.checked);
        remember(key, all ? "" : mine.filter((b) => b.checked).map((b) => b.value).join(",") || "-");
      }
      apply();
    });
    form.addEventListener("reset", () => {
      for (const b of boxes) b.checked = true;
      remember("signature");
      remember("go");
      apply();
    });
    form.addEventListener("submit", (e) => e.preventDefault());
    form.hidden = false;
    apply();
    // A link to a change that a filter hides shows it again.
    const reveal = () => {
      const target = location.hash && document.getElementById(location.hash.slice(1));
      if (target && target.hidden) {
        form.reset();
        target.scrollIntoView();
      }
      const row = target && target.closest("tr.same");
      if (row && only.checked) only.click();
    };
    addEventListener("hashchange", reveal);
  }

  const only = document.getElementById("only");
  if (only) {
    const fold = () => document.getElementById("side-by-side").classList.toggle("only", only.checked);
    only.checked = query.has("only");
    only.addEventListener("change", () => {
      remember("only", only.checked ? "1" : "");
      fold();
    });
    fold();
    document.getElementById("fold").hidden = false;
  }
})();
