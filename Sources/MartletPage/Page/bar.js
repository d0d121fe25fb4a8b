// The bar of actions at a message: quick reactions and a reply, next to the button “…” that opens
// the others. It is shown under the pointer, at the focus, and after a long press on touch.
//
// Each message has a button “…”, which is empty and draws nothing until the message is used: there
// are hundreds. The rest exists once, and moves to the message that is used.

import { find, forward, icon, make } from "./dom.js";
import { localized } from "./language.js";
import { listenForLongPress } from "./press.js";
import { listen, site, targetOf } from "./site.js";

const QUICK = 4; // reactions in the bar
const GAP = 8; // pixels between the bar and what is beside it
const LAP = 9; // pixels of the bar that may be above its bubble: there are no words
const REST = 100; // milliseconds in which no message moves under the pointer

export class ActionBar {
  /**
   * `row` gives the row of an element of the list; `act` gets `react`; `reply` gets a row;
   * `offered` has the reactions to offer, once there are messages.
   */
  constructor({ row, act, reply, offered }) {
    Object.assign(this, { row, act, reply, offered, list: find("timeline"), latest: find("latest"), touch: matchMedia("(pointer: coarse)"), node: null });
    this.scroller = find("scroller");
    this.list.addEventListener("pointerover", (event) => this.#over(event));
    this.list.addEventListener("focusin", ({ target }) => this.#enter(partOf(target)));
    this.list.addEventListener("keydown", (event) => this.#key(event));
    listen(window, "pointerdown", (event) => { if (!targetOf(event).closest?.(".bar")) this.#release(); });
    listenForLongPress(this.list, (target) => this.#press(target));
  }

  #make() {
    this.emoji = this.offered().slice(0, QUICK);
    this.buttons = this.emoji.map((emoji) => this.#button(`quick ${emoji}`, localized("React with %@", emoji), emoji, () => this.#react(emoji)));
    this.buttons.push(this.#button("reply", localized("Reply"), icon("reply"), () => this.reply(this.row(this.node))));
    this.quick = make("span", { class: "quick", role: "toolbar", "aria-label": localized("Quick actions") }, ...this.buttons);
  }

  /** The row is drawn anew: the bar goes on where it was. */
  follow(from, to) {
    if (!this.node || !from.contains(this.node)) return;
    const [before, part] = [this.node, to.querySelector(`.tile[data-key="${CSS.escape(this.node.dataset.key)}"]`) ?? partOf(to)];
    this.node = null;
    part.classList.toggle("held", before.classList.contains("held"));
    this.#enter(part);
  }

  #button(control, words, content, action) {
    const button = make("button", { type: "button", class: "quiet", tabindex: "-1", "data-control": control, "aria-label": words, title: words }, content);
    // A click does not take the focus away from the text that is being written.
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", () => {
      this.#release();
      action();
    });
    return button;
  }

  #react(emoji) { this.act({ type: "react", of: this.row(this.node).seq, emoji, on: !this.#has(emoji) }); }

  #has(emoji) {
    const { reactions } = this.row(this.node);
    return (reactions ?? []).some((reaction) => reaction.emoji === emoji && reaction.own);
  }

  /** If the pointer is at rest, the messages move under it, and the bar waits until they rest, too. */
  #over({ pointerType, target, clientX: x, clientY: y }) {
    if (pointerType === "touch") return;
    const isAtRest = x === this.pointer?.x && y === this.pointer?.y;
    this.pointer = { x, y };
    clearTimeout(this.timer);
    if (isAtRest) this.timer = setTimeout(() => this.#point(target), REST);
    else this.#point(target);
  }

  #point(target) {
    const isInUse = this.quick?.contains(site.root.activeElement) || this.list.querySelector(".held");
    if (target.isConnected && !isInUse && !target.closest(".bar")) this.#enter(partOf(target));
  }

  #enter(node) {
    const bar = node?.querySelector(".bar");
    if (!bar) return;
    this.node = node;
    if (!this.quick) this.#make();
    if (this.bar !== bar) this.#use(bar);
    if (!bar.contains(this.quick)) bar.prepend(this.quick);
    if (!node.matches(".tile")) this.#place(bar);
    this.emoji.forEach((emoji, index) => this.buttons[index].setAttribute("aria-pressed", String(this.#has(emoji))));
  }

  #use(bar) {
    this.bar?.parentElement.classList.remove("used");
    this.bar?.querySelector(".more-actions").replaceChildren();
    this.bar = bar;
    bar.parentElement.classList.add("used");
    bar.querySelector(".more-actions").replaceChildren(icon("more"));
  }

  /**
   * Places the bar beside its bubble. Where there is no room, it is above the bubble if it covers
   * nothing of another message there; else it is on the end of the bubble's first line. On touch
   * it is above the bubble, or below it: it would cover much of a narrow one.
   */
  #place(bar) {
    const place = bar.parentElement;
    const bubble = place.parentElement;
    const [box, view] = [bubble, this.scroller].map((one) => one.getBoundingClientRect());
    const { offsetWidth: width, offsetHeight: height } = bar;
    const isOnRight = !bubble.closest(".own") === (forward(this.list) > 0);
    // The time that the pointer shows is beside the last line.
    const time = box.height < height + 3 * GAP ? bubble.querySelector(".quiet-meta")?.offsetWidth ?? 0 : 0;
    const gap = GAP + (time && time + GAP);
    const within = (x) => Math.max(view.left + GAP, Math.min(x, view.left + this.scroller.clientWidth - GAP - width));
    const left = within(isOnRight ? box.right + gap : box.left - gap - width);
    const isBeside = isOnRight ? left >= box.right : left + width <= box.left;
    const inner = within(isOnRight ? Math.max(box.right - width, box.left) : Math.min(box.left, box.right - width));
    const above = box.top - height + 2;
    const free = above >= view.top && [inner, left].find((x) => this.#isFree(bubble, x, above, width));
    let [x, y] = [left, box.top - LAP];
    if (this.touch.matches) [x, y] = [inner, above >= view.top + GAP ? box.top - height - 2 : box.bottom + 2];
    else if (isBeside) y = box.top + Math.min(0, (box.height - height) / 2);
    else if (free) [x, y] = [free, above];
    y = Math.max(view.top + GAP, Math.min(y, view.bottom - GAP - height));
    const way = this.latest.getBoundingClientRect(); // empty while it is hidden
    if (y + height > way.top && y < way.bottom && x + width + GAP > way.left && x < way.right + GAP) {
      const beside = [way.left - GAP - width, way.right + GAP].find((one) => one === within(one));
      if (beside === undefined) y = way.top - GAP - height;
      else x = beside;
    }
    Object.assign(place.style, { left: `${x - box.left}px`, top: `${y - box.top}px`, bottom: `${Math.min(0, box.bottom - y - height)}px` });
  }

  /** The list has another size: a bar that is shown all the time goes with its bubble. */
  stay() {
    for (const node of this.list.querySelectorAll(".message:not(.album):is(.held, :focus-within)")) {
      const bar = node.querySelector(".bar");
      if (bar) this.#place(bar);
    }
  }

  /** Whether nothing of the rows before the bubble's is where the bar would be. */
  #isFree(bubble, left, top, width) {
    for (let row = bubble.closest(".message").previousElementSibling; row; row = row.previousElementSibling) {
      if (row.getBoundingClientRect().bottom <= top) return true;
      const parts = row.matches(".message") ? row.querySelectorAll(".bubble, .reactions button, .readers, .failure") : [row];
      for (const part of parts) {
        const box = part.getBoundingClientRect();
        if (box.bottom > top && box.left < left + width && box.right > left) return false;
      }
    }
    return true;
  }

  /** The arrows to the left and right move within the bar; those up and down, to other messages. */
  #key(event) {
    const bar = event.target.closest(".bar");
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!bar || !step) return;
    const buttons = [...bar.querySelectorAll("button")];
    buttons[buttons.indexOf(event.target) + step * forward(bar)]?.focus();
    event.preventDefault();
  }

