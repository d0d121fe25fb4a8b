// What the page shows, as the model last told it.

const EMPTY = {
  title: "", named: true, open: true, draft: null, refusal: "", count: 0, members: [], typing: [], unread: 0,
  loaded: false, following: true, detached: false, reading: false, begun: false, end: 0, rows: [],
};

export class State {
  constructor() {
    Object.assign(this, { room: "", listing: false, isNamed: false, isKnown: false, visible: true, phase: "initial", online: true, stopped: false, name: "" });
    Object.assign(this, { user: undefined, token: undefined, notice: null, isIdle: true, uploads: 0, textBytes: Infinity, fileBytes: 0, ...EMPTY });
  }

  /** The room is another one, or none (""): nothing is known of it. */
  enter(room) { Object.assign(this, { room, ...EMPTY, title: room }); }

  /**
   * Takes what the model says has changed. Returns the rows that are new behind the others.
   */
  take({ room, removed, inserted, updated, ...changed }) {
    if (room !== undefined && room !== this.room) return []; // the model has not entered this room yet
    if (changed.draft !== undefined) changed.draft = { text: changed.draft };
    Object.assign(this, { notice: null, refusal: "", user: undefined }, changed);
    if (changed.members) this.members.sort((one, other) => one.name.localeCompare(other.name));
    if (!removed) return [];
    const rows = [...this.rows];
    for (const index of [...removed].reverse()) rows.splice(index, 1);
    const newest = rows.at(-1);
    for (const [index, row] of inserted) rows.splice(index, 0, row);
    const end = rows.lastIndexOf(newest);
    for (const [index, row] of updated) rows[index] = row;
    this.rows = rows;
    return newest ? inserted.filter(([index]) => index > end).map(([, row]) => row) : [];
  }

  /** Whether the user can see the room. */
  get isSeen() { return this.visible && !this.listing; }

  /** The room's title; a name has its mark. */
  get heading() { return this.named ? `#${this.title}` : this.title; }

  get isConnected() { return this.phase === "connected"; }
}
