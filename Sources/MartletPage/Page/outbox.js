// What this device has said and the server has not yet answered: first in, first out, each under its own number.
//
// An item is a message (`text`, and what it answers: `reply`), or a change of one: `type` "edit", "delete" or "react", `of`, and what
// goes with it. A message may have a `file`, and an `attachment` once that is uploaded: nothing of it leaves before.
//
// One is under way at a time. A second one could overtake a first that is refused for the moment, and the order in which someone wrote
// is worth more than a few milliseconds.

const UPLOADS = 4; // of one file, before the server's wish for it again is taken for a refusal

export class Outbox {
  /** `record` is what `record` gave earlier: what was kept is sent again, unchanged, under the same number. */
  constructor(device, record = {}) {
    this.device = device;
    this.next = record.next ?? 1;
    this.items = (record.unsent ?? []).map((item) => ({ ...item, state: item.error ? "failed" : "waiting" }));
  }

  /** What has to outlive the page. It must be kept before a message leaves. */
  get record() {
    const unsent = this.items.filter((item) => item.state !== "sent");
    return { next: this.next, unsent: unsent.map(({ state, seq, ...item }) => item) };
  }

  /** The message whose turn it is. */
  get head() { return this.unanswered()[0]; }

  get idle() { return !this.head; }

  /** What waits or is under way, in all rooms or in one. */
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

  /** Drops the sent ones whose events the log shows, or will read from the history. */
  forgetSent(isShown) {
    this.items = this.items.filter((item) => item.state !== "sent" || !isShown(item));
  }

  failed(number, error) {
    const item = this.get(number);
    if (item) Object.assign(item, { state: "failed", error });
  }

  /** The file is on disk at the server, under the name and the type it has there. */
  uploaded(number, attachment) {
    const item = this.get(number);
    if (!item) return;
    if (item.text === item.file.name) item.text = attachment.name;
    item.attachment = attachment;
  }

  /** Errors 156 and 159: the file goes up again, in the second case under another `id`. Returns whether it does. */
  uploadAgain(number, id) {
    const item = this.get(number);
    if (!item?.file || (item.again ?? 0) >= UPLOADS) return false;
    Object.assign(item, { state: "waiting", again: (item.again ?? 0) + 1, attachment: undefined });
    if (id) item.file = { ...item.file, id };
    return true;
  }

  /** Error 144: certain not to be in the log, so it goes out again under a new number, in its old place. */
  renumber(number) {
    const item = this.get(number);
    if (item) Object.assign(item, { state: "waiting", number: this.#number() });
  }

  /** Again, by the person's wish: a new message as far as the server is concerned, after those that wait. */
  retry(number) {
    const item = this.get(number);
    if (item?.state !== "failed") return;
    this.#remove(number);
    const { number: _, state, error, again, ...said } = item;
    this.add(item.room, said, item.at);
  }

  /** Drops what is certainly in no log: refused, or not uploaded. Returns it, or undefined. */
  discard(number) {
    const item = this.get(number);
    if (item?.state !== "failed" && !isUnsent(item)) return undefined;
    this.#remove(number);
    return item;
  }

  /** The connection is gone, and with it the answer to what was under way. */
  interrupted() {
    for (const item of this.items) if (item.state === "sending") item.state = "waiting";
  }

  /** Takes over another device's refused messages: nothing of theirs is in any log. */
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
 * Whether `event` is what became of an item: a copy in JavaScript of ChatWire's `Mutation.became`, with the
 * same vectors. What later events have taken away (the text of an edited message, all of a deleted one) is not
 * compared.
 */
export function became({ type = "send", text, reply, payload, attachment, of, emoji, on }, event) {
  const { kind } = event;
  if (type === "send" && kind === "message") {
    return (event.edited !== undefined || event.text === text) && event.reply === reply
      && event.payload?.type === payload?.type && event.payload?.data === payload?.data
      && event.attachment?.id === attachment?.id;
  }
  if (type === "send") return kind === "deleted";
  if (of !== event.of) return false;
  if (type === "edit") return kind === "edit" && (event.text === "" || event.text === text);
  if (type === "delete") return kind === "deletion";
  return type === "react" && kind === "reaction" && event.emoji === emoji && event.on === on;
}

/** Whether a message has not left because its file has not. */
export function isUnsent(item) { return item?.state === "waiting" && item.file !== undefined && item.attachment === undefined; }
