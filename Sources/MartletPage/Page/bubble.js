// One row of the conversation as an element.

import { mosaic } from "./album.js";
import { avatar, tint } from "./avatar.js";
import { blockedRun } from "./blocked.js";
import { nearness } from "./calendar.js";
import { changes } from "./changes.js";
import { icon, make, unseen } from "./dom.js";
import { excerpt } from "./excerpt.js";
import { formatted } from "./formatted.js";
import { locale, localized } from "./language.js";
import { media } from "./media.js";
import { notice } from "./notice.js";
import { reactions } from "./reactions.js";

const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "medium" });
const dayOfYear = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long" });
const dayAndYear = new Intl.DateTimeFormat(locale, { dateStyle: "long" });

const states = {
  waiting: ["clock", localized("Waiting for the connection")],
  sending: ["clock", localized("Sending")],
  uploading: ["clock", localized("Uploading")],
  sent: ["check", localized("Sent")],
  failed: ["warning", localized("Not sent")],
  changing: ["clock", localized("Sending")],
  held: ["clock", localized("Held")],
};

// The author is not told what the moderator decides.
const HELD = localized("This message was held back. Others see it if a moderator publishes it.");

/**
 * `ways`: `act` gets the inputs `react`, `retry` and `discard`; `open` gets a row whose actions are
 * wanted, and where; `show` gets the number of a message to go to; `chooseDay` gets a time of the
 * day whose heading was pressed; `blobs` has our own files, `files` addresses of others; `names`
 * has names by user; `tip` is a `Tip`; `whole` has the keys of rows of which everything is shown (a
 * long text, or the message of a blocked person), and `fold` gets a key to change that; `unblind`
 * gets the rows of a run of a blocked person's messages; `read` gives the blocks and the link of a
 * text; `previews` has what linked pages say; `refused` gets the ticket of a change that the server
 * has refused, and tells what can be done about it; `again` gets the row of one that the user wants
 * to change.
 */
export function element(row, ways) {
  if (row.kind === "message") return message(row, ways);
  if (row.kind === "album") return album(row, ways);
  if (row.kind === "day") return day(row, ways);
  if (row.kind === "notice") return notice(row);
  if (row.kind === "changes") return changes(row, ways.show);
  if (row.kind === "blocked") return blockedRun(row, ways.unblind);
  if (row.kind === "unread") return make("li", { class: "unread" }, make("span", {}, localized("New messages")));
  return make("li", { class: "beginning" }, localized("This is the beginning of the room."));
}

function message(row, ways) {
  const large = !row.gone && onlyEmoji(row.text);
  const { blocks, link } = reading(row, ways);
  return make(
    "li",
    { class: marks(row, large && "large", row.gone && "deleted", row.mention && "mentioned"), "data-seq": row.seq, "data-state": row.state },
    portrait(row),
    make(
      "div",
      { class: "bubble" },
      author(row),
      quote(row, ways.show),
      row.file ? attachment(row, ways) : null,
      ...ways.previews.below(said(text(row, blocks, ways), meta(row), large), row, link),
      row.seq !== undefined && !row.gone ? bar(row, ways.open) : null,
    ),
    row.reactions?.length ? reactions(row, ways) : null,
    isOnItsWay(row) ? transfer(row, ways.act) : null,
    row.state === "failed" || row.state === "held" ? failure(row, ways) : null,
    readBy(row),
  );
}

/** The people whose newest read message this is: they have read what is above it, too. */
function readBy({ readers }) { return readers ? make("p", { class: "readers" }, readers) : null; }

function marks({ own, first, last }, ...others) {
  return ["message", own ? "own" : "other", first && "first", last && "last", ...others].filter(Boolean).join(" ");
}

function portrait({ own, last, user, name }) {
  if (own) return null;
  return last ? avatar(user, name) : make("span", { class: "avatar-space" });
}

