// The menu of a room in the list.

import { find, make, setText } from "./dom.js";
import { localized } from "./language.js";
import { boxOf, listenForArrows, placeMenu } from "./menu.js";

export class RoomMenu {
  /**
   * `act` gets the inputs `unread`, `pin`, `notice`, `archive` and `leave`, and `menu` and `sheet`
   * about what the user may do in the room.
   */
  constructor(act) {
    Object.assign(this, { act, dialog: find("room-menu"), question: find("leave-question"), items: find("menu-items"), more: find("menu-more"), notices: [] });
    const does = (id, input) => find(id).addEventListener("click", () => this.#done(input()));
    does("menu-unread", () => ({ type: "unread" }));
    does("menu-pin", () => ({ type: "pin", on: !this.line.pinned }));
    does("menu-archive", () => ({ type: "archive", on: !this.line.archived }));
    does("leave-now", () => ({ type: "leave" }));
    find("menu-leave").addEventListener("click", () => this.#ask(true));
    find("leave-not").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.dialog.close(); });
    listenForArrows(this.dialog);
  }

  /** Opens for a line of the list, at an element or at a pointer. */
  open(line, at) {
    this.line = line;
    this.#ask(false);
    setText(find("room-menu-title"), line.title);
    find("room-menu-topic").hidden = !line.topic;
    setText(find("room-menu-topic"), line.topic ?? "");
    setText(find("menu-unread"), localized(line.markable ? "Mark as unread" : "Mark as read"));
    // Nothing comes from a room that the user may not enter.
    find("menu-unread").hidden = find("menu-notifying").hidden = Boolean(line.refused);
    find("menu-unread").disabled = !line.markable && line.badge === undefined;
    setText(find("menu-pin"), localized(line.pinned ? "Unpin" : "Pin"));
    setText(find("menu-archive"), localized(line.archived ? "Unarchive" : "Archive"));
    find("menu-leave").hidden = line.leaving === undefined;
    find("menu-notices").replaceChildren(...this.notices.map((notice) => this.#notice(notice)));
    this.more.replaceChildren();
    this.at = boxOf(at);
    this.dialog.showModal();
    placeMenu(this.dialog, this.at);
    this.act({ type: "menu", room: line.room }); // `offer` is called, at once or later
  }

  /** Takes what the user may do in the room `id`. */
  offer(id, buttons) {
    if (!this.dialog.open || id !== this.line.room) return;
    const item = ({ action, title }) => {
      const button = make("button", { type: "button" }, title);
      button.addEventListener("click", () => this.#done({ type: "sheet", page: action }));
      return button;
    };
    this.more.replaceChildren(...buttons.map(item));
    placeMenu(this.dialog, this.at);
  }

  #notice({ notice, title }) {
    const button = make("button", { type: "button", "aria-pressed": String(this.line.notice === notice) }, title);
    button.addEventListener("click", () => this.#done({ type: "notice", notice }));
    return button;
  }

  /** Shows the question about leaving in place of the menu, or the menu again. */
  #ask(isAsking) {
    this.items.hidden = isAsking;
    this.question.hidden = !isAsking;
    if (!isAsking) return;
    setText(find("leave-title"), this.line.leaving);
    setText(find("leave-sentence"), this.line.leavingSentence);
    find("leave-not").focus();
  }

  #done(input) {
    this.dialog.close();
    this.act({ room: this.line.room, ...input });
  }
}
