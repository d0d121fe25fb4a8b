// Everything the page decides, as a value: `handle(input)` changes it and returns the effects to
// perform, in order. It knows no document, socket, clock, storage or random source. Inputs carry
// `now` (milliseconds) and `random` (from 0 up to 1).
//
// Inputs: start, introduce, rename, room, say, edit, delete, react, retry, discard, typed,
// scrolled, older, newer, latest, visible, online, offline, reconnect, device, opened, received,
// closed, uploading, uploaded, notUploaded, timer.
//
// Effects: connect, disconnect, send (frame), upload (file, token), stopUpload, forget (key), keep
// (device, record), remember (name, token), wait (timer, ms), cancel (timer), announce (text),
// drained.

import { Connection } from "./connection.js";
import { FILE_BYTES } from "./file.js";
import { Log } from "./log.js";
import { became, isUnsent, Outbox } from "./outbox.js";
import { Presence } from "./presence.js";
import { isRoomName, tidy, bytes, TEXT_BYTES } from "./text.js";
import { STALLED, Transfer } from "./transfer.js";

const TYPING_TOLD = 3_000;
const RETRY = 1_000; // where the server does not say
const TYPING_ROOM = 50;

export class Chat extends Connection {
  constructor() {
    super();
    this.room = "lobby";
    this.roomProblem = "";
    this.log = new Log();
    this.presence = new Presence();
    this.outbox = new Outbox(null);
    this.visible = true;
    this.textBytes = TEXT_BYTES;
    this.fileBytes = FILE_BYTES; // 0 of a server that takes no files
    this.transfer = new Transfer();
    this.toldTyping = -TYPING_TOLD;
    this.rooms = new Map(); // room → "joining", "joined", "leaving" or "refused", on this connection
    this.paused = new Set(); // what waits for its timer after a temporary error: "sending", "uploading", "reading"
  }

  /** The number of unread messages of others, for the button and the title. */
  get unread() { return this.log.unread(this.user); }

