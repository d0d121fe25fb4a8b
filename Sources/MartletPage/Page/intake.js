// The three ways to attach a file: the button, dropping it anywhere, and pasting.

import { isPastedFile } from "./file.js";
import { find } from "./dom.js";

export class Intake {
  /** `attach` gets the files. */
  constructor(attach) {
    Object.assign(this, { attach, inside: find("inside"), sign: find("drop"), chooser: find("chooser"), button: find("attach") });
    this.button.addEventListener("click", () => this.chooser.click());
    this.chooser.addEventListener("change", () => {
      attach([...this.chooser.files]);
      this.chooser.value = ""; // the same file may be chosen again
    });
    addEventListener("paste", (event) => this.#paste(event));
    // By default, a file dropped outside the page's drop areas would replace the page.
    addEventListener("dragover", (event) => this.#over(event));
    addEventListener("drop", (event) => this.#drop(event));
    addEventListener("dragleave", (event) => { if (!event.relatedTarget) this.sign.hidden = true; });
    addEventListener("dragend", () => { this.sign.hidden = true; });
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
    if (this.inside.hidden || event.target.closest?.("input") || !isPastedFile([...event.clipboardData.types])) return;
    event.preventDefault();
    this.attach([...event.clipboardData.files]);
  }
}
