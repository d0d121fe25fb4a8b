// The messages and changes of this device that the server has not answered: first in, first out,
// each under its own number.
//
// An item is a message (`text`, and `reply` if it is one), or a change of a message: `type` "edit",
// "delete" or "react", `of`, and its values. A message may have a `file`, and an `attachment` once
// that is uploaded; it is not sent before.
//
// One item is under way at a time. A second one could overtake a first one that is refused for the
// moment, and the order of a user's messages is worth more than a few milliseconds.

const UPLOADS = 4; // of one file, before the server's wish for it again is taken for a refusal

export class Outbox {
  /**
   * `record` is an earlier `record`: its items are sent again, unchanged, under the same numbers.
   */
  constructor(device, record = {}) {
    this.device = device;
    this.next = record.next ?? 1;
    this.items = (record.unsent ?? []).map((item) => ({ ...item, state: item.error ? "failed" : "waiting" }));
  }

  /** What must survive the page. It must be stored before a message is sent. */
  get record() {
    const unsent = this.items.filter((item) => item.state !== "sent");
    return { next: this.next, unsent: unsent.map(({ state, seq, ...item }) => item) };
  }

  /** The next message to send. */
  get head() { return this.unanswered()[0]; }

  get idle() { return !this.head; }

  /** The items that wait or are under way, in all rooms or in one. */
  unanswered(room) {
    const isOpen = ({ state }) => state === "waiting" || state === "sending";
    return this.items.filter((item) => isOpen(item) && (room === undefined || item.room === room));
  }

  get(number) { return this.items.find((item) => item.number === number); }

  /** `said`: `{ text }` or a change. */
  add(room, said, at) {
    this.items.push({ ...said, room, number: this.#number(), at, state: "waiting" });
  }

  /** On disk at the server. The bubble stays until its event is in the log. */
  sent(number, { seq, at }) {
    const item = this.get(number);
    if (item) Object.assign(item, { state: "sent", seq, at, error: undefined });
  }

  /** Drops sent items whose events the log shows, or will read from history. */
  forgetSent(isShown) {
    this.items = this.items.filter((item) => item.state !== "sent" || !isShown(item));
  }

  /** `held`: the server has it, and a moderator looks at it; it must not be sent again. */
  failed(number, error, held) {
    const item = this.get(number);
    if (item) Object.assign(item, { state: "failed", error, held });
  }

  /**
   * Drops the held item that became this event of the log, if there is one. Returns whether there
   * is.
   */
  published(room, event) {
    const item = this.items.find((one) => one.held && one.room === room && one.at <= event.at && became(one, event));
    if (item) this.#remove(item.number);
    return item !== undefined;
  }

  /** The file is on disk at the server, under this name and type. */
  uploaded(number, attachment) {
    const item = this.get(number);
    if (!item) return;
    if (item.text === item.file.name) item.text = attachment.name;
    item.attachment = attachment;
  }

  /**
   * Errors 156 and 159: upload the file again; for 159 under another `id`. Returns whether it does.
   */
  uploadAgain(number, id) {
    const item = this.get(number);
    if (!item?.file || (item.again ?? 0) >= UPLOADS) return false;
    Object.assign(item, { state: "waiting", again: (item.again ?? 0) + 1, attachment: undefined });
    if (id) item.file = { ...item.file, id };
    return true;
  }

  /**
   * Error 144: it is certainly not in the log, so it is sent again under a new number, in its old
   * place.
   */
  renumber(number) {
    const item = this.get(number);
    if (item) Object.assign(item, { state: "waiting", number: this.#number() });
  }

  /** The user retries it: it becomes a new message behind those that wait. */
  retry(number) {
    const item = this.get(number);
    if (item?.state !== "failed" || item.held) return;
    this.#remove(number);
    const { number: _, state, error, again, ...said } = item;
    this.add(item.room, said, item.at);
  }

  /**
   * Drops an item that is certainly not in the log: refused, or not uploaded. Returns it, or
   * undefined.
   */
  discard(number) {
    const item = this.get(number);
    if (item?.state !== "failed" && !isUnsent(item)) return undefined;
    this.#remove(number);
    return item;
  }

  /** The connection is lost, and with it the reply to the item under way. */
  interrupted() {
    for (const item of this.items) if (item.state === "sending") item.state = "waiting";
  }

  /** Takes over another device's refused messages: none of them is in any log. */
  inherit(items) {
    for (const item of items) this.items.push({ ...item, number: this.#number(), state: "failed" });
  }

  #number() {
    this.next += 1;
    return this.next - 1;
  }

  #remove(number) { this.items = this.items.filter((item) => item.number !== number); }
}

/**
 * Whether `event` is what became of an item: a copy in JavaScript of ChatWire's `Mutation.became`,
 * with the same vectors. What later events have taken away (the text of an edited message, all of a
 * deleted one) is not compared. The page sends messages, edits, deletions and reactions. The other
 * types are there for the vectors.
 */
export function became(request, event) {
  const { type = "send", text, reply, payload, attachment, of, emoji, on, whose } = request;
  const { kind } = event;
  if (type === "send" && kind === "message") {
    return (event.edited !== undefined || event.text === text) && event.reply === reply
      && event.payload?.type === payload?.type && event.payload?.data === payload?.data
      && event.attachment?.id === attachment?.id;
  }
  if (type === "send") return kind === "deleted";
  if (type === "settings") {
    return kind === type && ["title", "topic", "joining", "newcomers", "posting", "slow"].every((key) => request[key] === event[key])
      && sameAvatar(request.avatar, event.avatar);
  }
  if (type === "membership") {
    return kind === type && ["member", "action", "role", "until"].every((key) => request[key] === event[key]);
  }
  if (type === "choose") {
    return kind === "choice" && ["about", "followed", "notice", "pinned", "archived", "unread"].every((key) => request[key] === event[key]);
  }
  if (type === "block") return kind === type && request.member === event.member && event.on === on;
  if (type === "profile") {
    return kind === type && ["privateReads", "about"].every((key) => request[key] === event[key]) && sameAvatar(request.avatar, event.avatar);
  }
  if (type === "link") {
    return kind === type && ["link", "on", "uses", "until"].every((key) => request[key] === event[key]);
  }
  if (of !== event.of) return false;
  if (type === "edit") return kind === "edit" && (event.text === "" || event.text === text);
  if (type === "delete") return kind === "deletion";
  if (type === "pin") return kind === "pin" && event.on === on;
  if (type === "unreact") return kind === "unreaction" && event.emoji === emoji && event.whose === whose;
  return type === "react" && kind === "reaction" && event.emoji === emoji && event.on === on;
}

/** Avatars are compared by the ids of their files; an empty one removes the picture. */
const sameAvatar = (one, other) => (one === undefined) === (other === undefined) && one?.id === other?.id;

/** Whether a message was not sent because its file was not uploaded. */
export function isUnsent(item) { return item?.state === "waiting" && item.file !== undefined && item.attachment === undefined; }
