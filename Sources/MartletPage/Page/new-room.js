// The sheet for what is new: a room to join, a person to write to, a group to make.

import { avatar } from "./avatar.js";
import { find, forward, listenBeside, make, setText } from "./dom.js";
import { offer } from "./focus.js";
import { newTicket } from "./id.js";
import { byName, counted, localized } from "./language.js";
import { roomAvatar } from "./room-avatar.js";
import { site } from "./site.js";

export class NewRoom {
  /**
   * `act` gets the inputs `directory`, `people`, `join`, `message` and `group`; `searchPause()` is
   * for how many milliseconds no key is pressed before the directory is searched.
   */
  constructor(act, searchPause) {
    Object.assign(this, { act, searchPause, dialog: find("new"), tabs: [...site.body.querySelectorAll("#new [role=tab]")], people: [], searchTicket: null, hasFailed: false, isConnected: false });
    find("new-button").addEventListener("click", () => this.open());
    find("new-close").addEventListener("click", () => this.dialog.close());
    find("group-cancel").addEventListener("click", () => this.dialog.close());
    listenBeside(this.dialog, () => this.dialog.close());
    for (const tab of this.tabs) tab.addEventListener("click", () => this.#show(tab));
    find("new-tabs").addEventListener("keydown", (event) => this.#tabKey(event));
    find("join-text").addEventListener("input", () => this.#typed());
    this.#submits("join-form", () => this.#join(find("join-text").value));
    find("directory-more").addEventListener("click", () => this.#search(this.next));
    find("person-search").addEventListener("input", ({ target }) => this.act({ type: "people", search: target.value }));
    this.#submits("group-form", () => this.#makeGroup());
    this.#submits("invited", () => this.#join(this.link));
    find("invited-not").addEventListener("click", () => this.dialog.close());
  }

  /** Opens the sheet; `search` is looked for in the directory and among the people. */
  open(search = "") {
    find("group-title").value = "";
    find("join-text").value = find("person-search").value = search;
    this.#begin(null);
    this.#show(this.tabs[0]);
    // On touch, the field would open the keyboard over the directory.
    find(matchMedia("(pointer: coarse)").matches ? "new-title" : "join-text").focus();
    this.act({ type: "people" });
    if (search) this.act({ type: "people", search });
    this.#search();
  }

  /** Asks whether to join by an invite link. The link says nothing to the user, and is not shown. */
  ask(link) {
    this.#begin(link);
    this.#show(null);
    find("invited-join").focus();
  }

  #begin(link) {
    this.link = link;
    find("new-tabs").hidden = link !== null;
    find("invited").hidden = link === null;
    setText(find("new-title"), localized(link === null ? "New" : "Invitation"));
    if (!this.dialog.open) this.dialog.showModal();
  }

  close() { this.dialog.close(); }

  get isOpen() { return this.dialog.open; }

  refuse(sentence) {
    find("new-problem").hidden = sentence === "";
    setText(find("new-problem"), sentence);
    find("invited-words").hidden = sentence !== ""; // the invitation that they speak of may be over
  }

  /** Takes the people whom the user may write to or invite; of a search, those who are found. */
  offer(people, search) {
    people.sort(byName);
    if (search === undefined) this.#offerToInvite(people);
    if ((search ?? "") === find("person-search").value) this.#drawPeople(people);
  }

  #offerToInvite(people) {
    this.people = people;
    const choice = ({ user, name }) => make("li", {}, make("label", {}, make("input", { type: "checkbox", value: user }), avatar(user, name), make("bdi", { class: "name" }, name)));
    find("group-people").replaceChildren(...people.map(choice));
    find("group-invite").hidden = people.length === 0;
  }

  /** Searches again what could not be searched, when the connection is back. */
  draw({ isConnected }) {
    const isBack = isConnected && !this.isConnected;
    this.isConnected = isConnected;
    if (isBack && this.hasFailed && this.dialog.open) this.#search(this.isFirst ? undefined : this.next);
  }

  /** Takes a page of the directory. */
  found({ ticket, rooms, next, error }) {
    if (ticket !== this.searchTicket) return;
    this.hasFailed = error !== undefined;
    const list = find("directory");
    if (this.isFirst) {
      list.replaceChildren();
      this.next = undefined;
    }
    const entries = (rooms ?? []).map((room) => this.#entry(room));
    list.append(...entries);
    if (error === undefined) this.next = next; // otherwise the same page can be asked for again
    // The last page goes on where the button was.
    offer(find("directory-more"), this.next !== undefined, (entries[0] ?? list.lastElementChild)?.querySelector("button"), find("join-text"));
    setText(find("directory-note"), error ?? (list.childElementCount || next ? "" : localized(this.searched ? "No open room matches." : "There are no other open rooms yet. Type a name to start one.")));
  }

  #submits(id, action) {
    find(id).addEventListener("submit", (event) => {
      event.preventDefault();
      this.refuse("");
      action();
    });
  }

  /** `tab` is null while an invitation is asked about. */
  #show(tab) {
    this.refuse("");
    for (const one of this.tabs) {
      one.setAttribute("aria-selected", String(one === tab));
      one.tabIndex = one === tab ? 0 : -1;
      find(one.getAttribute("aria-controls")).hidden = one !== tab;
    }
  }

  #tabKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const tab = this.tabs.at((this.tabs.indexOf(site.root.activeElement) + step * forward(find("new-tabs"))) % this.tabs.length);
    this.#show(tab);
    tab.focus();
  }

  #typed() {
    this.refuse("");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#search(), this.searchPause());
  }

  #search(after) {
    this.isFirst = after === undefined;
    this.searchTicket = newTicket();
    this.searched = find("join-text").value.trim();
    this.act({ type: "directory", ticket: this.searchTicket, search: find("join-text").value, after });
  }

  #entry({ room, title, topic, people, joined }) {
    const count = joined ? localized("Joined") : counted(people, "1 person", "%@ people");
    const words = make("span", { class: "entry-words" }, make("bdi", { class: "name" }, title), topic ? make("span", { class: "topic", dir: "auto" }, topic) : null);
    const button = make("button", { type: "button", class: "quiet entry" }, roomAvatar({ room, title }), words, make("span", { class: "entry-count" }, count));
    button.addEventListener("click", () => this.#join(room));
    return make("li", {}, button);
  }

  #join(text) { this.act({ type: "join", text, host: new URL(site.base).host }); }

  #drawPeople(found) {
    const entry = ({ user, name }) => {
      const button = make("button", { type: "button", class: "quiet entry", "aria-label": localized("Message %@", name) }, avatar(user, name), make("bdi", { class: "name" }, name));
      button.addEventListener("click", () => this.act({ type: "message", user }));
      return make("li", {}, button);
    };
    find("person-list").replaceChildren(...found.map(entry));
    setText(find("person-note"), found.length ? "" : this.people.length ? localized("Nobody found.") : localized("Nobody else is in your rooms now."));
  }

  #makeGroup() {
    const chosen = new Set([...find("group-people").querySelectorAll(":checked")].map(({ value }) => value));
    const people = this.people.filter(({ user }) => chosen.has(user)).map(({ user, name }) => ({ user, name }));
    this.act({ type: "group", title: find("group-title").value, people });
  }
}
