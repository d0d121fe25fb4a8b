// The sheet over the conversation: lists of people, pins, links and reports, and forms. The model
// describes what it shows. The script that draws it is loaded when it is wanted for the first time.

import { avatar } from "./avatar.js";
import { written } from "./changes.js";
import { icon, listenBeside, make, setText } from "./dom.js";
import { localized } from "./language.js";
import { site } from "./site.js";

const shared = { avatar, icon, listenBeside, localized, make, setText, site, written };

export class Sheets {
  /**
   * `act` gets the inputs `press`, `back` and `closed sheet`; `complain` gets a sentence; `picture`
   * lets the user choose their own one; `searchPause()` is for how many milliseconds no key is
   * pressed before a search begins.
   */
  constructor(act, complain, picture, searchPause) {
    Object.assign(this, { act, complain, picture, searchPause, told: null, dialog: null, module: null });
  }

  /** Takes what the model says has changed. */
  take({ sheet, noSheet }) {
    if (noSheet) this.told = null;
    if (sheet) this.told = sheet;
    if (sheet || noSheet) this.#draw();
  }

  get isOpen() { return this.told !== null; }

  /** Fetches the script, because a newer server no longer has this version's file. */
  async load() {
    try {
      this.module ??= import("./sheet.js");
      const { Sheet } = await this.module;
      this.dialog ??= new Sheet(this.act, { ...shared, picture: this.picture, searchPause: this.searchPause });
    } catch (problem) {
      this.module = null; // the next use tries again
      throw problem;
    }
  }

  async #draw() {
    try {
      if (!this.dialog && this.told) await this.load();
    } catch {
      this.act({ type: "closed sheet" });
      return this.complain(localized("This could not be loaded. Check your connection, and try again."));
    }
    this.dialog?.draw(this.told);
  }
}
