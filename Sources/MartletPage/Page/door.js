// The form that asks for a name, once.

import { find, setText } from "./dom.js";

export class Door {
  /** `act` gets the input `introduce`. */
  constructor(act) {
    Object.assign(this, { act, door: find("door"), inside: find("inside"), field: find("name"), open: null });
    find("introduction").addEventListener("submit", (event) => {
      event.preventDefault();
      const name = this.field.value.trim();
      if (name) act({ type: "introduce", name });
      else this.#refuse("Enter the name that others will see.");
    });
  }

  /** Returns whether the form has just been shown or hidden. */
  draw(chat) {
    // New users wait here until the server has accepted the name.
    const open = chat.phase === "unnamed" || (chat.user === null && chat.token === null);
    const busy = open && chat.phase !== "unnamed";
    find("enter").disabled = busy && chat.phase !== "stopped" && chat.failures === 0;
    setText(find("enter"), busy && chat.failures === 0 ? "Joining…" : "Join");
    setText(find("door-room"), `#${chat.room}`);
    this.#refuse(chat.sentence || (busy && chat.failures ? "The server does not answer. Trying again…" : ""));
    if (this.open === open) return false;
    this.open = open;
    this.door.hidden = !open;
    this.inside.hidden = open;
    if (open) {
      this.field.value = chat.name;
      this.field.focus();
    }
    return true;
  }

  #refuse(words) {
    setText(find("door-problem"), words);
    this.field.setAttribute("aria-invalid", String(words !== ""));
  }
}
