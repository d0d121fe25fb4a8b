// The actions on a message: replying and reacting for everyone, editing and deleting for its
// author.

import { find, make } from "./dom.js";

const EMOJI = ["👍", "❤️", "😂", "🎉", "😮", "🙏"];

export class Actions {
  /** `act` gets the inputs `react` and `delete`; `edit` and `reply` get the row. */
  constructor(act, edit, reply) {
    Object.assign(this, { act, edit, dialog: find("actions"), own: find("own-actions"), remove: find("action-delete") });
    find("action-emoji").append(...EMOJI.map((emoji) => this.#emoji(emoji)));
    find("action-reply").addEventListener("click", () => this.#done(() => reply(this.row)));
    find("action-edit").addEventListener("click", () => this.#done(() => edit(this.row)));
    find("action-close").addEventListener("click", () => this.dialog.close());
    this.remove.addEventListener("click", () => this.#remove());
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.dialog.close(); });
  }

  open(row) {
    this.row = row;
    this.own.hidden = !row.own;
    this.#ask(false);
    for (const button of this.dialog.querySelectorAll("[data-emoji]")) {
      button.setAttribute("aria-pressed", String(this.#has(button.dataset.emoji)));
    }
    this.dialog.showModal();
  }

  #emoji(emoji) {
    const button = make("button", { type: "button", class: "quiet", "data-emoji": emoji, "aria-label": `React with ${emoji}` }, emoji);
    button.addEventListener("click", () => {
      this.#done(() => this.act({ type: "react", of: this.row.seq, emoji, on: !this.#has(emoji) }));
    });
    return button;
  }

  #has(emoji) {
    return (this.row.reactions ?? []).some((reaction) => reaction.emoji === emoji && reaction.users.includes(this.row.reader));
  }

  /** Asks twice, because deleting is for good. */
  #remove() {
    if (!this.isAsked) return this.#ask(true);
    this.#done(() => this.act({ type: "delete", of: this.row.seq }));
  }

  #ask(isAsked) {
    this.isAsked = isAsked;
    this.remove.textContent = isAsked ? "Delete for everyone?" : "Delete";
  }

  #done(what) {
    this.dialog.close();
    what();
  }
}
