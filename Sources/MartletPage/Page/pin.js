// The strip below the header: the newest pinned message, which leads to it.

import { find, make } from "./dom.js";
import { localized } from "./language.js";

export class Pin {
  /** `show` gets the number of the message; `act` gets the input `sheet`. */
  constructor(show, act) {
    Object.assign(this, { strip: find("pinned"), link: find("pinned-link"), words: find("pinned-words"), all: find("pinned-all"), told: "" });
    this.link.addEventListener("click", () => show(this.seq));
    this.all.addEventListener("click", () => act({ type: "sheet", page: "pins" }));
  }

  draw({ pin, refusal }) {
    this.strip.hidden = !pin || refusal !== "";
    const told = JSON.stringify(pin);
    if (!pin || told === this.told) return;
    Object.assign(this, { told, seq: pin.seq });
    const name = pin.name && make("bdi", { class: "quoted-name" }, pin.name);
    this.words.replaceChildren(...[name, make("bdi", { class: "quoted-words" }, pin.words)].filter(Boolean));
    this.all.hidden = pin.count < 2;
    this.all.replaceChildren(localized("All %@", pin.count));
  }
}
