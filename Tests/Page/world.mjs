// A room's log as docs/protocol.md has it, a connection that may lose, delay and repeat, and a chat at its other end.
// Everything happens when a test says so; nothing here knows the time.

import { Chat, fold } from "./page.mjs";

export const EPOCH = 77;
export const ME = "0E984725-C51C-4BF4-9960-E1C80E27ABA0";
export const BOB = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F";
export const DEVICE = "6F9619FF-8B86-4D01-B42D-00CF4FC964FF";

export class World {
  constructor({ device = DEVICE, record = {} } = {}) {
    this.chat = new Chat();
    this.log = [];
    this.epoch = EPOCH;
    this.accepted = new Map(); // "device number" → event
    this.highest = new Map();
    this.kept = record;
    this.timers = new Map();
    this.announced = [];
    this.upload = null; // the one under way
    this.uploads = []; // every one that was begun
    this.files = new Map(); // id → { owner, by }: whose it is, and the number of the message that took it
    this.forgotten = []; // keys of the bytes that the page let go
    this.open = false; // as the client's side sees it
    this.member = new Set();
    this.toClient = []; // frames under way
    this.refuse = null; // (request) => error fields, or nothing
    this.sent = []; // every frame that left the client
    this.now = 1_000_000;
    this.random = () => 0.5;
    this.tell({ type: "start", name: "ann", token: "t", device, record, room: "lobby" });
  }

  tell(input) {
    for (const effect of this.chat.handle({ now: this.now, random: this.random(), ...input })) this.perform(effect);
  }

  perform(effect) {
    if (effect.do === "connect") this.dialling = true;
    if (effect.do === "disconnect") this.cut();
    if (effect.do === "keep") this.kept = JSON.parse(JSON.stringify(effect.record));
    if (effect.do === "wait") this.timers.set(effect.timer, effect.ms);
    if (effect.do === "cancel") this.timers.delete(effect.timer);
    if (effect.do === "announce") this.announced.push(effect.text);
    if (effect.do === "upload") this.uploads.push(this.upload = effect);
    if (effect.do === "stopUpload") this.upload = null;
    if (effect.do === "forget") this.forgotten.push(effect.key);
    if (effect.do === "send") this.receive(JSON.parse(JSON.stringify(effect.frame)));
  }

  cut() {
    Object.assign(this, { open: false, dialling: false, toClient: [] });
    this.member.clear();
  }

  /** The socket opens. */
  accept() {
    this.dialling = false;
    this.open = true;
    this.tell({ type: "opened" });
  }

  close(code = 1006) {
    this.cut();
    this.tell({ type: "closed", code });
  }

  /** The upload under way is on disk at the server, and the page hears of it unless that answer is lost. */
  finishUpload({ isHeard = true } = {}) {
    const { file, token } = this.upload;
    const { key, id, name, size } = file;
    const known = this.files.get(id);
    if (known && known.owner !== token) return this.refuseUpload({ code: 159, text: "Another file.", temporary: false });
    this.files.set(id, known ?? { owner: token, by: null });
    if (!isHeard) return this.refuseUpload({ text: "", temporary: true });
    this.upload = null;
    this.tell({ type: "uploaded", key, attachment: { id, name, type: "image/png", size } });
  }

  refuseUpload(error) {
    const { key } = this.upload.file;
    this.tell({ type: "notUploaded", key, error, fresh: `fresh ${this.uploads.length}` });
  }

  fire(timer) {
    this.now += this.timers.get(timer) ?? 0;
    this.timers.delete(timer);
    this.tell({ type: "timer", timer });
  }

  /** Somebody else says something. */
  other(text, kind = "message") { return this.append({ user: BOB, name: "bob", kind, text }); }

  append(fields) {
    const event = { seq: this.log.length + 1, id: `id${this.log.length}`, at: this.now, room: "lobby", ...fields };
    this.log.push(event);
    if (this.member.has("lobby")) this.toClient.push({ type: "event", epoch: this.epoch, ...event });
    return event;
  }

