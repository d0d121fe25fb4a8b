// The conversation on the screen, and its scroll position.

import { ActionBar, partOf } from "./bar.js";
import { withRuns } from "./blocked.js";
import { element, setProgress } from "./bubble.js";
import { DayPicker } from "./day-picker.js";
import { find, reveal, setText } from "./dom.js";
import { focusFirst, offer, whereToGoOn } from "./focus.js";
import { localized } from "./language.js";
import { carryOver, retryMissing } from "./media.js";
import { combined } from "./notice.js";
import { Previews } from "./previews.js";
import { listen, site } from "./site.js";
import { Tip } from "./tip.js";
import { Viewer } from "./viewer.js";

const AT_BOTTOM = 32; // pixels from the end that still count as being there
const AHEAD = 900; // pixels before either end at which more is asked for
const FEW = 60; // rows of a list at its end, and ROWS_PER_PIXEL more for its height
const ROWS_PER_PIXEL = 0.1; // a row has more than 30 pixels
const BURST = 1_000; // milliseconds: what comes sooner after other messages is shown without a movement

export class Timeline {
  /**
   * `act` gets the inputs `scrolled`, `older`, `newer`, `latest`, `around`, `since`, `react`,
   * `retry`, `discard` and `sheet`; `actions` can `open` and `reply` to a row, and has the
   * reactions that are `offered`; `blobs` has our own files, `files` addresses of others; `read`
   * gives the blocks and the link of a text; `place` is told what covers the room; `judge` gives
   * the promise of what the model makes of an answer about a link; `refused` tells what can be done
   * about a refused change, and `again` lets the user change it.
   */
  constructor(act, actions, blobs, files, read, place, judge, { refused, again }) {
    Object.assign(this, { act, scroller: find("scroller"), list: find("timeline"), button: find("latest"), up: find("first-new"), shown: new Map(), names: new Map(), places: new Map() });
    this.ways = {
      act, blobs, files, read, refused, again, names: this.names, whole: new Set(), tip: new Tip(), previews: new Previews((change) => this.#settle(change), judge),
      open: (row, at) => actions.open(row, at), unblind: (rows) => this.#unblind(rows), show: (seq) => this.seek(this.room, seq), fold: (key) => this.#fold(key),
      chooseDay: (at) => this.days.open(at, this.state.begun ? this.rows.find(({ kind }) => kind === "day")?.at : undefined),
    };
    this.bar = new ActionBar({ act, row: (node) => this.#row(node), reply: (row) => actions.reply(row), offered: actions.offered });
    this.days = new DayPicker(act, (seq) => (seq === undefined ? act({ type: "latest" }) : this.seek(this.room, seq)));
    this.viewer = new Viewer(this.list, (node) => this.#row(node), place, () => this.state.begun && !this.state.detached, read, () => this.#gather());
    // While the list has just got another size, nobody has scrolled.
    this.scroller.addEventListener("scroll", () => { if (!this.#isResized()) this.#scrolled(); }, { passive: true });
    this.button.addEventListener("click", () => this.#goDown());
    this.up.addEventListener("click", () => this.#goUp());
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.list.addEventListener("contextmenu", (event) => this.#openMenu(event));
    this.list.addEventListener("click", ({ target }) => this.#openPerson(target));
    // A phone's keyboard, a growing text field, a rotated screen: the reader's place stays.
    new ResizeObserver(() => this.#resized()).observe(this.scroller);
    this.list.addEventListener("toggle", () => this.#notePlace(), true);
    for (const [event, isWhole] of [["beforeprint", true], ["afterprint", false]]) listen(window, event, () => this.#print(isWhole));
  }

  /** The row of the message `seq`; undefined if it is not shown. */
  row(seq) { return seq && this.rows?.find((row) => row.seq === seq); }

  /** Notes the scroll position in this room, before another one is shown. */
  leave() {
    if (!this.state) return;
    const anchor = this.state.following ? null : this.#anchor();
    this.places.set(this.room, anchor && { seq: anchor.seq, top: anchor.top - this.scroller.getBoundingClientRect().top });
  }

  /**
   * The number of the message to show first in a room: the sought one, or the one at which the user
   * left the room; undefined for the end.
   */
  anchor(room) { return this.sought?.room === room ? this.sought.seq : this.places.get(room)?.seq; }

  /** Goes to a message of a room, once the room is on the screen and the message has come. */
  seek(room, seq) {
    this.#seekRow({ room, seq, find: () => this.#bySeq(String(seq)), show: (node) => this.#pointOut(node) });
  }

  #seekRow(sought) {
    this.sought = { ...sought, isAsked: false };
    if (sought.room !== this.room || !this.state) return;
    this.#place(false); // all rows: the sought one may be far above the end
    this.#seek();
  }

  /** Goes to the divider of new messages. The button goes, so the first of them gets the focus. */
  #goUp() {
    const { after } = this.state.divider;
    this.#seekRow({
      room: this.room, seq: after + 1, find: () => this.divider,
      show: (node) => {
        this.#begin(node);
        let row = node;
        while (row && !row.querySelector(".more-actions")) row = row.nextElementSibling;
        if (site.mayFocus) (row?.querySelector(".more-actions") ?? this.scroller).focus({ preventScroll: true });
      },
    });
  }

  /** Goes to the first unread message; from there, or if the user has passed it, to the end. */
  #goDown() {
    const { firstUnread: seq } = this.state;
    const first = () => this.#bySeq(String(seq))?.closest("#timeline > *");
    const node = seq && first();
    const isReached = node ? node.getBoundingClientRect().top < this.button.getBoundingClientRect().top : this.led === seq;
    if (!seq || isReached) return this.act({ type: "latest" });
    this.led = seq;
    this.#seekRow({
      room: this.room, seq, find: first,
      show: (row) => this.#begin(row.previousElementSibling?.matches(".unread") ? row.previousElementSibling : row),
    });
  }

  /** Scrolls a row to the top. The model hears of it before the next draw, or the list would stay at its end. */
  #begin(row) {
    reveal(row, this.scroller, "start");
    this.#scrolled();
  }

  get divider() { return this.list.querySelector(".unread"); }

  draw(state) {
    const moved = this.room !== state.room;
    Object.assign(this, { state, room: state.room });
    this.isGathered &&= this.viewer.isOpen;
    if (moved) {
      this.ways.whole.clear();
      if (this.sought?.room !== state.room) this.sought = null;
      this.returning = this.sought ? null : this.places.get(state.room) ?? null;
      this.places.delete(state.room);
      this.reached = this.led = this.noted = null;
    } else this.#keepPlace();
    const anchor = state.following || moved ? null : this.#anchor();
    this.ways.previews.draw(state);
    this.rows = state.rows;
    if (state.today !== this.today) this.#renameDays(state.today);
    this.#name(state);
    this.#place(moved);
    if (anchor) this.scroller.scrollTop += top(anchor.element) - anchor.top;
    this.#stay();
    this.#return();
    this.#seek();
    this.#notePlace();
    this.#markDays();
    this.#keepReachable();
    this.ways.tip.check();
    this.scroller.setAttribute("aria-label", state.title ? localized("Messages in %@", state.title) : localized("Messages"));
    this.scroller.setAttribute("aria-busy", String(!state.loaded));
    this.#drawButtons();
    this.#askForMore();
    const isReachable = state.isConnected && (!this.wasConnected || state.token !== this.token);
    Object.assign(this, { wasConnected: state.isConnected, token: state.token });
    if (isReachable) retryMissing(this.list);
    this.viewer.draw(state);
  }

  /** Runs what changes a row's height. What the user reads keeps its place. */
  #settle(change) {
    this.#keepPlace();
    const anchor = this.state.following ? null : this.#anchor();
    change();
    if (anchor) this.scroller.scrollTop += top(anchor.element) - anchor.top;
    this.#stay();
    this.#notePlace();
  }

  #drawButtons() {
    const { following, loaded, unread, divider } = this.state;
    this.button.classList.toggle("way-down", !unread);
    setText(this.button.querySelector("span"), unread ? localized("%@ new", unread) : localized("Latest"));
    offer(this.button, loaded && !following, ...whereToGoOn());
    if (divider) setText(this.up.querySelector("span"), divider.label);
    offer(this.up, this.#isDividerAbove(), this.scroller);
  }

  /** Whether the divider of new messages is above what is on the screen, and has never been there. */
  #isDividerAbove() {
    const { divider, isSeen, rows } = this.state;
    if (!divider || this.reached === divider.after) return false;
    const node = this.divider;
    // Without its row, it is above the rows that are here.
    if (!node) return rows.some(({ kind }) => kind === "unread") || rows.find(({ seq }) => seq !== undefined)?.seq > divider.after;
    const [box, view] = [node, this.scroller].map((one) => one.getBoundingClientRect());
    if (isSeen && box.bottom > view.top && box.top < view.bottom) this.reached = divider.after;
    return box.bottom <= view.top;
  }

  /** Names of the people who wrote or are here, for reactions. */
  #name({ members, user, name }) {
    if (this.rows.length === 0) this.names.clear();
    for (const row of this.rows) if (row.kind === "message") this.names.set(row.user, row.name);
    for (const person of members) this.names.set(person.user, person.name);
    this.names.set(user, name);
  }

  /** What was today is yesterday now. */
  #renameDays(today) {
    this.today = today;
    for (const shown of this.shown.values()) if (shown.row.kind === "day") shown.row = {}; // draws it again
  }

  /** Rows with the same key keep their element. If the content changed, the element is replaced. */
  #place(moved) {
    const all = withRuns(combined(this.state.entries), this.ways.whole);
    const wanted = this.#isWhole ? all : this.#end(all, moved);
    this.isCut = wanted.length < all.length;
    const keys = new Set(wanted.map(({ key }) => key));
    for (const [key, { node }] of this.shown) {
      if (keys.has(key)) continue;
      if (node.contains(site.root.activeElement)) focusFirst(...this.#beside(node, keys));
      node.remove();
      this.shown.delete(key);
    }
    const follows = !moved && this.state.following && this.shown.size > 0;
    const [now, former] = [performance.now(), this.arrived ?? -Infinity];
    let place = this.list.firstElementChild;
    for (const row of wanted) {
      const before = this.shown.get(row.key)?.node;
      const node = this.#node(row);
      // Only rows at the end are new; loaded older messages were there before.
      if (!before && follows && !place) {
        this.arrived = now;
        if (now - former > BURST) node.classList.add("arriving");
      }
      if (place && place === before) place = node;
      if (node === place) place = place.nextElementSibling;
      else this.list.insertBefore(node, place);
    }
  }

  /**
   * Whether the list has all rows of the window. While it stays at its end, it has the last ones
   * only: with much to say, laying out hundreds of rows for every message would take most of the
   * time.
   */
  get #isWhole() { return !this.state.following || Boolean(this.sought ?? this.returning) || this.isPrinting || this.isGathered; }

  /**
   * The last rows: more than three screens show. Those above them go many at once, because all rows
   * move when one above them goes. A row with the focus does not go.
   */
  #end(rows, moved) {
    const few = FEW + Math.ceil(this.scroller.clientHeight * ROWS_PER_PIXEL);
    const first = moved ? -1 : rows.findIndex(({ key }) => key === this.list.firstElementChild?.dataset.key);
    const count = rows.length - first;
    const end = first < 0 || count < few || count > 2 * few ? rows.slice(-few) : rows.slice(first);
    const used = moved ? undefined : site.root.activeElement?.closest("#timeline > *")?.dataset.key;
    return used === undefined || end.some(({ key }) => key === used) ? end : rows;
  }

  /** The viewer leads through the pictures of all rows. */
  #gather() {
    this.isGathered = true;
    this.#settle(() => this.#place(false));
  }

