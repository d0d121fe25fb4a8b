// Where one writes: Enter sends, Shift-Enter breaks the line. What is written is kept per room until it is sent.
// A message that is edited takes the place of what was being written, which comes back afterwards.

import { find, setText } from "./dom.js";
import { bytes, tidy } from "./text.js";

const NEAR = 500; // bytes before the limit at which they are counted

export class Composer {
  /** `act` is given the inputs `say`, `edit` and `typed`; `drafts` is a Storage. */
  constructor(act, drafts) {
    Object.assign(this, { act, drafts, room: null, limit: Infinity });
    Object.assign(this, { form: find("composer"), field: find("text"), button: find("send"), counter: find("counter") });
    Object.assign(this, { editing: null, bar: find("editing") });
    find("editing-cancel").addEventListener("click", () => this.#edited());
    this.touch = matchMedia("(pointer: coarse)");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.field.addEventListener("keydown", (event) => this.#key(event));
    this.field.addEventListener("input", () => this.#changed());
    // Pressing the button must not take a phone's keyboard away.
    this.button.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  draw(chat) {
    this.limit = chat.textBytes;
    this.form.hidden = chat.roomProblem !== "";
    if (this.room === chat.room) return;
    this.room = chat.room;
    this.#edited(false);
    this.field.placeholder = `Message #${chat.room}`;
    this.field.value = this.drafts.read(`draft.${chat.room}`) ?? "";
    this.#fit();
  }

  /** Puts the text of one's own message into the field, to be sent in its place. */
  edit({ seq, text }) {
    this.editing = seq;
    this.bar.hidden = false;
    this.field.value = text;
    this.#fit();
    this.field.focus();
  }

  #edited(goOn = true) {
    this.editing = null;
    this.bar.hidden = true;
    this.field.value = this.drafts.read(`draft.${this.room}`) ?? "";
    this.#fit();
    if (goOn) this.focus();
  }

  focus() { if (!this.touch.matches) this.field.focus(); }

  #key(event) {
    if (event.key === "Escape" && this.editing !== null && !event.isComposing) return this.#edited();
    // A key that ends the composition of a word (Japanese, say) is not the one that sends.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    if (this.touch.matches && !event.ctrlKey && !event.metaKey) return; // no Shift on a phone: its button sends
    event.preventDefault();
    this.#send();
  }

  #send() {
    const text = this.field.value;
    if (!tidy(text) || bytes(tidy(text)) > this.limit) return;
    if (this.editing !== null) {
      this.act({ type: "edit", of: this.editing, text });
      return this.#edited();
    }
    this.field.value = "";
    this.drafts.remove(`draft.${this.room}`);
    this.#fit();
    this.act({ type: "say", text });
  }

  #changed() {
    if (this.editing !== null) return this.#fit();
    this.drafts.write(`draft.${this.room}`, this.field.value || null);
    this.#fit();
    if (tidy(this.field.value)) this.act({ type: "typed" });
  }

  #fit() {
    const said = tidy(this.field.value);
    const left = this.limit - bytes(said);
    this.button.disabled = !said || left < 0;
    this.counter.hidden = left > NEAR;
    this.counter.classList.toggle("over", left < 0);
    setText(this.counter, left < 0 ? `${-left} bytes too long` : left > NEAR ? "" : `${left} bytes left`);
    this.field.setAttribute("aria-invalid", String(left < 0));
    this.field.style.height = "auto";
    this.field.style.height = `${this.field.scrollHeight}px`;
  }
}