/** Actions are on each photo’s tile; reactions and failures are listed below the mosaic. */
function album(row, ways) {
  const { photos } = row;
  const captions = photos.map((photo) => ({ photo, ...reading(photo, ways) })).filter(({ blocks }) => blocks);
  const caption = ({ photo, blocks, link }, line) => ways.previews.below(said(text(photo, blocks, ways), line), photo, link);
  const named = (element, { file }) => {
    element.prepend(make("bdi", { class: "file-name" }, file.name));
    return element;
  };
  return make(
    "li",
    { class: marks(row, "album"), "data-seq": photos[0].seq, "data-state": row.state },
    portrait(row),
    make(
      "div",
      { class: "bubble" },
      author(row),
      quote(row, ways.show),
      mosaic(row, ways, (photo) => (isOnItsWay(photo) ? transfer(photo, ways.act) : photo.seq !== undefined ? bar(photo, ways.open, photo.file.name) : "")),
      ...captions.slice(0, -1).flatMap((each) => caption(each, null)),
      ...(captions.length ? caption(captions.at(-1), meta(row)) : [said([], meta(row))]),
    ),
    ...photos.filter(({ reactions }) => reactions?.length).map((photo) => reactions(photo, ways, localized("Photo %@", photo.tile[0] + 1))),
    ...photos.filter(({ state }) => state === "failed" || state === "held").map((photo) => named(failure(photo, ways), photo)),
    readBy(row),
  );
}

/** The blocks of a row's text, and the link that gets a card; neither if it shows none. */
function reading(row, { read }) {
  if (row.gone || row.blank || !row.text) return {};
  const { blocks, link } = read(row.text);
  return { blocks, link: row.card === false ? undefined : link };
}

/** A long text is shown from its beginning, with a button for the rest. */
function text(row, blocks, { whole, fold }) {
  if (row.gone) return [make("div", { class: "text", dir: "auto" }, row.gone)];
  if (row.blank) return [make("div", { class: "text blank", id: idOf("text", row) }, localized("This message has no visible text"))];
  if (!row.text) return [];
  const short = excerpt(blocks);
  const isShort = short !== null && !whole.has(row.key);
  const element = make("div", { class: "text", id: idOf("text", row), dir: "auto" }, ...formatted(isShort ? short : blocks));
  if (row.blocked) return [element, unfolding(row, fold, localized("Hide message"), true)];
  if (short === null) return [element];
  return [element, unfolding(row, fold, localized(isShort ? "Show more" : "Show less"), !isShort)];
}

/** The button that shows what is folded, or folds it. */
function unfolding({ key }, fold, words, isShown) {
  const button = make("button", { type: "button", class: "quiet fold", "data-control": "fold", "aria-expanded": String(isShown) }, words);
  button.addEventListener("click", () => fold(key));
  return button;
}

/** One line of the message that this one replies to. It leads there. */
function quote({ reply }, show) {
  if (reply === undefined) return null;
  const { seq, name, text: quoted, gone } = reply;
  const said = quoted === undefined ? [localized(gone ? "a deleted message" : "an earlier message")] : [make("bdi", { class: "quoted-name" }, name), unseen(": "), make("bdi", { class: "quoted-words" }, quoted)];
  const button = make("button", { type: "button", class: "quote", "data-control": "quote" }, unseen(localized("In reply to ")), ...said);
  button.addEventListener("click", () => show(seq));
  return button;
}

/**
 * It says what its message says: a screen reader reads that while the arrow keys lead from one to
 * the next.
 *
 * Tab reaches the newest message's button, and the arrow keys reach the others (`Timeline`). The
 * other actions join it where they are used (`ActionBar`).
 */
function bar(row, open, photo) {
  const words = photo === undefined
    ? row.own ? localized("Actions for your message") : localized("Actions for %@’s message", row.name)
    : row.own ? localized("Actions for your photo %@", photo) : localized("Actions for %@’s photo %@", row.name, photo);
  const parts = [row.file && photo === undefined && "file", (row.text || row.blank) && "text"].filter(Boolean);
  const attributes = { type: "button", class: "quiet more-actions", tabindex: "-1", "data-control": "more", "aria-haspopup": "dialog", "aria-label": words, "aria-describedby": parts.map((part) => idOf(part, row)).join(" ") || null };
  const button = make("button", attributes); // `ActionBar` adds the icon
  button.addEventListener("click", () => open(row, button));
  return make("div", { class: "bar-place" }, make("div", { class: "bar" }, button));
}

/** The id of the element that has a message's text or file. */
function idOf(part, { seq }) { return seq === undefined ? null : `${part}-${seq}`; }

/** The file of a message as an element. */
function attachment(row, { blobs, files }) {
  const element = media(row, blobs, files);
  if (row.seq !== undefined) element.id = idOf("file", row);
  return element;
}

/** Shown above a group of another person's messages; read aloud with each message. */
function author({ own, first, user, name }) {
  if (own) return unseen(localized("You: "));
  if (!first) return unseen(`${name}: `);
  return make("div", { class: "author", "data-tint": tint(user) }, make("bdi", {}, name), unseen(": "));
}

