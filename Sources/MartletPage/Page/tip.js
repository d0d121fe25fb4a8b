// A small note at an element, while the pointer or the focus is there. There is one for the page.

import { find } from "./dom.js";
import { listen, site } from "./site.js";

const GAP = 6;
const EDGE = 8;
const LINGER = 150; // milliseconds for the pointer's way to the note

export class Tip {
  constructor() {
    this.element = find("tip");
    this.element.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.element.addEventListener("pointerleave", () => this.leave());
    listen(window, "keydown", (event) => { if (event.key === "Escape") this.hide(); });
    // Scrolling in an element is not heard outside of it.
    for (const tree of new Set([document, site.root])) listen(tree, "scroll", () => this.hide(), { capture: true, passive: true });
  }

  /** `content` is nodes and texts. */
  show(at, content) {
    this.hide();
    this.at = at;
    at.setAttribute("aria-describedby", this.element.id);
    this.element.replaceChildren(...content);
    this.element.hidden = false;
    // Its place is relative to the window, or to an element that the browser takes for one.
    Object.assign(this.element.style, { left: "0", top: "0" });
    this.#place(at.getBoundingClientRect(), this.element.getBoundingClientRect());
  }

  /** What it was about may have been drawn anew, or be gone. */
  check() { if (this.at && !this.at.isConnected) this.hide(); }

  /** The pointer has left `at`, or the note. While it is over the note, that stays. */
  leave(at = this.at) {
    if (!at || at !== this.at) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(at), LINGER);
  }

  hide(at = this.at) {
    if (!at || at !== this.at) return;
    clearTimeout(this.timer);
    at.removeAttribute("aria-describedby");
    this.at = null;
    this.element.hidden = true;
  }

  #place(box, own) {
    const above = box.top - own.height - GAP;
    const left = Math.max(EDGE, Math.min(box.left, innerWidth - own.width - EDGE));
    const top = above > EDGE ? above : box.bottom + GAP;
    this.element.style.left = `${left - own.left}px`;
    this.element.style.top = `${top - own.top}px`;
  }
}
