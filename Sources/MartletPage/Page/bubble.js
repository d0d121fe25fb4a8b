// One row of the conversation as an element.

import { avatar, icon, make, tint, unseen } from "./dom.js";
import { linked } from "./links.js";
import { media } from "./media.js";
import { sentence } from "./presence.js";

const time = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" });
const dayOfYear = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });
const dayAndYear = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });

const states = {
  waiting: ["clock", "Waiting for the connection"],
  sending: ["clock", "Sending"],
  uploading: ["clock", "Uploading"],
  sent: ["check", "Sent"],
  failed: ["warning", "Not sent"],
  held: ["clock", "Held"],
};

/**
 * `act` gets the inputs `react`, `retry` and `discard`; `open` gets a row whose actions are wanted;
 * `show` gets the number of a message to scroll to; `blobs` has our own files.
 */
export function element(row, { act, open, show, blobs }) {
  if (row.kind === "message") return message(row, { act, open, show, blobs });
  if (row.kind === "day") return make("li", { class: "day" }, make("span", {}, dayName(row.at)));
  if (row.kind === "notice") return notice(row);
  return make("li", { class: "beginning" }, `This is the beginning of #${row.room}.`);
}

function message(row, { act, open, show, blobs }) {
  const large = !row.deleted && onlyEmoji(row.text);
  const marks = [row.own ? "own" : "other", row.first && "first", row.last && "last", large && "large", row.deleted && "deleted"];
  const text = row.deleted || row.text ? make("div", { class: "text", dir: "auto" }) : null;
  text?.append(...(row.deleted ? [row.gone] : linked(row.text)));
  return make(
    "li",
    { class: ["message", ...marks.filter(Boolean)].join(" "), "data-seq": row.seq, "data-state": row.state },
    row.own ? null : row.last ? avatar(row.user, row.name) : make("span", { class: "avatar-space" }),
    make("div", { class: "bubble" }, author(row), quote(row, show), row.file ? media(row, blobs) : null, make("div", { class: "said" }, text, meta(row))),
    row.seq !== undefined && !row.deleted ? more(row, open) : null,
    row.reactions?.length ? reactions(row, act) : null,
    row.isCancellable ? transfer(row, act) : null,
    row.state === "failed" || row.state === "held" ? failure(row, act) : null,
  );
}

/**
 * One line of the message that this one replies to. It scrolls there, if the message is in the
 * window.
 */
function quote({ reply, quoted, quotedName }, show) {
  if (reply === undefined) return null;
  if (quoted === undefined) return make("div", { class: "quote" }, unseen("In reply to "), "an earlier message");
  const words = quoted.length > 120 ? `${quoted.slice(0, 120)}…` : quoted;
  const button = make("button", { type: "button", class: "quote" }, unseen("In reply to "), make("bdi", { class: "quoted-name" }, quotedName), unseen(": "), make("bdi", {}, words));
  button.addEventListener("click", () => show(reply));
  return button;
}

/** Tab reaches the newest message's button, and the arrow keys reach the others (`Timeline`). */
function more(row, open) {
  const words = row.own ? "Actions for your message" : `Actions for ${row.name}’s message`;
  const button = make("button", { type: "button", class: "quiet more-actions", tabindex: "-1", "aria-haspopup": "dialog", "aria-label": words }, icon("more"));
  button.addEventListener("click", () => open(row));
  return button;
}

/** A click removes the user's own reaction, or adds it. */
function reactions({ seq, reactions, reader }, act) {
  const chip = ({ emoji, users }) => {
    const on = users.includes(reader);
    const words = `${emoji} ${users.length === 1 ? "1 person" : `${users.length} people`}${on ? ", you too" : ""}`;
    const button = make("button", { type: "button", "aria-pressed": String(on), "aria-label": words }, `${emoji} ${users.length}`);
    button.addEventListener("click", () => act({ type: "react", of: seq, emoji, on: !on }));
    return button;
  };
  return make("div", { class: "reactions" }, ...reactions.map(chip));
}

function notice(row) {
  const parts = sentence(row);
  return make("li", { class: "notice" }, ...parts.map((part, index) => (index % 2 ? part : make("bdi", {}, part))));
}

/** Shown above a group of another person's messages; read aloud with each message. */
function author({ own, first, user, name }) {
  if (own) return unseen("You: ");
  if (!first) return unseen(`${name}: `);
  return make("div", { class: "author", "data-tint": tint(user) }, make("bdi", {}, name), unseen(": "));
}

function meta({ at, state, edited, deleted }) {
  const date = new Date(at);
  const line = make("div", { class: "meta" }, make("time", { datetime: date.toISOString(), title: moment.format(date) }, time.format(date)));
  if (edited && !deleted) line.prepend(make("span", { class: "edited" }, "edited"));
  const [symbol, words] = states[state] ?? [];
  if (symbol) line.append(make("span", { class: "state", title: words }, icon(symbol), unseen(words)));
  return line;
}

/** An upload: its progress, and a button to cancel it. */
function transfer({ number, file, progress, trouble }, act) {
  const cancel = make("button", { type: "button", class: "quiet", "aria-label": `Cancel ${file.name}` }, "Cancel");
  cancel.addEventListener("click", () => act({ type: "discard", number }));
  const bar = make("progress", { max: 1, value: progress, "aria-label": `Upload of ${file.name}` });
  return make("div", { class: "transfer" }, trouble ? make("span", { role: "status" }, trouble) : null, bar, cancel);
}

/** Updates the progress; the rest of the row stays. */
export function setProgress(element, progress) {
  const bar = element.querySelector("progress");
  if (bar && progress !== undefined) bar.value = progress;
}

function failure({ change, number = change, error, state }, act) {
  const button = (words, type) => {
    const element = make("button", { type: "button", class: "quiet" }, words);
    element.addEventListener("click", () => act({ type, number }));
    return element;
  };
  // Only a moderator can take a held message back: this removes it from the screen.
  if (state === "held") return make("div", { class: "failure held" }, make("span", {}, error), button("Hide", "discard"));
  return make("div", { class: "failure" }, make("span", {}, error), button("Try again", "retry"), button("Discard", "discard"));
}

function dayName(at) {
  const day = (offset) => new Date(Date.now() - offset * 86_400_000).toDateString();
  const date = new Date(at);
  if (date.toDateString() === day(0)) return "Today";
  if (date.toDateString() === day(1)) return "Yesterday";
  return (date.getFullYear() === new Date().getFullYear() ? dayOfYear : dayAndYear).format(date);
}

function onlyEmoji(text) {
  return text.length <= 24 && /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u200D\uFE0F\s])+$/u.test(text);
}
