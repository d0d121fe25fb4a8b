// The list of rooms: a column beside the conversation, or a screen of its own.

import { find, reveal, setText } from "./dom.js";
import { arrange } from "./focus.js";
import { localized } from "./language.js";
import { listenForLongPress } from "./press.js";
import { roomLine } from "./room-line.js";
import { site } from "./site.js";

export class Rooms {
  /**
   * `act` gets the inputs `search`, `archived` and `answer`; `menu` opens for a line; `compose`
   * takes the focus to the composer; `find` looks in the directory; `files` has addresses of
   * pictures.
   */
  constructor(act, { menu, compose, find: look, files }) {
    Object.assign(this, { act, menu, compose, files, lines: new Map(), shown: new Map(), order: [], unread: 0, elsewhere: 0, emptiness: "", archive: "", begun: null });
    Object.assign(this, { list: find("room-list"), field: find("rooms-search"), problem: find("rooms-problem") });
    this.archiveButton = find("rooms-archive");
    this.archiveButton.addEventListener("click", () => act({ type: "archived", on: !this.inArchive }));
    find("rooms-find").addEventListener("click", () => look(this.searched.trim()));
    this.field.addEventListener("input", () => act({ type: "search", text: this.field.value }));
    this.field.addEventListener("keydown", (event) => this.#searchKey(event));
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.list.addEventListener("focusin", ({ target }) => this.#keepReachable(target.closest(".room-line")));
    this.list.addEventListener("click", (event) => this.#click(event));
    this.list.addEventListener("contextmenu", (event) => this.#openMenu(event));
    for (const name of ["wheel", "pointerdown", "keydown"]) this.list.addEventListener(name, () => this.#setBegun(null), { passive: true });
    listenForLongPress(this.list, (target) => this.#press(target.closest(".room-line")));
  }

  /** Takes what the model says has changed in the list. */
  take({ list }) {
    if (!list) return;
    const { order, gone, lines, unread, elsewhere, emptiness = "", archive = "", inArchive = false, notices } = list;
    Object.assign(this, { order, unread, elsewhere, emptiness, archive, inArchive });
    if (notices) this.menu.notices = notices; // the first time only
    for (const line of lines) this.lines.set(line.room, line);
    for (const room of gone) this.lines.delete(room);
    this.isStale = true;
  }

  /** What the user searches the list for. */
  get searched() { return this.field.value; }

  draw({ room, listing, token, privateFiles, refusal, today }) {
    this.#arrange(listing);
    find("find-button").hidden = !this.lines.has(room) || refusal !== "";
    if (token !== this.token) this.#renewPictures(token, privateFiles);
    if (today !== this.today) this.#renewTimes(today);
    const isReordered = this.isStale && !isSame(this.order, this.placed);
    const place = isReordered ? this.#currentPlace : null;
    if (this.isStale) this.#place();
    if (!this.isStale && this.room === room) return;
    const isOther = this.room !== room;
    Object.assign(this, { room, isStale: false, placed: this.order });
    for (const [name, { node }] of this.shown) mark(node, name === room);
    const hasMoved = place?.isInSight && place.index !== this.#currentPlace?.index;
    if ((isOther || hasMoved) && this.shown.has(room)) this.#follow(this.shown.get(room).node, !isOther);
    this.#keepReachable(site.root.activeElement?.closest(".room-line"));
    find("room-options").hidden = !this.lines.has(room);
    setText(find("rooms-empty"), this.order.length ? "" : this.emptiness);
    find("rooms-find").hidden = this.order.length > 0 || !this.emptiness || !this.searched.trim();
    this.archiveButton.hidden = !this.archive;
    setText(this.archiveButton, this.archive);
    setText(find("rooms-title"), this.inArchive && this.archive ? localized("Archived (%@)", this.order.length) : localized("Rooms"));
  }

  /**
   * Scrolls to the room on the screen. If its place has changed again and the user has not
   * scrolled, the list first goes back to where the user had it: rooms change their places while
   * they load.
   */
  #follow(node, hasMoved) {
    if (hasMoved && this.begun !== null) this.list.scrollTop = this.begun;
    this.#setBegun(this.list.scrollTop);
    reveal(node, this.list, "nearest");
  }

  /** Where the user had the list before it followed a room. The browser does not move it meanwhile. */
  #setBegun(top) {
    this.begun = top;
    this.list.style.overflowAnchor = top === null ? "" : "none";
  }

  /** Where the room on the screen is on the list; null if it is not there. */
  get #currentPlace() {
    const { node } = this.shown.get(this.room) ?? {};
    if (!node) return null;
    const [box, view] = [node, this.list].map((element) => element.getBoundingClientRect());
    return { index: [...this.list.children].indexOf(node), isInSight: box.bottom > view.top && box.top < view.bottom };
  }

  /** The pictures of groups can be read with a token only; without guests, so can all others. */
  #renewPictures(token, privateFiles) {
    this.token = token;
    for (const known of this.shown.values()) if ((known.line.group || privateFiles) && known.line.avatar) known.line = null;
    this.isStale = true;
  }

  /** What has the time of day on one day has the day on the next. */
  #renewTimes(today) {
    this.today = today;
    for (const known of this.shown.values()) if (known.line?.at !== undefined) known.line = null;
    this.isStale = true;
  }

  /** As a screen of its own, the list is the page's main part. */
  #arrange(listing) {
    if (listing === this.listing) return;
    this.listing = listing;
    find("rooms").setAttribute("role", listing && !site.isEmbedded ? "main" : "navigation");
    find("rooms-title").setAttribute("aria-level", listing ? "1" : "2");
  }