  /** What a long press on a message does; null if it is none. */
  #press(target) {
    const chips = target.closest(".reactions[data-key]");
    const { key } = (chips ?? partOf(target))?.dataset ?? {};
    if (key === undefined || isWebLink(target) || target.closest(".bar")) return null;
    const chip = target.closest(".reactions button")?.dataset.control;
    return () => {
      const is = `[data-key="${CSS.escape(key)}"]`;
      const node = this.list.querySelector(`${chips ? ".reactions" : ".tile"}${is}`) ?? this.list.querySelector(is); // which may have been drawn anew
      if (!node) return;
      if (chip) return node.querySelector(`[data-control="${CSS.escape(chip)}"]`)?.dispatchEvent(new Event("tell"));
      this.#enter(node);
      if (node.querySelector(".bar")) node.classList.add("held");
    };
  }

  #release() { for (const node of this.list.querySelectorAll(".held")) node.classList.remove("held"); }
}

/**
 * What the actions are about: a message, or a photo of an album. Outside of its photos, an album's
 * actions are those of its first photo.
 */
export function partOf(target) {
  const message = target.closest(".message");
  return target.closest(".tile") ?? message?.querySelector(".tile") ?? message;
}

function isWebLink(target) { return target.closest("a:not(.place)") !== null; }
