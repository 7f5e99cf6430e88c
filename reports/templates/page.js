"use strict";
(() => {
  const $ = (id) => document.getElementById(id);

  // Colours: as the system says, or as chosen here.
  const root = document.documentElement;
  const kept = {
    get() { try { return localStorage.getItem("balance-theme"); } catch { return null; } },
    set(value) { try { localStorage.setItem("balance-theme", value); } catch { /* private window */ } },
  };
  const themes = ["system", "light", "dark"];
  const theme = $("theme");
  const paint = (name) => {
    if (name === "system") delete root.dataset.theme; else root.dataset.theme = name;
    theme.textContent = `Colours: ${name}`;
    theme.setAttribute("aria-label", `Colours: ${name}. Change them`);
  };
  let chosen = themes.includes(kept.get()) ? kept.get() : "system";
  paint(chosen);
  theme.addEventListener("click", () => {
    chosen = themes[(themes.indexOf(chosen) + 1) % themes.length];
    kept.set(chosen);
    paint(chosen);
  });

  // Tables are sorted by a click on a heading: numbers from the largest, words from A.
  const value = (row, place) => {
    const cell = row.cells[place];
    const text = cell.dataset.v ?? cell.textContent.trim().replace(/,/g, "");
    const number = Number(text);
    return text !== "" && !Number.isNaN(number) ? number : text.toLowerCase();
  };
  for (const button of document.querySelectorAll("table.sortable button.sort")) {
    button.addEventListener("click", () => {
      const head = button.closest("th");
      const table = button.closest("table");
      const place = head.cellIndex;
      const rows = [...table.tBodies[0].rows];
      const isNumber = rows.every((row) => typeof value(row, place) === "number");
      const before = head.getAttribute("aria-sort");
      const down = before ? before === "ascending" : isNumber;
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      rows.sort((a, b) => {
        const [x, y] = [value(a, place), value(b, place)];
        const order = isNumber ? x - y : String(x).localeCompare(String(y));
        return down ? -order : order;
      });
      table.tBodies[0].append(...rows);
    });
  }

  // What lies under the pointer, or has the focus, is told in full.
  const tip = $("tip");
  let pointed = null;
  const place = () => {
    if (!pointed) return;
    const at = pointed.getBoundingClientRect();
    const size = tip.getBoundingClientRect();
    const left = at.left + at.width / 2 - size.width / 2;
    const above = at.top - size.height - 8;
    tip.style.left = `${Math.max(8, Math.min(left, innerWidth - size.width - 8))}px`;
    tip.style.top = `${above > 8 ? above : at.bottom + 8}px`;
  };
  const show = (target) => {
    pointed = target;
    tip.textContent = target.dataset.tip;
    tip.hidden = false;
    place();
  };
  const hide = () => {
    pointed = null;
    tip.hidden = true;
  };
  for (const each of document.querySelectorAll("[data-tip]")) {
    each.addEventListener("pointerenter", () => show(each));
    each.addEventListener("pointerleave", hide);
    each.addEventListener("blur", hide);
  }
  addEventListener("scroll", place, { passive: true, capture: true });
  addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });

  // The heat map is one stop of the tab key; arrows walk from cell to cell.
  const heat = document.querySelector(".heat");
  if (heat) {
    const grid = [...heat.tBodies[0].rows].map((row) => [...row.cells].slice(1));
    const cells = grid.flat().filter((cell) => cell.dataset.tip);
    if (cells.length) cells[0].tabIndex = 0;
    for (const cell of cells) {
      cell.addEventListener("focus", () => {
        for (const other of cells) other.tabIndex = other === cell ? 0 : -1;
        $("readout").textContent = cell.dataset.tip + ".";
        show(cell);
      });
      cell.addEventListener("pointerenter", () => { $("readout").textContent = cell.dataset.tip + "."; });
      cell.addEventListener("click", () => cell.focus());
      cell.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
        if (!step) return;
        event.preventDefault();
        let i = grid.findIndex((row) => row.includes(cell));
        let j = grid[i].indexOf(cell);
        do { i += step[0]; j += step[1]; } while (grid[i] && grid[i][j] && !grid[i][j].dataset.tip);
        if (grid[i] && grid[i][j]) grid[i][j].focus();
      });
    }
  }

  // Commands can be copied.
  for (const button of document.querySelectorAll("button.copy")) {
    button.addEventListener("click", async () => {
      const code = button.parentElement.querySelector("code");
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(code);
        button.textContent = "Selected";
      }
    });
  }

  // The replay viewer. A board is a list of lines of SVG, each stored once for all boards.
  const data = JSON.parse($("replay-data").textContent);
  const viewer = $("viewer");
  if (!viewer || !data.replays.length) return;
  let replay = data.replays[0];
  let now = 0;
  let timer = null;
  let drawn; // the lines on show; null where no board is

  const boardAt = (step) => {
    for (let i = step; i >= 0; i -= 1) if (replay.steps[i].board) return replay.steps[i].board;
    return null;
  };
  const draw = (lines) => {
    if (lines === drawn) return;
    const place = $("board");
    if (!lines) {
      place.innerHTML = '<p class="empty">No board is drawn here; the words tell what happens.</p>';
    } else {
      const before = drawn && new Set(drawn);
      place.innerHTML = lines.map((number) => {
        const line = data.shapes[number];
        const whole = /^<(g|path|polygon|circle|rect)\b/.test(line) && /(<\/g>|\/>)$/.test(line);
        return before && whole && !before.has(number) ? line.replace(/^<(\w+)/, '<$1 class="fresh"') : line;
      }).join("\n");
    }
    drawn = lines;
  };
  const go = (step) => {
    now = Math.max(0, Math.min(step, replay.steps.length - 1));
    draw(boardAt(now));
    $("step").value = now;
    $("step-of").textContent = `Step ${now + 1} of ${replay.steps.length}.`;
    const list = $("steps");
    [...list.children].forEach((item, i) => {
      item.classList.toggle("now", i === now);
      if (i === now) item.setAttribute("aria-current", "step"); else item.removeAttribute("aria-current");
    });
    const item = list.children[now];
    if (item) list.scrollTop = item.offsetTop - list.clientHeight / 4;
    for (const [id, at] of [["go-first", 0], ["go-back", 0], ["go-on", replay.steps.length - 1], ["go-last", replay.steps.length - 1]]) {
      $(id).disabled = false;
      $(id).setAttribute("aria-disabled", String(now === at));
    }
    if (timer !== null && now === replay.steps.length - 1) stop();
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
    $("go-play").textContent = "Play";
    $("go-play").setAttribute("aria-label", "Play");
  };
  const start = () => {
    if (now === replay.steps.length - 1) go(0);
    timer = setInterval(() => go(now + 1), Number($("speed").value));
    $("go-play").textContent = "Pause";
    $("go-play").setAttribute("aria-label", "Pause");
  };
  const toggle = () => (timer === null ? start() : stop());
  const open = (key) => {
    const found = data.replays.find((each) => each.key === key);
    if (!found) return;
    stop();
    replay = found;
    drawn = undefined;
    viewer.classList.toggle("wordy", replay.steps.every((step) => !step.board));
    $("replay-about").textContent = replay.about;
    $("replay-why").textContent = replay.why;
    $("replay-result").textContent = replay.result;
    $("step").max = Math.max(0, replay.steps.length - 1);
    for (const pick of viewer.querySelectorAll(".pick")) pick.setAttribute("aria-pressed", String(pick.dataset.key === key));
    $("steps").replaceChildren(...replay.steps.map((step, i) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      const lines = document.createElement("div");
      button.type = "button";
      button.textContent = step.heading;
      button.addEventListener("click", () => { stop(); go(i); });
      lines.className = "lines";
      lines.textContent = step.lines.join("\n");
      item.append(button, lines);
      return item;
    }));
    go(0);
  };
  const by = (step) => () => { stop(); go(step()); };
  $("go-first").addEventListener("click", by(() => 0));
  $("go-back").addEventListener("click", by(() => now - 1));
  $("go-on").addEventListener("click", by(() => now + 1));
  $("go-last").addEventListener("click", by(() => replay.steps.length - 1));
  $("go-play").addEventListener("click", toggle);
  $("step").addEventListener("input", () => { stop(); go(Number($("step").value)); });
  $("speed").addEventListener("change", () => { if (timer !== null) { stop(); start(); } });
  viewer.addEventListener("keydown", (event) => {
    if (event.target.matches("select, input, button") && !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    if (event.target.matches("select, input") || event.altKey || event.ctrlKey || event.metaKey) return;
    const keys = {
      ArrowRight: () => { stop(); go(now + 1); },
      ArrowLeft: () => { stop(); go(now - 1); },
      Home: () => { stop(); go(0); },
      End: () => { stop(); go(replay.steps.length - 1); },
      " ": toggle,
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  for (const pick of viewer.querySelectorAll(".pick")) {
    pick.addEventListener("click", () => {
      open(pick.dataset.key);
      history.replaceState(null, "", `#replay-${pick.dataset.key}`);
    });
  }
  const linked = () => {
    const key = location.hash.startsWith("#replay-") ? location.hash.slice(8) : "";
    if (!data.replays.some((each) => each.key === key)) return false;
    open(key);
    viewer.closest("section").scrollIntoView();
    return true;
  };
  addEventListener("hashchange", linked);
  if (!linked()) open(replay.key);
})();
