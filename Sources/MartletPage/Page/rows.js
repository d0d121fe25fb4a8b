// The rows of the conversation, top to bottom: days, groups of messages, joins and leaves, pending
// messages.

import { fold } from "./fold.js";
import { isUnsent } from "./outbox.js";

const GROUP = 5 * 60_000; // a longer silence begins a new group
const SHOWN = ["message", "deleted", "damaged"];
const GONE = { deleted: "This message was deleted", damaged: "This message is damaged" };

/**
 * Rows of the kinds "beginning", "day", "message" and "notice". A row's key stays the same as long
 * as it shows the same thing.
 */
export function rows(chat) {
  const { log, presence, user } = chat;
  const result = log.begun ? [{ key: "beginning", kind: "beginning", room: chat.room }] : [];
  let notices = presence.notices.filter(({ after }) => after >= log.first - 1);
  const days = new Set();
  const add = (row) => {
    const key = `day ${new Date(row.at).toDateString()}`;
    if (!days.has(key)) result.push({ key, kind: "day", at: row.at });
    days.add(key);
    result.push(row);
  };
  const tell = (upTo) => {
    for (const notice of notices.filter(({ after }) => after <= upTo)) {
      add({ key: `notice ${notice.key}`, kind: "notice", joined: notice.joined, left: notice.left, at: notice.at });
    }
    notices = notices.filter(({ after }) => after > upTo);
  };
  for (const event of log.events) {
    tell(event.seq - 1);
    if (SHOWN.includes(event.kind)) add(changed(event, chat));
  }
  if (!log.detached) {
    tell(Infinity);
    for (const item of chat.pending) add(unsent(item, chat));
  }
  return quoting(grouped(result), log);
}

/** A message with its pending changes shown as if they had arrived, unless they were refused. */
function changed(event, chat) {
  const changes = chat.changes.filter(({ of }) => of === event.seq);
  const open = changes.filter(({ state }) => state !== "failed");
  const row = message(open.reduce((result, change) => fold(result, asEvent(change, chat)), event), chat.user);
  const refused = changes.find(({ state }) => state === "failed");
  if (refused) return { ...row, state: "failed", error: refused.error, change: refused.number };
  return open.some(({ state }) => state !== "sent") ? { ...row, state: chat.phase === "ready" ? "sending" : "waiting" } : row;
}

const KINDS = { edit: "edit", delete: "deletion", react: "reaction" };

function asEvent({ type, of, text, emoji, on }, { user }) {
  return { kind: KINDS[type], seq: Infinity, user, of, text, emoji, on };
}

function message({ kind, seq, device, number, user, name, text, at, edited, reactions, reply, attachment }, reader) {
  const key = device === undefined ? `event ${seq}` : `${device} ${number}`;
  const own = user === reader;
  const gone = GONE[kind];
  const deleted = gone !== undefined;
  return {
    key, kind: "message", seq, user, name, text: deleted ? "" : said(text, attachment), at, own, deleted, gone, edited: edited !== undefined,
    reactions, reader, reply: deleted ? undefined : reply, file: deleted ? undefined : attachment, state: own ? "sent" : null,
  };
}

/** Leaves out a text that only repeats the name of the shown file. */
function said(text, file) { return text === file?.name ? "" : text; }

function unsent(item, { outbox, user, name, phase, transfer }) {
  const { number, text, at, state, error, held, reply, file, attachment } = item;
  const isNext = item === outbox.head;
  const isUploading = isNext && file?.key === transfer.key && isUnsent(item);
  const shown = held ? "held" : isUploading ? "uploading" : state === "waiting" && phase === "ready" ? "sending" : state;
  // A refused message may have the number of another message in the log.
  const key = `${state === "failed" ? "failed" : outbox.device} ${number}`;
  return {
    key, kind: "message", number, user: user ?? "", name, text: said(text, attachment ?? file), at, own: true, state: shown, error, reply,
    file: attachment ?? file, kept: file?.key, isCancellable: isUnsent(item), progress: isUnsent(item) ? transfer.progress(file) : undefined,
    trouble: isNext && isUnsent(item) && phase === "ready" ? transfer.trouble : "",
  };
}

/** Adds to each reply the author and text of its original, if that is in the window. */
function quoting(list, log) {
  for (const row of list) {
    if (row.reply === undefined) continue;
    const event = log.events[row.reply - log.first];
    if (event?.seq !== row.reply || !SHOWN.includes(event.kind)) continue;
    row.quotedName = event.name;
    row.quoted = GONE[event.kind] ?? event.text;
  }
  return list;
}

/** Marks the first and the last message of each group. */
function grouped(list) {
  list.forEach((row, index) => {
    if (row.kind !== "message") return;
    row.first = !together(list[index - 1], row);
    row.last = !together(row, list[index + 1]);
  });
  return list;
}

function together(one, next) {
  return one?.kind === "message" && next?.kind === "message" && one.own === next.own && one.user === next.user
    && one.name === next.name && next.at - one.at < GROUP;
}
