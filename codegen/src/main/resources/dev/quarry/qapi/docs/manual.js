"use strict";
// Search, and the contents on narrow screens. Without scripts both are simply there to be read.
(() => {
  const byId = (id) => document.getElementById(id);
  const input = byId("~search");
  const list = byId("~results");
  const contents = byId("~contents");
  const menu = document.querySelector(".menu");
  const most = 30;
  let entries = null;
  let selected = -1;

  document.documentElement.classList.add("scripted");
  menu.addEventListener("click", () => {
    const shown = contents.classList.toggle("shown");
    menu.setAttribute("aria-expanded", String(shown));
  });
  contents.addEventListener("click", (event) => {
    if (event.target.closest("a")) {
      contents.classList.remove("shown");
      menu.setAttribute("aria-expanded", "false");
    }
  });

  /** The index is a script of its own, read when the search is first used. */
  function load(then) {
    if (entries) {
      then();
      return;
    }
    const script = document.createElement("script");
    script.src = "search-index.js";
    script.onload = () => {
      entries = window.qapiSearchIndex.map((line) => {
        const [name, kind, page, summary, members] = line.split("\t");
        const order = kind === "Command" ? 0 : kind === "Event" ? 0.1 : 0.2;
        return { name, kind, page, summary, order, flat: flat(name), members: members ? members.split(" ") : [] };
      });
      then();
    };
    document.head.append(script);
  }

  const flat = (text) => text.toLowerCase().replace(/[\s_-]+/g, "");

  /** Lower is better; Infinity where it is no match. Words may come in any order. */
  function rank(entry, query, words) {
    const small = entry.order + entry.flat.length / 1000;
    if (entry.flat === query) return small;
    if (entry.flat.startsWith(query)) return 1 + small;
    if (entry.flat.includes(query)) return 2 + small;
    if (words.every((word) => entry.flat.includes(word))) return 3 + small;
    const text = entry.flat + " " + entry.summary.toLowerCase();
    return words.every((word) => text.includes(word)) ? 5 : Infinity;
  }

  function find(text) {
    const query = flat(text);
    const words = text.split(/[\s_-]+/).filter(Boolean);
    const found = [];
    for (const entry of entries) {
      const score = rank(entry, query, words);
      if (score < Infinity) found.push({ score, entry, member: "" });
      for (const member of score <= 1 ? [] : entry.members) {
        const name = flat(member);
        if (name === query || (query.length > 2 && name.startsWith(query))) {
          found.push({ score: name === query ? 2.5 : 4, entry, member });
        }
      }
    }
    return found.sort((a, b) => a.score - b.score || (a.entry.name < b.entry.name ? -1 : 1)).slice(0, most);
  }

  function element(tag, text) {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
  }

  function item({ entry, member }, number) {
    const row = document.createElement("li");
    row.id = "~result-" + number;
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", "false");
    const link = document.createElement("a");
    link.tabIndex = -1;
    link.href = entry.page + "#" + entry.name + (member ? ":" + member : "");
    link.append(element("b", member || entry.name), " ", element("span", member ? "in " + entry.name : entry.kind));
    if (!member && entry.summary) link.append(element("small", entry.summary));
    row.append(link);
    return row;
  }

  function show() {
    const query = input.value.trim().toLowerCase();
    selected = -1;
    input.removeAttribute("aria-activedescendant");
    list.replaceChildren();
    if (query) {
      const found = find(query);
      list.append(...found.map(item));
      if (found.length === 0) {
        const none = element("li", "Nothing is called that.");
        none.className = "nothing";
        list.append(none);
      } else {
        select(0);
      }
    }
    list.classList.toggle("shown", query !== "");
    input.setAttribute("aria-expanded", String(query !== ""));
  }

  function hide() {
    list.classList.remove("shown");
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function select(number) {
    const rows = list.querySelectorAll("[role=option]");
    if (rows.length === 0) return;
    if (rows[selected]) rows[selected].setAttribute("aria-selected", "false");
    selected = (number + rows.length) % rows.length;
    rows[selected].setAttribute("aria-selected", "true");
    rows[selected].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", rows[selected].id);
  }

  input.addEventListener("focus", () => load(() => {}));
  input.addEventListener("input", () => load(show));
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") select(selected + 1);
    else if (event.key === "ArrowUp") select(selected - 1);
    else if (event.key === "Escape") { input.value = ""; hide(); return; }
    else if (event.key === "Enter") {
      const link = list.querySelector("[aria-selected=true] a");
      if (link) { hide(); link.click(); input.blur(); }
    } else return;
    event.preventDefault();
  });
  list.addEventListener("click", hide);
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".search")) hide();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, [contenteditable]");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
      input.select();
    }
  });

  const current = contents.querySelector("[aria-current]");
  if (current) contents.scrollTop = current.offsetTop - 60;
})();