  /** Messages that are not in the log yet, in the order they were written. */
  get pending() { return this.#unsent.filter((item) => item.type === undefined); }

  /** Changes of messages that are not in the log yet. */
  get changes() { return this.#unsent.filter((item) => item.type !== undefined); }

  get #unsent() { return this.outbox.items.filter((item) => item.room === this.room); }

  handle(input) {
    this.effects = [];
    this.now = input.now ?? this.now ?? 0;
    this.random = input.random ?? 0;
    this[`on_${input.type}`](input);
    this.#settle();
    return this.effects;
  }

  // Commands of the user.

  on_start({ name, token, device, record, room, online = true, visible = true }) {
    Object.assign(this, { name: name ?? "", token: token ?? null, online, visible });
    this.#become(device, record);
    this.on_room({ room });
    if (this.name) this.connect();
  }

  on_room({ room }) {
    this.room = room;
    this.log = new Log();
    this.presence = new Presence();
    this.toldTyping = this.now - TYPING_TOLD;
    const rule = "A room’s name has 1 to 64 of a–z, 0–9, - and _, and begins with a letter or digit.";
    this.roomProblem = isRoomName(room) ? "" : rule;
    if (this.rooms.get(room) === "refused") this.rooms.delete(room);
  }

  /**
   * Each file is a message of its own. The text and the reply go with the first one. The text of a
   * file without words is the file's name.
   */
  on_say({ text, reply, files = [] }) {
    const said = tidy(text);
    if ((!said && !files.length) || bytes(said) > this.textBytes || this.roomProblem) return;
    const first = { text: said || files[0].name, ...(reply === undefined ? {} : { reply }) };
    const [one, ...others] = files;
    this.outbox.add(this.room, one ? { ...first, file: one } : first, this.now);
    for (const file of others) this.outbox.add(this.room, { text: file.name, file }, this.now);
    this.#keep();
    this.#showNewest();
  }

  on_edit({ of, text }) {
    const said = tidy(text);
    if (said && bytes(said) <= this.textBytes) this.#change({ type: "edit", of, text: said });
  }

  on_delete({ of }) { this.#change({ type: "delete", of }); }

  on_react({ of, emoji, on }) { this.#change({ type: "react", of, emoji, on }); }

  #change(change) {
    this.outbox.add(this.room, change, this.now);
    this.#keep();
  }

  on_retry({ number }) {
    this.outbox.retry(number);
    this.#keep();
  }

  on_discard({ number }) {
    const dropped = this.outbox.discard(number);
    if (dropped?.file) this.#forget(dropped.file);
    this.#keep();
    this.#checkDrained();
  }

  on_typed() {
    if (this.rooms.get(this.room) !== "joined" || this.presence.count > TYPING_ROOM) return;
    if (this.now - this.toldTyping < TYPING_TOLD) return;
    this.toldTyping = this.now;
    this.ask("typing", { room: this.room });
  }

  on_scrolled({ following }) { this.log.following = following && !this.log.detached; }

  on_older() { this.log.want("older"); }

  on_newer() { this.log.want("newer"); }

  on_latest() { this.#showNewest(); }

  on_visible({ visible }) {
    this.visible = visible;
    if (!visible) return;
    if (this.phase === "waiting") this.connect();
    if (this.phase === "ready") this.listen();
  }

  // Inputs from the browser.

  /**
   * Takes over the outbox of a device whose page was closed. From now on this page is that device.
   */
  on_device({ device, record }) {
    const refused = this.outbox.items.filter((item) => item.state === "failed");
    this.effect("keep", { device: this.device, record: { next: this.outbox.next, unsent: [] } });
    this.#become(device, record);
    this.outbox.inherit(refused);
    this.#keep();
    if (this.phase === "unnamed" || this.phase === "stopped") return;
    this.hangUp();
    this.connect();
  }

  on_timer(input) {
    super.on_timer(input);
    const { timer } = input;
    if (timer === "sending" || timer === "uploading" || timer === "reading") this.paused.delete(timer);
    if (timer === "stalled") this.#notUploaded({ text: "The upload made no progress.", temporary: true });
    if (timer === "rooms") for (const [room, state] of this.rooms) if (state === "refused") this.rooms.delete(room);
  }

  on_uploading({ key, sent }) {
    if (key !== this.transfer.key || sent <= this.transfer.sent) return;
    this.transfer.moved(sent);
    this.wait("stalled", STALLED);
  }

  on_uploaded({ key, attachment }) {
    if (key !== this.transfer.key) return;
    this.transfer.done();
    this.cancel("stalled");
    this.outbox.uploaded(this.#numberOf(key), attachment);
    this.#keep();
  }

  /** `fresh`: a new id, in case this one belongs to a different file. */
  on_notUploaded({ key, error, fresh }) { if (key === this.transfer.key) this.#notUploaded(error, fresh); }

  // Frames from the server.

  got_welcome(frame) {
    super.got_welcome(frame);
    this.textBytes = frame.limits?.text ?? TEXT_BYTES;
    this.fileBytes = frame.limits?.file ?? 0;
    this.#checkDrained();
  }

  got_joined(frame) {
    this.rooms.set(frame.room, "joined");
    this.answered(frame);
    if (frame.room !== this.room) return;
    this.log.joined(frame);
    this.presence.count = frame.count;
  }

  got_left(frame) {
    this.rooms.delete(frame.room);
    this.answered(frame);
  }

  got_sent(frame) {
    this.answered(frame);
    this.#sent(frame.number, frame);
  }

  got_event(frame) {
    this.#recognise(frame);
    if (frame.room !== this.room) return;
    this.presence.typing.delete(frame.user);
    for (const event of this.log.event(frame)) {
      if (event.kind === "message" && event.user !== this.user) this.#announce(`${event.name}: ${event.text}`);
    }
  }

  got_page(frame) {
    const asked = this.answered(frame);
    if (!asked || asked.log !== this.log) return;
    frame.events.forEach((event) => this.#recognise(event));
    const added = this.log.page(asked.request, frame).filter((event) => event.kind === "message");
    const missed = asked.request.kind === "missed" ? added.filter((event) => event.user !== this.user) : [];
    if (missed.length) this.#announce(missed.length === 1 ? "1 new message" : `${missed.length} new messages`);
  }

  got_presence(frame) {
    if (frame.room !== this.room) return;
    const notice = this.presence.changed(frame, this.user, this.log.end, this.now);
    if (notice) this.#announce(notice);
    this.presence.asked = !this.presence.isStale(frame, this.now);
  }

  got_members(frame) {
    this.answered(frame);
    if (frame.room === this.room) this.presence.listed(frame);
  }

  got_typing(frame) {
    if (frame.room === this.room) this.presence.typed(frame, this.user, this.now);
  }

  got_ok(frame) { this.answered(frame); }

  got_error(frame) {
    const asked = this.answered(frame);
    if (!asked) return this.#unreadable(frame);
    const refuse = this[`refused_${asked.kind}`];
    if (refuse) refuse.call(this, frame, asked);
  }

  // Refusals.

  refused_join(error, { room }) {
    this.rooms.set(room, "refused");
    if (error.temporary) return this.wait("rooms", error.retry ?? RETRY);
    if (room === this.room) this.roomProblem = error.text;
    for (const { number } of this.outbox.unanswered(room)) this.outbox.failed(number, error.text);
    this.#keep();
  }

  refused_send(error, { number, room }) {
    if (error.code === 144) this.outbox.renumber(number);
    else if (error.code === 156 && this.outbox.uploadAgain(number)) this.transfer.done();
    else if (error.temporary || error.code === 131) {
      this.outbox.interrupted();
      this.#pause("sending", error.retry);
    } else this.outbox.failed(number, error.text, error.code === 199 || undefined);
    if (error.code === 131) this.rooms.delete(room);
    this.#keep();
    this.#checkDrained();
  }

  /** The upload for the next message failed. */
  #notUploaded(error, fresh) {
    const { key, token } = this.transfer;
    const number = this.#numberOf(key);
    const wait = this.transfer.failed(error, this.random);
    this.effect("stopUpload");
    this.cancel("stalled");
    const isOurs = token === this.token; // else the refusal was for who we were
    if (error.temporary || (error.code === 113 && !isOurs)) this.#pause("uploading", wait);
    else if (error.code !== 159 || !this.outbox.uploadAgain(number, fresh)) {
      this.outbox.failed(number, error.text);
      this.transfer.done();
    }
    this.#keep();
    this.#checkDrained();
  }

  refused_edit(error, asked) { this.refused_send(error, asked); }

  refused_delete(error, asked) { this.refused_send(error, asked); }

  refused_react(error, asked) { this.refused_send(error, asked); }

  refused_history(error, { room, log }) {
    if (log !== this.log) return;
    if (error.code === 131) this.rooms.delete(room);
    this.log.wish = null;
    this.#pause("reading", error.retry);
  }

  /**
   * A request that the server could not read has no `ref`. It can only be the message under way.
   */
  #unreadable(error) {
    for (const [ref, { number }] of this.requests) {
      if (number === undefined || error.code > 102) continue;
      this.requests.delete(ref);
      this.outbox.failed(number, error.text);
      this.#keep();
    }
  }

  // Derives what has to happen next. Runs once after every input.

  #settle() {
    this.outbox.forgetSent(({ room, seq }) => room !== this.room || this.log.detached || (this.log.loaded && seq <= this.log.end));
    if (this.visible && this.log.following && !this.log.detached) this.log.read = Math.max(this.log.read, this.log.end);
    const typing = this.presence.expire(this.now);
    if (typing !== null) this.wait("typing", typing);
    if (this.phase !== "ready") return;
    this.#settleRooms();
    if (this.rooms.get(this.room) === "joined") this.#settleRoom();
    const next = this.outbox.head;
    if (next?.state !== "waiting" || this.rooms.get(next.room) !== "joined" || this.paused.has("sending")) return;
    if (isUnsent(next)) this.#upload(next);
    else this.#send(next);
  }

  /** Joins the room on the screen, and the room of the next message, which may be another one. */
  #settleRooms() {
    const wanted = new Set([this.outbox.head?.room]);
    if (!this.roomProblem) wanted.add(this.room);
    wanted.delete(undefined);
    for (const room of wanted) {
      if (this.rooms.has(room)) continue;
      this.rooms.set(room, "joining");
      this.ask("join", { room, since: room === this.room ? this.log.position : undefined });
    }
    for (const [room, state] of this.rooms) {
      if (wanted.has(room) || state !== "joined") continue;
      this.rooms.set(room, "leaving");
      this.ask("leave", { room });
    }
  }

  #settleRoom() {
    if (!this.presence.asked) {
      Object.assign(this.presence, { asked: true, askedAt: this.now });
      this.ask("here", { room: this.room });
    }
    const reading = [...this.requests.values()].some(({ log }) => log === this.log);
    const request = reading || this.paused.has("reading") ? null : this.log.request();
    if (!request) return;
    const { kind, ...range } = request;
    this.ask("history", { room: this.room, ...range }, { log: this.log, request });
  }

  #send(item) {
    item.state = "sending";
    const { room, number, type = "send", of, text, emoji, on, reply, attachment } = item;
    this.ask(type, { room, number, of, text, emoji, on, reply, attachment });
  }

  #upload({ file }) {
    if (!this.transfer.isIdle || this.paused.has("uploading")) return;
    this.transfer.begin(file.key, this.token);
    this.effect("upload", { file, token: this.token });
    this.wait("stalled", STALLED);
  }

