// A page of the model and the page's own modules, with a server that is played here.

import assert from "node:assert/strict";
import { Engine, newID, State } from "./page.mjs";

export const ME = "0E984725-C51C-4BF4-9960-E1C80E27ABA0";
export const BOB = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F";
export const EPOCH = 77;
const LIMITS = { frame: 65_536, text: 16_384, page: 200, rooms: 64, sending: 64, file: 1_000_000 };

/** A journal that can be told to refuse. */
export class MemoryJournal {
  constructor(records = []) { Object.assign(this, { device: newID(), records, isFull: false }); }
  async read() { return this.records; }
  async replace(records) { this.records = records; }
  async append(records) {
    if (this.isFull) throw new Error("full");
    this.records.push(...records);
  }
}

/** A page with a server that answers at once. */
export class Page {
  /** `model`: a fresh one. */
  constructor(model) {
    Object.assign(this, { model, log: [], sent: [], settled: [], profiles: [], pictures: new Map(), state: new State(), remembered: null, uploads: [], rooms: [], orders: [], chosen: 0, lines: new Map(), isOpen: false });
    const perform = new Proxy({}, { get: (_, effect) => this[`do_${effect}`] ?? (() => {}) });
    for (const name of ["enter", "left", "refuse", "menu", "show"]) this[`do_${name}`] = (order) => this.orders.push(order);
    for (const name of ["open", "close", "send", "remember", "settled", "upload", "authenticate"]) {
      this[`do_${name}`] = this[`do_${name}`].bind(this);
    }
    this.engine = new Engine(perform, () => {});
    this.engine.model = this.model;
    this.engine.later.port1.unref(); // node ends although it listens
  }

  async start(journal, room = "lobby", me = { name: "ann" }) {
    this.journal = journal;
    await this.engine.open(journal, me);
    this.state.enter(room);
    this.tell({ type: "room", room });
    this.tell({ type: "start" });
    await this.quiet();
    return this;
  }

  tell(input) { this.engine.tell(input); }

  async quiet() {
    while (this.engine.isRunning || this.engine.queue.length) await new Promise((done) => setImmediate(done));
    this.engine.flush();
    this.draw();
  }

  draw() {
    const drawn = this.model.draw();
    for (const line of drawn.list?.lines ?? []) this.lines.set(line.room, line);
    this.list = drawn.list ?? this.list;
    for (const { user, picture } of drawn.pictures ?? []) this.pictures.set(user, picture);
    if (drawn.sheet || drawn.noSheet) this.sheet = drawn.sheet;
    this.added = this.state.take(drawn);
  }

  do_open() {
    this.isOpen = true;
    this.tell({ type: "opened" });
  }

  do_close() { this.isOpen = false; }

  do_authenticate() { this.tell({ type: "token" }); }

  do_remember({ do: _, ...me }) { this.remembered = me; }

  do_settled(outcome) { this.settled.push(outcome); }

  do_upload(upload) { this.uploads.push(upload); }

  do_send({ frame }) {
    assert.ok(this.isOpen, "nothing is sent without a connection");
    this.sent.push(frame);
    const { ref, type } = frame;
    const answer = (fields) => this.tell(JSON.stringify({ ref, ...fields }));
    if (type === "hello" && this.refusing) answer({ type: "error", code: 113, error: "token_refused", text: "No.", temporary: false });
    else if (type === "hello") answer({ type: "welcome", user: ME, device: frame.device, name: frame.name, ...(frame.token?.startsWith("ms_") ? { token: frame.token, role: "user" } : { token: "t" }), server: "test", version: 1, at: 1, ping: 25_000, limits: LIMITS, ...this.welcome });
    else if (type === "list") answer({ type: "rooms", rooms: this.rooms, blocked: this.blocked });
    else if (this.refusals?.[`join ${frame.room}`] && type === "join") answer({ type: "error", temporary: false, ...this.refusals[`join ${frame.room}`] });
    else if (type === "join") answer({ type: "joined", room: frame.room, epoch: EPOCH, head: this.log.length, reset: false, count: 2, info: this.info, ...this.read });
    else if (type === "here") answer({ type: "members", room: frame.room, count: 2, members: [{ user: ME, name: "ann" }, { user: BOB, name: "bob", ...this.read }] });
    else if (type === "history") answer({ type: "page", room: frame.room, epoch: EPOCH, head: this.log.length, events: this.log.slice(-frame.limit) });
    else if (type === "profiles") answer({ type: "profiles", profiles: this.profiles.filter(({ user }) => frame.users.includes(user)) });
    else if (this.refusals?.[type]) answer({ type: "error", temporary: false, ...this.refusals[type] });
    else if (type === "queue") answer({ type: "reports", room: frame.room, reports: this.reports ?? [] });
    else if (type === "held") answer({ type: "heldmessages", room: frame.room, messages: this.held ?? [] });
    else if (type === "send") this.accept(frame);
    else if (type === "choose" || type === "profile") this.choose(frame);
    else if (type === "roster") answer({ type: "people", room: frame.room, people: this.roster.filter(({ user }) => user > (frame.after ?? "")) });
    else answer({ type: "ok" });
  }

  accept({ ref, number, text, room }) {
    const event = this.log.find((known) => known.number === number && known.user === ME) ?? this.say(text, { user: ME, name: "ann", device: this.device, number });
    this.tell(JSON.stringify({ type: "sent", ref, room, number, seq: event.seq, id: event.id, at: event.at, epoch: EPOCH }));
    this.tell(JSON.stringify({ ...event, type: "event", room, epoch: EPOCH }));
  }

  /** The user's own log. */
  choose({ ref, number, room, type, ...choice }) {
    const event = { kind: type === "choose" ? "choice" : type, seq: (this.chosen += 1), id: newID(), at: 1, user: ME, name: "ann", device: this.device, number, ...choice };
    this.tell(JSON.stringify({ ...event, type: "event", room, epoch: EPOCH }));
    this.tell(JSON.stringify({ type: "sent", ref, room, number, seq: event.seq, id: event.id, at: 1, epoch: EPOCH }));
  }

  get device() { return this.sent.find(({ type }) => type === "hello").device; }

  /** A message of the log. */
  say(text, author) { return this.happen({ kind: "message", text }, author); }

  /** An event of the log. */
  happen(content, author = { user: BOB, name: "bob" }) {
    const seq = this.log.length + 1;
    const event = { seq, id: newID(), at: 1_700_000_000_000 + seq, ...author, ...content };
    this.log.push(event);
    return event;
  }

  get texts() { return this.state.rows.filter(({ kind }) => kind === "message").map(({ text }) => text); }
}
