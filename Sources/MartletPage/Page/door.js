// The form that asks for a name, once.

import { find, setText } from "./dom.js";

export class Door {
  /** `act` gets the input `rename`. */
  constructor(act) {
    Object.assign(this, { act, door: find("door"), inside: find("inside"), field: find("name"), open: null });
    find("introduction").addEventListener("submit", (event) => {
      event.preventDefault();
      const name = this.field.value.trim();
      if (!name) return this.#refuse("Enter the name that others will see.");
      this.isAsking = false;
      act({ type: "rename", name });
    });
    find("keep-name").addEventListener("click", () => this.ask(false));
  }

  /** Asks a user who has a name for another one, or takes the question back. */
  ask(isAsking = true) {
    this.isAsking = isAsking;
    this.draw(this.state);
  }

  /** Returns whether the form has just been shown or hidden. */
  draw(state) {
    this.state = state;
    const { isNamed, isKnown, user, notice, phase, name } = state;
    // New users wait here until the server has accepted the name.
    const isNew = !isNamed || (user === undefined && !isKnown);
    const open = isNew || this.isAsking || notice?.remedy === "rename";
    const isWaiting = isNamed && isNew && notice === null && phase !== "initial";
    find("enter").disabled = isWaiting;
    setText(find("enter"), isWaiting ? "Joining…" : isNew ? "Join" : "Change name");
    find("keep-name").hidden = isNew || !this.isAsking;
    find("door-words").hidden = state.heading === "";
    setText(find("door-room"), state.heading);
    this.#refuse(isNamed ? notice?.sentence ?? "" : "");
    if (this.open === open) return false;
    this.open = open;
    this.door.hidden = !open;
    this.inside.hidden = open;
    if (open) {
      this.field.value = name ?? "";
      this.field.focus();
    }
    return true;
  }

  #refuse(words) {
    setText(find("door-problem"), words);
    this.field.setAttribute("aria-invalid", String(words !== ""));
  }
}