  #print(isPrinting) {
    this.isPrinting = isPrinting;
    if (this.state) this.#settle(() => this.#place(false));
  }

  #node(row) {
    const known = this.shown.get(row.key);
    if (known && isSame(known.row, row)) return known.node;
    if (known && isProgress(known.row, row)) {
      setProgress(known.node, row);
      known.row = row;
      return known.node;
    }
    const node = element(row, this.ways);
    node.dataset.key = row.key;
    this.shown.set(row.key, { node, row });
    if (known) {
      const { activeElement } = site.root;
      const isFocused = known.node.contains(activeElement);
      known.node.before(node); // in the document first, so that a playing video does not stop
      carryOver(known.node, node);
      this.bar.follow(known.node, node);
      known.node.remove();
      if (isFocused) focusFirst(...controls(node, activeElement), ...this.#beside(node));
    }
    return node;
  }

  /** The row of a message's element or of a photo's, also of one that goes away. */
  #row(node) {
    const { key } = node.dataset;
    const shown = this.shown.get(node.closest(".message").dataset.key)?.row;
    return shown?.photos?.find((photo) => photo.key === key) ?? shown;
  }

  /** Shows the messages of a run that was folded. */
  #unblind(rows) {
    const isFocused = this.list.contains(site.root.activeElement);
    for (const { key } of rows) this.ways.whole.add(key);
    this.#settle(() => this.#place(false));
    this.#keepReachable();
    if (isFocused) this.#bySeq(String(rows[0].seq))?.querySelector(".more-actions")?.focus({ preventScroll: true });
  }

  /** Folds the run again that has this message. */
  #blind(key) {
    const at = this.rows.findIndex((row) => row.key === key);
    const isIn = (row) => row?.blocked && !row.gone;
    let [start, end] = [at, at];
    while (isIn(this.rows[start - 1])) start -= 1;
    while (isIn(this.rows[end + 1])) end += 1;
    const run = this.rows.slice(start, end + 1);
    for (const row of run) this.ways.whole.delete(row.key);
    this.#settle(() => this.#place(false));
    this.#keepReachable();
    this.#bySeq(String(run[0].seq))?.querySelector("button")?.focus({ preventScroll: true });
  }

  /** Links and texts that are selected have the browser's menu. */
  #openMenu(event) {
    const part = partOf(event.target);
    if (!part?.querySelector(".more-actions") || event.target.closest("a[href], audio, video, button")) return;
    const selection = site.root.getSelection?.() ?? document.getSelection();
    if (selection && !selection.isCollapsed && selection.containsNode(part, true)) return;
    event.preventDefault();
    const hasPlace = event.clientX || event.clientY;
    this.ways.open(this.#row(part), hasPlace ? event : part.querySelector(".more-actions"));
  }

  /** A person's picture and name lead to that person. For the keyboard, the message's menu does. */
  #openPerson(target) {
    if (!target.closest(".other > .avatar, .author bdi")) return;
    const { user, name } = this.#row(partOf(target));
    this.act({ type: "sheet", page: "person", id: user, name });
  }

  /** Shows a long text whole, or its beginning again. */
  #fold(key) {
    const { whole } = this.ways;
    if (this.rows.find((row) => row.key === key)?.blocked) return this.#blind(key);
    const isOpening = !whole.delete(key);
    if (isOpening) whole.add(key);
    const shown = this.shown.get(key) ?? [...this.shown.values()].find(({ row: { photos } }) => photos?.some((photo) => photo.key === key));
    const { row } = shown;
    shown.row = {}; // draws it again
    const node = this.#node(row);
    if (!isOpening && node.getBoundingClientRect().top < this.scroller.getBoundingClientRect().top) reveal(node, this.scroller, "start");
    this.#keepReachable();
    this.#notePlace();
    this.#scrolled();
  }

  /** What takes the focus if a row can't: the messages after it and before it that stay, else the list. */
  #beside(node, keys) {
    const rows = [...this.list.children];
    const at = rows.indexOf(node);
    const others = [...rows.slice(at + 1), ...rows.slice(0, at).reverse()].filter(({ dataset }) => !keys || keys.has(dataset.key));
    return [...others.map((row) => row.querySelector(".more-actions")), this.scroller];
  }

  /**
   * The first fully visible row that stays: it keeps its place, whatever changes above it. A partly
   * visible row is used only if there is no other, because its own height may depend on what is
   * above it.
   */
  #anchor() {
    const { top: edge, bottom } = this.scroller.getBoundingClientRect();
    const kept = new Set(this.state.rows.map(({ seq }) => String(seq)));
    let cut = null;
    for (const row of this.list.children) {
      const box = row.getBoundingClientRect();
      if (box.bottom <= edge || !kept.has(row.dataset.seq)) continue;
      if (cut && box.top >= bottom) break;
      const isCut = box.top < edge;
      const anchor = { element: () => this.#bySeq(row.dataset.seq), top: box.top, seq: Number(row.dataset.seq), cut: isCut ? (edge - box.top) / box.height : 0 };
      if (!isCut) return anchor;
      cut ??= anchor;
    }
    return cut;
  }

  #bySeq(seq) { return this.list.querySelector(`[data-seq="${CSS.escape(seq)}"]`); }

  /** Scrolls to the last row of the window before a number. */
  #showBefore(seq) {
    const node = [...this.list.querySelectorAll("[data-seq]")].findLast(({ dataset }) => Number(dataset.seq) < seq);
    if (node) reveal(node, this.scroller, "center");
  }

  /** Points out the message that is sought. If the window does not have it, asks for it. */
  #seek() {
    const { sought, state } = this;
    if (sought?.room !== this.room || !state.loaded) return;
    const node = sought.find();
    if (!state.reading && (node || sought.isAsked)) {
      this.sought = null;
      if (node) sought.show(node);
      else this.#showBefore(sought.seq); // there is no such message
    } else if (!sought.isAsked) {
      sought.isAsked = true;
      this.act({ type: "around", seq: sought.seq });
    }
  }

  /** Scrolls to a message, and highlights it. */
  #pointOut(node) {
    reveal(node, this.scroller, "center");
    node.classList.remove("pointed-out");
    void node.offsetWidth; // so that it begins again
    node.classList.add("pointed-out");
    if (site.mayFocus) node.querySelector(".more-actions")?.focus({ preventScroll: true });
  }

  /** Scrolls to where the user was in this room, once the message is there. */
  #return() {
    if (!this.returning || !this.state.loaded) return;
    const node = this.#bySeq(String(this.returning.seq));
    if (node) this.scroller.scrollTop += node.getBoundingClientRect().top - this.scroller.getBoundingClientRect().top - this.returning.top;
    if (node || !this.state.reading) this.returning = null;
  }

  #stay() { if (this.state?.following) this.scroller.scrollTop = this.scroller.scrollHeight; }

  #isResized() { return this.scroller.clientWidth !== this.width || this.scroller.clientHeight !== this.height; }

  #resized() {
    this.#keepPlace();
    this.height = this.scroller.clientHeight;
    if (!this.width) return; // hidden, by a page that embeds the chat: nobody scrolls
    this.#stay();
    this.#scrolled();
    this.bar.stay();
  }

  /** Notes what is at the top of the screen. */
  #notePlace() {
    if (!this.scroller.clientWidth) return;
    const anchor = this.state && !this.state.following && !this.returning ? this.#anchor() : null;
    this.noted = anchor && { ...anchor, offset: this.#offset(anchor), scrollTop: this.scroller.scrollTop };
  }

  /**
   * In another width all rows may have another height: brings what was at the top there again. A
   * hidden list has no width.
   */
  #keepPlace() {
    const { noted, scroller: { clientWidth } } = this;
    if (clientWidth === this.width) return;
    this.width = clientWidth;
    if (!clientWidth || !noted || this.state.following || !noted.element()) return;
    const offset = this.#offset(noted);
    noted.scrollTop += offset - noted.offset;
    noted.offset = offset;
    this.scroller.scrollTop = noted.scrollTop; // which may round it
  }

  /** How far below the list's beginning an anchor is. Of a row that is cut, that is where it is cut. */
  #offset({ element, cut }) {
    const box = element().getBoundingClientRect();
    return box.top + cut * box.height - this.list.getBoundingClientRect().top;
  }

  #scrolled() {
    if (!this.state || this.returning) return;
    const following = this.#below() <= AT_BOTTOM;
    if (following !== this.state.following && !this.state.detached) {
      this.state.following = following; // at once: the next draw may be later than what changes a row
      this.act({ type: "scrolled", following });
    }
    // What rounding changed is no other place.
    if (!this.noted || Math.abs(this.noted.scrollTop - this.scroller.scrollTop) >= 1) this.#notePlace();
    this.#markDays();
    this.#drawButtons();
    this.#askForMore();
  }

  /** Days stick to the top. One that the next has reached is hidden, or both would be seen. */
  #markDays() {
    const days = [...this.list.getElementsByClassName("day")];
    const edge = this.scroller.getBoundingClientRect().top + 20;
    const passed = days.map((_, index) => days[index + 1]?.getBoundingClientRect().top <= edge);
    days.forEach((day, index) => day.classList.toggle("passed", passed[index]));
  }

  #askForMore() {
    const { loaded, reading, detached, begun } = this.state;
    if (!loaded || reading || !this.scroller.clientHeight) return;
    if (detached && this.#below() < AHEAD) this.act({ type: "newer" });
    else if (!begun && !this.isCut && this.scroller.scrollTop < AHEAD) this.act({ type: "older" });
  }

  /**
   * Only one of the many buttons is reachable with Tab: the last used one, or the newest; and only
   * the newest day, from which the user can go to every other.
   */
  #keepReachable() {
    const [menus, days] = [[...this.list.getElementsByClassName("more-actions")], [...this.list.querySelectorAll(".day button")]];
    reach(menus, menus.find((button) => button.closest(".bar").contains(site.root.activeElement)) ?? menus.at(-1));
    reach(days, days.at(-1));
  }

  #key(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const current = event.target.closest(".bar")?.querySelector(".more-actions");
    if (!step || !current) return;
    const buttons = [...this.list.getElementsByClassName("more-actions")];
    const next = buttons[buttons.indexOf(current) + step];
    if (!next) return;
    event.preventDefault();
    current.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  /** The pixels below the visible part. */
  #below() { return this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight; }
}

