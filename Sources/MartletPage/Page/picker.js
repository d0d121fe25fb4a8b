// The emoji picker: all emoji by group, and a search by name.

import { find, forward, icon, listenBeside, make, reveal, setText } from "./dom.js";
import { emojiGroups, search } from "./emoji.js";
import { localized } from "./language.js";
import { placeMenu } from "./menu.js";

const RECENT = 16;
const FOUND = 60;
const GAP = 6; // pixels between the picker and its button

export class Picker {
  /** `settings` keeps what was chosen last. */
  constructor(settings) {
    Object.assign(this, { settings, dialog: find("picker"), button: find("emoji"), field: find("picker-search"), results: find("picker-results"), tabs: find("picker-tabs") });
    this.field.addEventListener("input", () => this.#draw());
    this.field.addEventListener("keydown", (event) => this.#searchKey(event));
    this.results.addEventListener("keydown", (event) => this.#key(event));
    this.results.addEventListener("scroll", () => this.#mark(), { passive: true });
    this.tabs.addEventListener("keydown", (event) => this.#tabKey(event));
    this.results.addEventListener("click", ({ target }) => this.#choose(target.closest("[data-emoji]")));
    listenBeside(this.dialog, () => this.dialog.close());
    find("picker-close").addEventListener("click", () => this.dialog.close());
  }

  /** `choose` gets one emoji. */
  async open(choose) {
    this.choose = choose;
    this.field.value = "";
    // On touch, the focus in the search would open the keyboard over the emoji.
    this.results.toggleAttribute("autofocus", matchMedia("(pointer: coarse)").matches);
    this.dialog.showModal();
    this.#place();
    try {
      this.groups = await emojiGroups();
      this.#draw();
    } catch {
      this.results.replaceChildren(make("p", { role: "alert" }, localized("The emoji could not be loaded. Check your connection, and open this again, or reload the page.")));
    }
  }

  /** Ends where its button ends, if the window has room for that. */
  #place() {
    const { left, right, top, bottom } = this.button.getBoundingClientRect();
    const { width } = this.dialog.getBoundingClientRect();
    placeMenu(this.dialog, { left: right - width, right: left + width, top: top - GAP, bottom: bottom + GAP });
  }

  get #recent() {
    const all = new Map(this.groups.flatMap(({ emoji }) => emoji).map((entry) => [entry.emoji, entry]));
    return (this.settings.read("emoji") ?? []).map((emoji) => all.get(emoji)).filter(Boolean);
  }

  #draw() {
    if (!this.groups) return;
    const query = this.field.value.trim();
    const recent = this.#recent;
    const found = query ? search(this.groups, query).slice(0, FOUND) : [];
    const shown = query ? [{ title: localized("Found"), emoji: found }] : [...(recent.length ? [{ title: localized("Recently used"), emoji: recent, symbol: icon("clock") }] : []), ...this.groups];
    this.tabs.hidden = query !== "";
    if (query && !found.length) this.results.replaceChildren(make("p", {}, localized("No emoji has this name. Try another word.")));
    else this.results.replaceChildren(...shown.map(section));
    this.tabs.replaceChildren(...(query ? [] : shown.map((group, place) => this.#tab(group, place))));
    this.results.scrollTop = 0;
    this.#mark();
    const first = this.results.querySelector("button");
    if (first) first.tabIndex = 0;
    setText(find("picker-count"), query ? localized("%@ found", found.length) : "");
  }

  /** Leads to a group. It shows the group's first emoji. */
  #tab({ title, emoji: [{ emoji }], symbol = emoji }, place) {
    const button = make("button", { type: "button", class: "quiet", "aria-label": title, title }, symbol);
    const show = () => {
      const group = this.results.children[place];
      if (!group) return;
      reveal(group, this.results, "start");
      this.#mark();
    };
    button.addEventListener("click", () => {
      let frames = 12; // the groups above it get their heights while they are drawn, which takes several frames
      const settle = () => {
        show();
        if (--frames) requestAnimationFrame(settle);
      };
      settle();
    });
    return button;
  }

  /** Marks the tab of the group at the top. Tab reaches it, and the arrow keys reach the others. */
  #mark() {
    const edge = this.results.getBoundingClientRect().top + 8;
    const isEnd = this.results.scrollTop + this.results.clientHeight >= this.results.scrollHeight - 1;
    const at = isEnd ? this.results.children.length - 1 : [...this.results.children].findLastIndex((group) => group.getBoundingClientRect().top <= edge);
    [...this.tabs.children].forEach((tab, place) => {
      tab.setAttribute("aria-pressed", String(place === Math.max(0, at)));
      tab.tabIndex = place === Math.max(0, at) ? 0 : -1;
    });
  }

  #tabKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const tabs = [...this.tabs.children];
    const next = step && tabs[tabs.indexOf(event.target) + step * forward(this.tabs)];
    if (event.key === "ArrowDown") this.results.querySelector("[tabindex='0']")?.focus();
    else if (!next) return;
    event.preventDefault();
    next?.click();
    next?.focus();
  }

  #choose(button) {
    if (!button) return;
    const { emoji } = button.dataset;
    this.settings.write("emoji", [emoji, ...(this.settings.read("emoji") ?? []).filter((other) => other !== emoji)].slice(0, RECENT));
    this.dialog.close();
    this.choose(emoji);
  }

  #searchKey(event) {
    if (event.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault(); // the browser would only empty the field
      this.dialog.close();
    }
    if (event.key === "Enter") {
      event.preventDefault();
      if (this.field.value.trim()) this.#choose(this.results.querySelector("button"));
    }
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    this.results.querySelector("button")?.focus();
  }

  /** The arrow keys move between emoji, also to the line above and below. */
  #key(event) {
    const buttons = [...this.results.querySelectorAll("button")];
    const at = buttons.indexOf(event.target);
    if (at < 0) return;
    const next = { ArrowLeft: () => buttons[at - forward(this.results)], ArrowRight: () => buttons[at + forward(this.results)], ArrowUp: () => beyond(buttons, at, -1), ArrowDown: () => beyond(buttons, at, 1) }[event.key];
    if (!next) return;
    event.preventDefault();
    const button = next();
    if (!button) return event.key === "ArrowUp" ? this.field.focus() : undefined;
    event.target.tabIndex = -1;
    button.tabIndex = 0;
    button.focus();
  }
}

/** The nearest emoji of the next line in a direction. */
function beyond(buttons, at, step) {
  const from = buttons[at].getBoundingClientRect();
  let best;
  for (let index = at + step; index >= 0 && index < buttons.length; index += step) {
    const box = buttons[index].getBoundingClientRect();
    if (Math.abs(box.top - from.top) < 2) continue;
    if (best && Math.abs(box.top - best.top) >= 2) break;
    const gap = Math.abs(box.left - from.left);
    if (!best || gap < best.gap) best = { top: box.top, gap, button: buttons[index] };
  }
  return best?.button;
}

function section({ title, emoji }) {
  const button = ({ emoji, name }) => make("button", { type: "button", class: "quiet", tabindex: "-1", "data-emoji": emoji, "aria-label": name, title: name }, emoji);
  return make("section", { "aria-label": title }, make("h3", {}, title), make("div", { class: "emoji-grid" }, ...emoji.map(button)));
}