  /** Hands over the frame at `index`. */
  deliver(index = 0) {
    const [frame] = this.toClient.splice(index, 1);
    if (frame) this.tell({ type: "received", frame });
  }

  deliverAll() { while (this.toClient.length) this.deliver(); }

  /** Lets everything that can happen, happen. */
  quiesce() {
    for (let round = 0; round < 200; round += 1) {
      if (this.dialling) this.accept();
      this.deliverAll();
      if (this.upload) this.finishUpload();
      const due = ["connect", "sending", "uploading", "reading", "rooms"].find((timer) => this.timers.has(timer));
      if (due) this.fire(due);
      else if (!this.dialling && !this.toClient.length && !this.upload) return;
    }
    throw new Error("it never comes to rest");
  }

  receive(frame) {
    this.sent.push(frame);
    if (!this.open) return;
    const error = this.refuse?.(frame);
    const reply = error ? { type: "error", error: "e", temporary: error.code >= 200, ...error } : this.answer(frame);
    if (reply) this.toClient.push({ ref: frame.ref, ...reply });
  }

  answer(frame) {
    const { type, room } = frame;
    if (type === "hello") return { type: "welcome", user: ME, name: "ann", token: frame.token ?? "another", ping: 25, limits: { text: 16384, file: 26214400 } };
    if (type === "ping") return { type: "pong", at: this.now };
    if (type === "typing") return { type: "ok" };
    if (type === "join") {
      this.member.add(room);
      const reset = frame.since !== undefined && frame.since.epoch !== this.epoch;
      return { type: "joined", room, epoch: this.epoch, head: this.roomLog(room).length, reset, count: 2 };
    }
    if (type === "leave") {
      this.member.delete(room);
      return { type: "left", room };
    }
    if (!this.member.has(room)) return { type: "error", code: 131, text: "Join first.", temporary: false };
    if (type === "here") return { type: "members", room, count: 2, members: [{ user: ME, name: "ann" }, { user: BOB, name: "bob" }] };
    if (type === "history") return this.page(frame);
    return this.mutate(frame);
  }

  page({ room, before, after, limit }) {
    const log = this.roomLog(room);
    const changes = log.filter(({ of }) => of !== undefined);
    const standing = (event) => changes.filter(({ seq }) => seq > event.seq).reduce(fold, event);
    const to = before === undefined ? log.length : before - 1;
    const events = after === undefined ? log.slice(Math.max(0, to - limit), to) : log.slice(after, after + limit);
    return { type: "page", room, epoch: this.epoch, head: log.length, events: events.map(standing) };
  }

  mutate({ type, room, number, of, text, emoji, on, reply, attachment }) {
    const { device } = this.chat.outbox;
    const key = `${device} ${number}`;
    let event = this.accepted.get(key);
    if (event && event.text !== text) return { type: "error", code: 143, text: "Something else.", temporary: false };
    if (!event && number < (this.highest.get(device) ?? 0)) return { type: "error", code: 144, text: "Passed.", temporary: false };
    if (!event) {
      if (of && this.page({ room, after: of - 1, limit: 1 }).events[0]?.kind !== "message") {
        return { type: "error", code: 152, text: "Deleted.", temporary: false };
      }
      if (attachment) {
        const file = this.files.get(attachment.id);
        if (!file || file.owner !== this.chat.token || file.by !== null) {
          return { type: "error", code: 156, text: "No such file.", temporary: false };
        }
        file.by = number;
      }
      const kind = { send: "message", edit: "edit", delete: "deletion", react: "reaction" }[type];
      event = room === "lobby"
        ? this.append({ user: ME, name: "ann", device, number, kind, of, text, emoji, on, reply, attachment })
        : { seq: 1, at: this.now, text, room };
      this.accepted.set(key, event);
      this.highest.set(device, number);
    }
    return { type: "sent", room, number, seq: event.seq, id: "x", at: event.at };
  }

  roomLog(room) { return room === "lobby" ? this.log : [...this.accepted.values()].filter((event) => event.room === room); }
}

export function texts(events) { return events.map(({ text }) => text); }