  /** Says why what the user asked for can't be done; "" takes it back. */
  complain(sentence) {
    this.problem.hidden = sentence === "";
    setText(this.problem, sentence);
  }

  search() {
    this.field.focus();
    this.field.select();
  }

  /**
   * Takes the focus to a room, or to the first one; to the heading while there is none. Never to
   * the search: a phone would show its keyboard.
   */
  focus(room) { (this.#target(this.shown.get(room)?.node) ?? this.#targets[0] ?? find("rooms-title")).focus(); }

  /** Lines that have not changed keep their element. */
  #place() {
    const { activeElement } = site.root;
    const focused = activeElement?.closest(".room-line");
    const control = focused && (activeElement.classList.contains("line-more") ? ".line-more" : ".line-link, .accept");
    const kept = new Set(this.order);
    for (const room of this.shown.keys()) if (!kept.has(room)) this.shown.delete(room);
    arrange(this.list, this.order.map((room) => this.#node(room)));
    if (focused && !focused.contains(site.root.activeElement)) {
      const again = this.shown.get(focused.dataset.room)?.node;
      if (again) again.querySelector(control)?.focus({ preventScroll: true });
      else this.focus(this.room);
    }
  }

  #node(room) {
    const line = this.lines.get(room);
    const known = this.shown.get(room);
    if (known?.line === line) return known.node;
    const node = roomLine(line, this.act, this.files);
    mark(node, room === this.room);
    known?.node.replaceWith(node);
    this.shown.set(room, { line, node });
    return node;
  }

  /** The room after the one on the screen (`step` is 1) or before it (-1); undefined at the ends. */
  beside(step) {
    const rooms = this.order.filter((room) => !this.lines.get(room)?.invitation);
    return rooms[rooms.indexOf(this.room) + step];
  }

  get #targets() { return [...this.list.children].map((node) => this.#target(node)).filter(Boolean); }

  /** What takes the focus in a line. */
  #target(node) { return node?.querySelector("a.line-link, .accept:enabled"); }

  /**
   * One line is reachable with Tab: the one with the focus, else the room on the screen, else the
   * first. The buttons of invitations always are.
   */
  #keepReachable(focused) {
    const used = focused?.matches(".invited") ? null : focused;
    const node = used ?? this.shown.get(this.room)?.node ?? this.list.querySelector(".room-line:not(.invited)");
    for (const one of this.list.querySelectorAll("a.line-link, .line-more")) {
      const index = one.closest(".room-line") === node ? 0 : -1;
      if (one.tabIndex !== index) one.tabIndex = index;
    }
  }

  #key(event) {
    const targets = this.#targets;
    const at = targets.findIndex((target) => target.closest(".room-line").contains(event.target));
    const next = { ArrowDown: () => targets[at + 1], ArrowUp: () => targets[at - 1] ?? this.field, Home: () => targets[0], End: () => targets.at(-1) }[event.key]?.();
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    next.focus();
  }

  #searchKey(event) {
    if (event.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      if (this.field.value) this.#clear();
      else this.compose();
    }
    const first = this.#targets[0];
    if (event.key === "ArrowDown") {
      event.preventDefault();
      first?.focus();
    }
    const link = this.list.querySelector("a.line-link"); // invitations are before the rooms
    if (event.key === "Enter" && this.field.value.trim() && link) {
      event.preventDefault();
      link.click();
      this.#clear();
    }
  }

  #clear() {
    this.field.value = "";
    this.act({ type: "search", text: "" });
  }

  #click(event) {
    const node = event.target.closest(".room-line");
    if (event.target.closest(".line-more")) return this.#menuOf(node, event.target.closest(".line-more"));
    const link = event.target.closest("a.line-link");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    this.complain("");
    if (node.dataset.room === this.room) this.compose();
  }

  #openMenu(event) {
    const node = event.target.closest(".room-line");
    if (!node || node.classList.contains("invited")) return;
    event.preventDefault();
    this.#menuOf(node, event.clientX || event.clientY ? event : undefined);
  }

  /** Opens the menu of a room of the list at an element. */
  openMenu(room, at) {
    const line = this.lines.get(room);
    if (line && !line.invitation) this.menu.open(line, at);
  }

  /**
   * What a long press on a line does; null if the line has no menu. The line may be drawn anew
   * during the press.
   */
  #press(node) {
    const { room } = node?.dataset ?? {};
    if (!this.lines.has(room) || this.lines.get(room).invitation) return null;
    return () => this.#menuOf(this.shown.get(room)?.node);
  }

  #menuOf(node, at) {
    if (node) this.openMenu(node.dataset.room, at ?? node.querySelector("a"));
  }
}

function isSame(order, other) { return order.length === other?.length && order.every((room, index) => room === other[index]); }

function mark(node, isCurrent) {
  const link = node.querySelector("a.line-link");
  if (isCurrent) link?.setAttribute("aria-current", "page");
  else link?.removeAttribute("aria-current");
}
