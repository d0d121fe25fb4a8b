// What the page shows, as the model last told it.

import { byName } from "./language.js";

const EMPTY = {
  title: "", named: true, open: true, draft: null, refusal: "", refusalEnd: null, asking: null, silence: null, pin: null, here: false, count: 0, members: [], typing: "", unread: 0, firstUnread: null, divider: null,
  loaded: false, following: true, detached: false, reading: false, begun: false, end: 0, entries: [], rows: [],
};

export class State {
  constructor() {
    Object.assign(this, { room: "", listing: false, isNamed: false, isKnown: false, isOpen: false, knowsWays: false, visible: true, today: "", phase: "initial", online: true, stopped: false, name: "", told: null, unknown: null });
    Object.assign(this, { account: { hasAccount: false } });
    Object.assign(this, { user: undefined, token: undefined, notice: null, isIdle: true, uploads: 0, fileBytes: Infinity, privateFiles: false, readsOnly: false, previews: null, ...EMPTY });
  }

  /** The room is another one, or none (""): nothing is known of it but the name of an open one. */
  enter(room) {
    const title = /^([dg]-|@)/.test(room) ? "" : room; // such a name may be an id (RoomName.kind)
    Object.assign(this, { room, ...EMPTY, title, unknown: room && { room, title } });
  }

  /**
   * Takes what the model says has changed. Returns the rows that are new behind the others.
   */
  take({ room, fresh, head, removed, inserted, updated, ...changed }) {
    if (head !== undefined) this.told = head;
    if (room !== undefined && room !== this.room) return []; // the model has not entered this room yet
    if (fresh) this.entries = this.rows = []; // those of a former model
    if (changed.draft !== undefined) changed.draft = { text: changed.draft };
    Object.assign(this, { notice: null, readsOnly: false, refusal: "", refusalEnd: null, asking: null, silence: null, pin: null, firstUnread: null, divider: null, user: undefined, previews: null }, changed);
    if (changed.members) this.members.sort(byName);
    if (!removed) return [];
    const known = new Set(this.rows.map(({ key }) => key));
    this.entries = [...this.entries];
    for (const index of removed.reverse()) this.entries.splice(index, 1);
    for (const [index, row] of inserted) this.entries.splice(index, 0, row);
    for (const [index, row] of updated) this.entries[index] = row;
    this.rows = this.entries.flatMap((row) => row.photos ?? [row]);
    // Without a row that stays, the window is another one: its rows are not news.
    const last = this.rows.findLastIndex(({ key }) => known.has(key));
    return last < 0 ? [] : this.rows.slice(last + 1);
  }

  /** Whether the user can see the room. */
  get isSeen() { return this.visible && !this.listing; }

  /** The room's title; a name has its mark. "" if it is not known. */
  get heading() { return this.isMarked ? `#${this.title}` : this.title; }

  /** Whether the title is a name. */
  get isMarked() { return this.named && this.title !== ""; }

  /** What the disc in the conversation's head shows; null or "" without a room. */
  get head() { return this.told?.room === this.room ? this.told : this.unknown; }

  get isConnected() { return this.phase === "connected"; }
}
