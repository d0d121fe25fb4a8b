// Completes “:smi” to an emoji and “@an” to the name of a person of the room, while the user
// writes.

import { avatar } from "./avatar.js";
import { find, make } from "./dom.js";
import { emojiGroups, named, search, shortCode } from "./emoji.js";
import { byName } from "./language.js";

const SHOWN = 6;
// The short code before the caret that can be completed, and a whole one.
const open = /(?:^|[\s(]):([a-z0-9_+-]{2,30})$/i;
const whole = /:([a-z0-9_+-]{2,40}):$/i;

export class Completion {
  /** `mentionable` gives the start of a name that a text ends with, and the people who may be meant. */
  constructor(field, mentionable) {
    Object.assign(this, { field, mentionable, list: find("completion"), choices: [], at: 0, asked: 0 });
    for (const event of ["input", "click"]) field.addEventListener(event, (event) => this.#look(event));
    field.addEventListener("keyup", ({ key }) => { if (/^(Arrow(Left|Right)|Home|End)$/.test(key)) this.#look(); });
    field.addEventListener("blur", () => this.#close());
    this.list.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
    this.list.addEventListener("click", ({ target }) => {
      const item = target.closest("[role=option]");
      if (item) this.#take(this.choices[[...this.list.children].indexOf(item)]);
    });
  }

  /** Whether the key was for the open list. */
  key(event) {
    if (this.list.hidden || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step) this.#mark((this.at + step + this.choices.length) % this.choices.length);
    else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") this.#take(this.choices[this.at]);
    else if (event.key === "Escape") this.#close();
    else return false;
    event.preventDefault();
    return true;
  }

  async #look(event) {
    this.asked += 1;
    const { asked } = this;
    const code = whole.exec(this.#before)?.[1];
    if (event?.inputType === "insertText" && code !== undefined) await this.#replace(code);
    if (this.field.selectionStart !== this.field.selectionEnd) return this.#close();
    const before = this.#before;
    const begun = open.exec(before)?.[1];
    const choices = begun === undefined ? this.#people(before) : await this.#emoji(begun);
    // What was typed may have been sent meanwhile.
    if (asked === this.asked && this.#before === before) this.#offer(choices);
  }

  get #before() { return this.field.value.slice(0, this.field.selectionStart); }

  #people(before) {
    if (!before.includes("@")) return [];
    const { start, people } = this.mentionable(before);
    return (people ?? []).slice(0, SHOWN).sort(byName)
      .map(({ user, name }) => ({ text: `@${name} `, length: start.length + 1, sign: avatar(user, name), words: name }));
  }

  async #emoji(start) {
    const found = search(await loaded(), start).slice(0, SHOWN);
    return found.map((entry) => ({ text: `${entry.emoji} `, length: start.length + 1, sign: make("span", { class: "sign", "aria-hidden": "true" }, entry.emoji), words: `:${shortCode(entry)}:` }));
  }

  /** A short code that is written to its end becomes its emoji. */
  async #replace(code) {
    const entry = named(await loaded(), code.toLowerCase());
    const written = `:${code}:`;
    if (entry && this.#before.endsWith(written)) this.#put(entry.emoji, written.length);
  }

  #offer(choices) {
    this.choices = choices;
    if (!choices.length) return this.#close();
    const option = ({ sign, words }, index) => make(
      "li", { role: "option", id: `completion-${index}` }, sign, make("bdi", {}, words),
    );
    this.list.replaceChildren(...choices.map(option));
    this.list.hidden = false;
    this.#mark(0);
  }

  #mark(index) {
    this.at = index;
    [...this.list.children].forEach((item, other) => item.setAttribute("aria-selected", String(other === index)));
    this.field.setAttribute("aria-activedescendant", `completion-${index}`);
  }

  #take({ text, length }) {
    this.#close();
    this.#put(text, length);
  }

  #put(text, length) {
    const { selectionStart: caret } = this.field;
    this.field.setRangeText(text, caret - length, caret, "end");
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #close() {
    this.asked += 1;
    this.list.hidden = true;
    this.field.removeAttribute("aria-activedescendant");
  }
}

/** The emoji; none while their names can't be loaded. */
async function loaded() {
  try {
    return await emojiGroups();
  } catch {
    return [];
  }
}