/** The time stands in the last line of a text, if that has room for it. */
function said(parts, line, large = false) {
  const element = make("div", { class: "said" }, ...parts, line);
  if (!line || parts.length !== 1 || large || line.classList.contains("quiet-meta")) return element;
  const [text] = parts;
  const { lastChild } = text;
  if (/^(UL|PRE|BLOCKQUOTE)$/.test(lastChild.nodeName)) return element;
  const end = lastChild.nodeName === "P" ? lastChild : text;
  element.classList.add("shared");
  element.classList.toggle("marked", line.querySelector(".pinned") !== null);
  // The space that the time takes.
  end.dataset.time = [...line.children].filter((part) => !part.matches(".state, .pinned")).map((part) => part.textContent).join(" ");
  return element;
}

/** The time of a group is below its last message; the others show theirs under the pointer. */
function meta({ at, state, edited, gone, last, pinned }) {
  const date = new Date(at);
  const isQuiet = !last && !pinned && (!edited || gone) && (!state || state === "sent");
  const line = make("div", { class: isQuiet ? "meta quiet-meta" : "meta" }, make("time", { datetime: date.toISOString(), title: moment.format(date) }, time.format(date)));
  if (edited && !gone) line.prepend(make("span", { class: "edited" }, localized("edited")));
  if (pinned) line.prepend(make("span", { class: "pinned", title: localized("Pinned") }, icon("pin"), unseen(localized("Pinned"))));
  const [symbol, words] = states[state] ?? [];
  if (symbol) line.append(make("span", { class: "state", title: words }, icon(symbol), unseen(words)));
  return line;
}

/** An upload: its progress, and a button to cancel it. */
function transfer({ ticket, file }, act) {
  const cancel = make("button", { type: "button", class: "quiet", "data-control": "cancel", "aria-label": localized("Cancel %@", file.name) }, localized("Cancel"));
  cancel.addEventListener("click", () => act({ type: "discard", ticket }));
  const bar = make("progress", { max: 1, value: progress(file), "aria-label": localized("Upload of %@", file.name) });
  return make("div", { class: "transfer" }, bar, cancel);
}

/** Updates the progress; the rest of the row stays. */
export function setProgress(element, { file, photos }) {
  if (photos) return element.querySelectorAll(".tile").forEach((tile, place) => setProgress(tile, photos[place]));
  const bar = element.querySelector("progress");
  if (bar) bar.value = progress(file);
}

/** The uploaded part, 0 to 1. */
function progress({ uploaded = 0, size }) { return Math.min(1, uploaded / size); }

/** Whether the message waits for its file's upload. */
function isOnItsWay({ file, state }) { return file?.local !== undefined && (state === "waiting" || state === "uploading"); }

function failure(row, ways) {
  const { refused, error, state } = row;
  const button = (words, type, action = () => ways.act({ type, ticket: refused })) => {
    const element = make("button", { type: "button", class: "quiet", "data-control": type }, words);
    element.addEventListener("click", action);
    return element;
  };
  // Only a moderator can take a held message back: this removes it from the screen.
  if (state === "held") return make("div", { class: "failure held" }, make("span", {}, HELD), button(localized("Hide"), "discard"));
  const { retry = false, text } = ways.refused(refused);
  const buttons = make(
    "span", { class: "remedies" },
    text === undefined ? null : button(localized("Edit"), "change", () => ways.again(row)),
    retry ? button(localized("Try again"), "retry") : null,
    button(localized("Discard"), "discard"),
  );
  return make("div", { class: "failure" }, make("span", {}, error), buttons);
}

function day({ at }, ways) {
  const name = dayName(at);
  const button = make("button", { type: "button", tabindex: "-1", "data-control": "day", "aria-haspopup": "dialog", "aria-label": localized("%@: go to a day", name), title: localized("Go to a day") }, make("span", {}, name));
  button.addEventListener("click", () => ways.chooseDay(at));
  return make("li", { class: "day" }, button);
}

function dayName(at) {
  const near = nearness(at);
  if (near === "today") return localized("Today");
  if (near === "yesterday") return localized("Yesterday");
  return (near === "other" ? dayAndYear : dayOfYear).format(at);
}

function onlyEmoji(text) {
  return text.length <= 24 && /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u200D\uFE0F\s])+$/u.test(text);
}
