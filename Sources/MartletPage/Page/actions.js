// The actions on a message: replying, reacting and copying for everyone, editing and deleting for
// its author, and what the model offers besides: pinning, reporting, what moderators may do.

import { find, make, setText } from "./dom.js";
import { focusDeleted } from "./focus.js";
import { locale, localized } from "./language.js";
import { boxOf, listenForArrows, placeMenu } from "./menu.js";
import { toast } from "./toast.js";

const moment = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" });

export class Actions {
  /**
   * `act` gets the inputs `react`, `delete`, `menu` and `sheet`; `composer` is told what to edit or
   * reply to, and has the picker of all emoji; `link` makes the link to a message, from its number;
   * `offered` has the reactions to offer, once there are messages.
   */
  constructor(act, composer, link, offered) {
    Object.assign(this, { act, composer, offered, dialog: find("actions"), own: find("own-actions"), more: find("action-more"), items: find("action-items"), question: find("delete-question") });
    find("action-pick").addEventListener("click", () => this.#done(() => composer.picker.open((emoji) => this.#react(emoji))));
    const copied = (id, done, text) => find(id).addEventListener("click", () => this.#done(() => {
      navigator.clipboard.writeText(text()).then(() => toast(done), () => toast(localized("The browser did not allow copying.")));
    }));
    copied("action-copy", localized("The text is copied."), () => this.row.text);
    copied("action-link", localized("The link is copied."), () => link(this.row.seq));
    find("action-reply").addEventListener("click", () => this.#done(() => this.reply(this.row)));
    find("action-edit").addEventListener("click", () => this.#done(() => composer.edit(this.row)));
    find("action-close").addEventListener("click", () => this.dialog.close());
    find("action-delete").addEventListener("click", () => this.#ask(true));
    find("delete-not").addEventListener("click", () => this.dialog.close());
    find("delete-now").addEventListener("click", () => this.#done(() => act({ type: "delete", of: this.row.seq })));
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.dialog.close(); });
    listenForArrows(this.dialog);
    this.wide = matchMedia("(min-width: 40em)");
  }

  /** Opens for a row, as a menu at an element or at a pointer; in a narrow window, over the messages. */
  open(row, at) {
    this.row = row;
    this.at = this.wide.matches ? boxOf(at) : null;
    this.dialog.classList.toggle("menu", this.at !== null);
    this.own.hidden = !row.own;
    find("action-edit").hidden = !row.editable;
    find("action-link").hidden = !navigator.clipboard; // only over https, and on this machine
    find("action-copy").hidden = !row.text || !navigator.clipboard;
    setText(find("action-time"), moment.format(new Date(row.at)));
    this.#ask(false);
    const emoji = find("action-emoji");
    if (!emoji.childElementCount) emoji.append(...this.offered().map((one) => this.#emoji(one)));
    for (const button of this.dialog.querySelectorAll("[data-emoji]")) {
      button.setAttribute("aria-pressed", String(this.#has(button.dataset.emoji)));
    }
    this.more.replaceChildren();
    this.dialog.showModal();
    if (this.at) placeMenu(this.dialog, this.at);
    this.act({ type: "menu", seq: row.seq }); // `offer` is called, at once or later
  }

  /** Takes what the user may do besides about the message with the number `id`. What does harm comes last. */
  offer(id, buttons) {
    if (!this.dialog.open || id !== String(this.row.seq)) return;
    const item = ({ action, title, danger }) => {
      const button = make("button", { type: "button", class: danger ? "danger" : "" }, title);
      button.addEventListener("click", () => this.#done(() => this.act({ type: "sheet", page: action, seq: this.row.seq })));
      return button;
    };
    const [harmless, dangers] = [false, true].map((isDanger) => buttons.filter(({ danger = false }) => danger === isDanger).map(item));
    const line = harmless.length && dangers.length ? [make("hr")] : [];
    this.more.replaceChildren(...harmless, ...line, ...dangers);
    if (this.at) placeMenu(this.dialog, this.at);
  }

  /**
   * Follows the message while its menu is open: what is copied is what it says now. If it is
   * deleted, the menu closes, and its row gets the focus. Call it when the rows are drawn.
   */
  draw({ rows }) {
    if (!this.dialog.open) return;
    const { seq } = this.row;
    const row = rows.find((one) => one.seq === seq);
    if (row && !row.gone) return void (this.row = row);
    this.dialog.close();
    toast(localized("This message was deleted."));
    focusDeleted(seq);
  }

  reply(row) { this.composer.reply(row); }

  #emoji(emoji) {
    const button = make("button", { type: "button", class: "quiet", "data-emoji": emoji, "aria-label": localized("React with %@", emoji) }, emoji);
    button.addEventListener("click", () => {
      this.#done(() => this.#react(emoji));
    });
    return button;
  }

  #react(emoji) { this.act({ type: "react", of: this.row.seq, emoji, on: !this.#has(emoji) }); }

  #has(emoji) {
    return (this.row.reactions ?? []).some((reaction) => reaction.emoji === emoji && reaction.own);
  }

  /** Deleting is for good, so it is asked about in the menu's place. */
  #ask(isAsking) {
    this.items.hidden = isAsking;
    this.question.hidden = !isAsking;
    if (!isAsking) return;
    if (this.at) placeMenu(this.dialog, this.at);
    find("delete-not").focus();
  }

  #done(what) {
    this.dialog.close();
    what();
  }
}
