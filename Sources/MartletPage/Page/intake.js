// The three ways to attach a file: the button, dropping it anywhere, and pasting.

import { isPastedFile } from "./file.js";
import { find } from "./dom.js";
import { listen, site, targetOf } from "./site.js";

export class Intake {
  /** `attach` gets the files. */
  constructor(attach) {
    Object.assign(this, { attach, inside: find("inside"), sign: find("drop"), chooser: find("chooser"), button: find("attach") });
    this.button.addEventListener("click", () => this.chooser.click());
    this.chooser.addEventListener("change", () => {
      attach([...this.chooser.files]);
      this.chooser.value = ""; // the same file may be chosen again
    });
    listen(site.area, "paste", (event) => this.#paste(event));
    // By default, a file dropped outside the page's drop areas would replace the page.
    listen(site.area, "dragover", (event) => this.#over(event));
    listen(site.area, "drop", (event) => this.#drop(event));
    listen(site.area, "dragleave", ({ relatedTarget }) => { if (!site.body.contains(relatedTarget)) this.sign.hidden = true; });
    listen(window, "dragend", () => { this.sign.hidden = true; });
  }

  #over(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.sign.hidden = this.inside.hidden;
    event.dataTransfer.dropEffect = this.inside.hidden ? "none" : "copy";
  }

  #drop(event) {
    this.sign.hidden = true;
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    if (!this.inside.hidden) this.attach([...event.dataTransfer.files]);
  }

  #paste(event) {
    if (this.inside.hidden || targetOf(event).closest?.("input") || !isPastedFile([...event.clipboardData.types])) return;
    event.preventDefault();
    this.attach([...event.clipboardData.files]);
  }
}
