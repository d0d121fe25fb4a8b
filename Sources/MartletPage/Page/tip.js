// A small note at an element, while the pointer or the focus is there. There is one for the page.

import { find } from "./dom.js";

const GAP = 6;
const EDGE = 8;

export class Tip {
  constructor() {
    this.element = find("tip");
    addEventListener("keydown", (event) => { if (event.key === "Escape") this.hide(); });
    document.addEventListener("scroll", () => this.hide(), { capture: true, passive: true });
  }

  /** `content` is nodes and texts. */
  show(at, content) {
    this.hide();
    this.at = at;
    at.setAttribute("aria-describedby", this.element.id);
    this.element.replaceChildren(...content);
    this.element.hidden = false;
    this.#place(at.getBoundingClientRect(), this.element.getBoundingClientRect());
  }

  /** What it was about may have been drawn anew, or be gone. */
  check() { if (this.at && !this.at.isConnected) this.hide(); }

  hide(at = this.at) {
    if (!at || at !== this.at) return;
    at.removeAttribute("aria-describedby");
    this.at = null;
    this.element.hidden = true;
  }

  #place(box, own) {
    const above = box.top - own.height - GAP;
    this.element.style.left = `${Math.max(EDGE, Math.min(box.left, innerWidth - own.width - EDGE))}px`;
    this.element.style.top = `${above > EDGE ? above : box.bottom + GAP}px`;
  }
}
