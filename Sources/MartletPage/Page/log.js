// One room's log, folded: a window of events without gaps, and what to request next to keep it so.
//
// Each event's `folded` is the number up to which later events are folded into it; for a page, its
// head. Changes of messages in the window are folded at once, even if the window does not reach the
// end of the log.

import { fold } from "./fold.js";

/** The maximum of events in the window. */
export const WINDOW = 300;
const PAGE = 100;
const PAGE_CATCHING_UP = 200;

export class Log {
  constructor() {
    this.epoch = null;
    this.following = true; // the reader is at the bottom
    this.forget();
  }

  /**
   * Drops everything: the log has another epoch, or the window is too far from where the user wants
   * to be.
   */
  forget() {
    this.head = 0; // the newest event there is, as far as we have heard
    this.end = 0; // the newest event of the window
    this.events = [];
    this.held = new Map(); // live events that came ahead of a gap
    this.recent = []; // the last live events that are about others: a page under way may have been read before them
    this.stale = null; // the window is to be read again after this number: it may have missed what became of its messages
    this.loaded = false;
    this.detached = false; // the window does not reach the head because the reader is further up
    this.wish = null;
    this.beginning = false;
    this.read = 0;
  }

  get first() { return this.events.length ? this.events[0].seq : this.end + 1; }

  /** Whether the window begins at the start of the log. */
  get begun() { return this.loaded && (this.first <= 1 || this.beginning); }

  /** The position for `join`'s `since`. */
  get position() { return this.loaded ? { epoch: this.epoch, seq: this.end } : undefined; }

  joined({ epoch, head, reset }) {
    this.#check(epoch, reset);
    const missed = head > this.head;
    this.head = Math.max(this.head, head);
    if (missed && this.detached) this.stale = this.first - 1;
  }

  /** Folds a live event. Returns the events that are new in the window. */
  event(event) {
    this.#check(event.epoch);
    this.head = Math.max(this.head, event.seq);
    if (event.of !== undefined) this.#remember(event);
    if (this.detached) {
      this.#fold(event);
      return [];
    }
    this.held.set(event.seq, { ...event, folded: event.seq });
    // Dropped events can be read from history; such a long gap is read from there.
    if (this.held.size > WINDOW) this.held.clear();
    return this.#drain();
  }

  /** Folds a page that answers `request`. Returns the events that are new at the window's end. */
  page(request, { epoch, head, events }) {
    if (this.#check(epoch) && request.kind !== "newest") return [];
    this.head = Math.max(this.head, head);
    if (this.wish === request.kind) this.wish = null;
    const added = this.#place(request.kind, events.map((event) => ({ ...event, folded: head })), head);
    for (const event of this.recent) if (event.seq > head) this.#fold(event);
    return added;
  }

  #place(kind, events, head) {
    if (kind === "newest") return this.#replace(events, head);
    if (kind === "older") return this.#prepend(events);
    if (kind === "again") return this.#refresh(events);
    return this.#extend(events, kind === "newer");
  }

  /**
   * What the user wants to see: "older", "newer" (of a detached window) or "newest", which takes
   * precedence.
   */
  want(kind) { if (this.wish !== "newest") this.wish = kind; }

  /** The page to request now; null if nothing is missing. */
  request() {
    if (!this.loaded || this.wish === "newest") return { kind: "newest", limit: PAGE };
    if (!this.detached && this.end < this.head) {
      if (this.head - this.end <= WINDOW) return this.#after("missed", PAGE_CATCHING_UP);
      if (this.following) return { kind: "newest", limit: PAGE };
      this.#detach();
      this.stale = this.first - 1;
    }
    if (this.stale !== null) return { kind: "again", after: this.stale, limit: PAGE_CATCHING_UP };
    if (this.wish === "older" && !this.begun) return { kind: "older", before: this.first, limit: PAGE };
    if (this.wish === "newer" && this.detached) return this.#after("newer", PAGE);
    this.wish = null;
    return null;
  }

  /** The number of others' messages after the read mark. All events beyond the window count. */
  unread(user) {
    let count = this.detached ? this.head - Math.max(this.end, this.read) : 0;
    for (let i = this.events.length - 1; i >= 0 && this.events[i].seq > this.read; i -= 1) {
      if (this.events[i].kind === "message" && this.events[i].user !== user) count += 1;
    }
    return Math.max(count, 0);
  }

  #detach() {
    this.detached = true;
    this.following = false;
    for (const seq of [...this.held.keys()].sort((one, other) => one - other)) this.#fold(this.held.get(seq));
    this.held.clear();
  }

  #remember(event) {
    this.recent.push(event);
    if (this.recent.length > WINDOW) this.recent.shift();
  }

  /** Folds an event into its message in the window. A deletion also erases that message's edits. */
  #fold(event) {
    if (event.of === undefined) return;
    const wipes = event.kind === "deletion";
    for (let i = wipes ? 0 : Math.max(event.of - this.first, 0); i < this.events.length; i += 1) {
      const about = this.events[i];
      if (about.folded < event.seq) this.events[i] = fold(about, event);
      if (!wipes) return;
    }
  }

  #after(kind, limit) { return { kind, after: this.end, limit }; }

  #check(epoch, reset = false) {
    const changed = reset || (this.epoch !== null && epoch !== this.epoch);
    if (changed) this.forget();
    this.epoch = epoch;
    return changed;
  }

  #replace(events, head) {
    this.events = events.slice(-WINDOW);
    this.end = events.length ? events[events.length - 1].seq : head;
    const firstTime = !this.loaded;
    this.loaded = true;
    this.detached = false;
    this.stale = null;
    this.beginning = false;
    if (firstTime) this.read = this.end;
    return this.#drain();
  }

  #prepend(events) {
    if (!events.length) this.beginning = true;
    for (const event of events.toReversed?.() ?? [...events].reverse()) {
      if (event.seq === this.first - 1) this.events.unshift(event);
    }
    if (this.events.length > WINDOW) {
      this.events.length = WINDOW;
      this.end = this.events[WINDOW - 1].seq;
      this.#detach();
    }
    return [];
  }

  /** Replaces the window's messages by their current state. */
  #refresh(events) {
    for (const event of events) {
      const place = event.seq - this.first;
      if (this.events[place]?.seq === event.seq) this.events[place] = event;
    }
    const last = events.at(-1)?.seq ?? this.end;
    this.stale = last < this.end ? last : null;
    return [];
  }

  #extend(events, readingDown) {
    if (!events.length) this.head = this.end;
    const added = events.filter((event) => this.#append(event, readingDown));
    if (this.end >= this.head) this.detached = false;
    return [...added, ...this.#drain()];
  }

  #drain() {
    const added = [];
    if (!this.loaded) return added;
    for (const seq of this.held.keys()) if (seq <= this.end) this.held.delete(seq);
    for (let next = this.held.get(this.end + 1); next; next = this.held.get(this.end + 1)) {
      this.held.delete(next.seq);
      if (!this.#append(next, false)) {
        this.#fold(next);
        break;
      }
      added.push(next);
    }
    return added;
  }

  /**
   * Appends an event. A full window drops its oldest messages while the user reads its end;
   * otherwise it stops growing.
   */
  #append(event, readingDown) {
    if (this.detached && !readingDown) return false;
    if (event.seq !== this.end + 1) return false;
    if (this.events.length >= WINDOW && !this.following && !readingDown) {
      this.#detach();
      return false;
    }
    this.events.push(event);
    this.end = event.seq;
    this.#fold(event);
    if (this.events.length > WINDOW) {
      this.events.shift();
      this.beginning = false;
    }
    return true;
  }
}
