// The conversation on the screen, and its scroll position.

import { element, setProgress } from "./bubble.js";
import { find, setText } from "./dom.js";
import { carryOver, retryMissing } from "./media.js";
import { rows } from "./rows.js";

const AT_BOTTOM = 32; // pixels from the end that still count as being there
const AHEAD = 900; // pixels before either end at which more is asked for

export class Timeline {
  /**
   * `act` gets the inputs `scrolled`, `older`, `newer`, `latest`, `react`, `retry` and `discard`;
   * `open` gets a row; `blobs` has our own files.
   */
  constructor(act, open, blobs) {
    const show = (seq) => this.#show(seq);
    Object.assign(this, { act, ways: { act, open, show, blobs }, scroller: find("scroller"), list: find("timeline"), button: find("latest"), shown: new Map() });
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.button.addEventListener("click", () => act({ type: "latest" }));
    this.list.addEventListener("keydown", (event) => this.#key(event));
    // A phone's keyboard, a growing text field, a rotated screen: a list at its end stays there.
    new ResizeObserver(() => this.#stay()).observe(this.scroller);
  }

  draw(chat) {
    const moved = this.log !== chat.log;
    Object.assign(this, { chat, log: chat.log });
    const anchor = chat.log.following || moved ? null : this.#anchor();
    this.#place(rows(chat), moved);
    if (anchor) this.scroller.scrollTop += top(anchor.element) - anchor.top;
    this.#stay();
    this.#keepReachable();
    this.scroller.setAttribute("aria-label", `Messages in ${chat.room}`);
    this.scroller.setAttribute("aria-busy", String(!chat.log.loaded));
    this.#drawButton(chat);
    this.#askForMore();
    if (chat.phase === "ready" && this.phase !== "ready") retryMissing(this.list);
    this.phase = chat.phase;
  }

  #drawButton({ log, unread }) {
    this.button.hidden = log.following || !log.loaded;
    setText(this.button.querySelector("span"), unread ? `${unread} new` : "Latest");
  }

  /** Rows with the same key keep their element. If the content changed, the element is replaced. */
  #place(wanted, moved) {
    const keys = new Set(wanted.map(({ key }) => key));
    for (const [key, { node }] of this.shown) {
      if (keys.has(key)) continue;
      node.remove();
      this.shown.delete(key);
    }
    const follows = !moved && this.log.following && this.shown.size > 0;
    let place = this.list.firstElementChild;
    for (const row of wanted) {
      const before = this.shown.get(row.key)?.node;
      // Only rows at the end are new; loaded older messages were there before.
      const node = this.#node(row, follows && !place);
      if (place && place === before) place = node;
      if (node === place) place = place.nextElementSibling;
      else this.list.insertBefore(node, place);
    }
  }

  #node(row, arrives) {
    const known = this.shown.get(row.key);
    if (known && same(known.row, row)) {
      setProgress(known.node, row.progress);
      return known.node;
    }
    const node = element(row, this.ways);
    if (known) {
      known.node.before(node); // in the document first: what plays goes on playing
      carryOver(known.node, node);
      known.node.remove();
    } else if (arrives) {
      node.classList.add("arriving");
    }
    this.shown.set(row.key, { node, row });
    return node;
  }

  /**
   * The first fully visible row that stays: it keeps its place, whatever changes above it. A partly
   * visible row is used only if there is no other, because its own height may depend on what is
   * above it.
   */
  #anchor() {
    const { top: edge, bottom } = this.scroller.getBoundingClientRect();
    const kept = new Set(this.log.events.map(({ seq }) => String(seq)));
    let cut = null;
    for (const row of this.list.children) {
      const box = row.getBoundingClientRect();
      if (box.bottom <= edge || !kept.has(row.dataset.seq)) continue;
      if (cut && box.top >= bottom) break;
      const anchor = { element: () => this.#bySeq(row.dataset.seq), top: box.top };
      if (box.top >= edge) return anchor;
      cut ??= anchor;
    }
    return cut;
  }

  #bySeq(seq) { return this.list.querySelector(`[data-seq="${CSS.escape(seq)}"]`); }

  /** Scrolls to a message of the window, and highlights it. */
  #show(seq) {
    const node = this.#bySeq(String(seq));
    if (!node) return;
    node.scrollIntoView({ block: "center" });
    node.classList.remove("pointed-out");
    void node.offsetWidth; // so that it begins again
    node.classList.add("pointed-out");
    node.querySelector(".more-actions")?.focus({ preventScroll: true });
  }

  #stay() { if (this.log?.following) this.scroller.scrollTop = this.scroller.scrollHeight; }

  #scrolled() {
    if (!this.log) return;
    const following = this.#below() <= AT_BOTTOM;
    if (following !== this.log.following && !this.log.detached) this.act({ type: "scrolled", following });
    this.#askForMore();
  }

  #askForMore() {
    const { log } = this;
    if (!log.loaded || log.wish) return;
    if (log.detached && this.#below() < AHEAD) this.act({ type: "newer" });
    else if (!log.begun && this.scroller.scrollTop < AHEAD) this.act({ type: "older" });
  }

  /** Only one of the many buttons is reachable with Tab: the last used one, or the newest. */
  #keepReachable() {
    const buttons = [...this.list.getElementsByClassName("more-actions")];
    if (buttons.some((button) => button.tabIndex === 0 && button === document.activeElement)) return;
    for (const button of buttons) button.tabIndex = button === buttons.at(-1) ? 0 : -1;
  }

  #key(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || !event.target.classList.contains("more-actions")) return;
    const buttons = [...this.list.getElementsByClassName("more-actions")];
    const next = buttons[buttons.indexOf(event.target) + step];
    if (!next) return;
    event.preventDefault();
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  /** The pixels below the visible part. */
  #below() { return this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight; }
}

function same(one, other) {
  const keys = Object.keys(other);
  return Object.keys(one).length === keys.length && keys.every((key) => key === "progress" || one[key] === other[key]);
}

function top(find) { return find().getBoundingClientRect().top; }