/** Makes one of many buttons reachable with Tab. */
function reach(buttons, one) {
  for (const button of buttons) {
    const index = button === one ? 0 : -1;
    if (button.tabIndex !== index) button.tabIndex = index;
  }
}

function same(one, other) { return JSON.stringify(one) === JSON.stringify(other); }

function isSame(one, other) {
  if (one === other) return true;
  if (one.kind === "blocked" && other.kind === "blocked") return isEach(one.rows, other.rows, Object.is);
  return other.kind === "notice" && same(one, other);
}

function isEach(ones, others, is) { return ones.length === others.length && ones.every((one, index) => is(one, others[index])); }

/** Whether only the progress of an upload has changed. */
function isProgress(one, other) {
  if (one.photos && other.photos) return isEach(one.photos, other.photos, (photo, next) => same(photo, next) || isProgress(photo, next));
  if (one.state !== "uploading" || other.state !== "uploading") return false;
  const rest = ({ file, ...row }) => ({ ...row, file: { ...file, uploaded: 0 } });
  return same(rest(one), rest(other));
}

/** What takes the focus in a row that is drawn anew: what the user used in it before, or its menu. */
function controls(node, before) {
  const key = before.closest(".tile, .reactions[data-key]")?.dataset.key;
  const part = (key && node.querySelector(`${before.closest(".tile") ? ".tile" : ".reactions"}[data-key="${CSS.escape(key)}"]`)) || node;
  const control = before.dataset.control && part.querySelector(`[data-control="${CSS.escape(before.dataset.control)}"]`);
  return [control, part.querySelector(".more-actions"), node.querySelector(".more-actions")];
}

function top(find) { return find().getBoundingClientRect().top; }
