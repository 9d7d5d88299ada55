"use strict";
(() => {
  const rounds = JSON.parse(document.getElementById("data").textContent);
  const part = (id) => document.getElementById(id);
  const buttons = new Map();
  for (const button of document.querySelectorAll("#moves button")) {
    buttons.set(button.dataset.at, button);
  }
  const playable = rounds.map((frames, at) => (frames.length ? at : -1)).filter((at) => at >= 0);
  const PACE = 1200; // a move, in thousandths of a second, where the page plays by itself
  let round = playable.length ? playable[0] : -1;
  let made = 0;
  let timer = 0;

  function element(name, about, text) {
    const made = document.createElement(name);
    if (about) made.className = about;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  const WORDS = { back: "face down", gone: "no card", known: "face down, " };

  function card([text, small, kind, tone]) {
    const long = kind === "known" && text.length > 1 ? " long" : "";
    const found = element("span", `card ${kind}${long} t${tone}`);
    found.append(element("b", "", text));
    if (small) found.append(element("i", "", small));
    found.setAttribute("role", "img");
    const open = small ? `${text} over ${small}` : text;
    const word = WORDS[kind] || "";
    found.setAttribute("aria-label", kind === "known" ? word + open : word || open);
    return found;
  }

  function group([title, facts, rows, turn]) {
    const found = element("section", turn ? "group turn" : "group");
    found.append(element("h3", "", title));
    if (facts.length) found.append(element("p", "", facts.join(", ")));
    for (const row of rows) {
      const line = element("div", "row");
      line.append(...row.map(card));
      found.append(line);
    }
    return found;
  }

  function show() {
    const scene = round < 0 ? null : rounds[round][made];
    if (!scene) {
      part("heading").textContent = "Of this match no position is known.";
      return;
    }
    part("heading").textContent = scene[0];
    part("middle").replaceChildren(...scene[1].map(group));
    part("seats").replaceChildren(...scene[2].map(group));
    // Hands in one row want the whole width, grids stand side by side.
    part("seats").className = scene[2].some((seat) => seat[2].length < 2) ? "wide" : "";
    const at = `${round + 1},${made}`;
    for (const button of document.querySelectorAll("#moves [aria-current]")) {
      button.removeAttribute("aria-current");
    }
    const current = buttons.get(at);
    part("said").textContent = current ? current.textContent.replace(/\s+/g, " ").trim() : "";
    if (current) {
      current.setAttribute("aria-current", "step");
      const list = part("moves");
      if (list.scrollHeight > list.clientHeight) {
        list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
      }
    }
    const last = round === playable[playable.length - 1] && made === rounds[round].length - 1;
    part("next").disabled = last;
    part("back").disabled = round === playable[0] && !made;
    if (last) stop();
    history.replaceState(null, "", `#r${round + 1}m${made}`);
  }

  function go(toRound, toMade) {
    round = toRound;
    made = Math.max(0, Math.min(toMade, rounds[round].length - 1));
    show();
  }

  function step(by) {
    if (round < 0) return;
    const to = made + by;
    const at = playable.indexOf(round);
    if (to < 0) {
      if (at > 0) go(playable[at - 1], Infinity);
    } else if (to >= rounds[round].length) {
      if (at + 1 < playable.length) go(playable[at + 1], 0);
    } else {
      go(round, to);
    }
  }

  function toRound(by) {
    const at = playable.indexOf(round) + by;
    if (at >= 0 && at < playable.length) go(playable[at], 0);
  }

  function toTurn(by) {
    const turns = [...buttons.values()].filter((button) => "turn" in button.dataset);
    const places = turns.map((button) => button.dataset.at.split(",").map(Number));
    const order = ([number, move]) => (number - 1 - round || move - made) * by;
    const ahead = places.filter((place) => rounds[place[0] - 1].length && order(place) > 0);
    const next = by > 0 ? ahead[0] : ahead[ahead.length - 1];
    if (next) go(next[0] - 1, next[1]);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    part("play").textContent = "Play";
    part("play").setAttribute("aria-pressed", "false");
  }

  function playOrStop() {
    if (timer) {
      stop();
    } else if (round >= 0 && !part("next").disabled) {
      part("play").textContent = "Stop";
      part("play").setAttribute("aria-pressed", "true");
      timer = setInterval(() => step(1), PACE);
    }
  }

  const does = {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    Home: () => round >= 0 && go(round, 0),
    End: () => round >= 0 && go(round, Infinity),
    PageDown: () => toRound(1),
    PageUp: () => toRound(-1),
    t: () => toTurn(1),
    T: () => toTurn(-1),
    " ": playOrStop,
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && event.target instanceof HTMLButtonElement) return;
    const act = does[event.key];
    if (!act) return;
    event.preventDefault();
    if (event.key !== " ") stop();
    act();
  });

  part("start").addEventListener("click", () => (stop(), does.Home()));
  part("end").addEventListener("click", () => (stop(), does.End()));
  part("back").addEventListener("click", () => (stop(), step(-1)));
  part("next").addEventListener("click", () => (stop(), step(1)));
  part("play").addEventListener("click", playOrStop);
  for (const [at, button] of buttons) {
    button.addEventListener("click", () => {
      const [number, move] = at.split(",").map(Number);
      stop();
      go(number - 1, move);
    });
  }

  function fromAddress() {
    const asked = /^#r(\d{1,6})m(\d{1,6})$/.exec(location.hash);
    const wanted = asked ? Number(asked[1]) - 1 : -1;
    if (playable.includes(wanted)) go(wanted, Number(asked[2]));
    else show();
  }
  window.addEventListener("hashchange", () => {
    stop();
    fromAddress();
    part("board").scrollIntoView();
    part("heading").focus({ preventScroll: true });
  });
  fromAddress();
})();