  #showNewest() {
    if (this.log.detached) this.log.want("newest");
    this.log.following = true;
  }

  hangUp() {
    super.hangUp();
    this.rooms.clear();
    this.paused.clear();
    this.outbox.interrupted();
    this.presence.asked = false;
    this.presence.typing.clear();
  }

  #become(device, record) {
    this.device = device;
    this.outbox = new Outbox(device, record);
  }

  /**
   * Takes our own event as the reply to its request, whichever of the two arrives first. A held
   * message that a moderator has published comes without a device.
   */
  #recognise(event) {
    if (event.user === this.user && event.device === undefined && this.outbox.published(event.room ?? this.room, event)) this.#keep();
    if (event.device === undefined || event.device !== this.outbox.device) return;
    const item = this.outbox.get(event.number);
    if (!item || !became(item, event)) return;
    this.#sent(event.number, event);
  }

  #sent(number, answer) {
    const item = this.outbox.get(number);
    this.outbox.sent(number, answer);
    if (item?.file) this.effect("forget", { key: item.file.key });
    this.#keep();
    this.#checkDrained();
  }

  /** Deletes the bytes of a file whose message was dropped. */
  #forget({ key }) {
    if (key === this.transfer.key) {
      this.effect("stopUpload");
      this.cancel("stalled");
      this.transfer.done();
    }
    this.effect("forget", { key, hide: true });
  }

  #numberOf(key) { return this.outbox.items.find(({ file }) => file?.key === key)?.number; }

  #pause(what, retry) {
    this.paused.add(what);
    this.wait(what, retry ?? RETRY);
  }

  #checkDrained() { if (this.outbox.idle) this.effect("drained"); }

  #keep() { this.effect("keep", { device: this.outbox.device, record: this.outbox.record }); }

  #announce(text) { this.effect("announce", { text }); }
}
