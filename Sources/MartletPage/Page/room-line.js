// One room of the list as an element.

import { nearness } from "./calendar.js";
import { icon, make } from "./dom.js";
import { locale, localized } from "./language.js";
import { roomAvatar } from "./room-avatar.js";
import { site } from "./site.js";

const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const weekday = new Intl.DateTimeFormat(locale, { weekday: "short" });
const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });
const year = new Intl.DateTimeFormat(locale, { day: "2-digit", month: "2-digit", year: "2-digit" });

/**
 * A link, and a button for the menu; an invitation has two buttons instead. `act` gets `answer`;
 * `files` has addresses.
 */
export function roomLine(line, act, files) {
  const { room, title, label, at, invitation } = line;
  const words = at === undefined ? label : `${label}, ${brief(at)}`;
  const item = make("li", { class: `room-line${invitation ? " invited" : ""}`, "data-room": room });
  if (invitation) {
    item.append(make("div", { class: "line-link" }, ...content(line, files)), answers(line, act));
    return item;
  }
  const more = make("button", { type: "button", class: "quiet line-more", tabindex: "-1", "aria-label": localized("Options for %@", title), "aria-haspopup": "dialog" }, icon("more"));
  item.append(make("a", { class: "line-link", href: site.at(`#${room}`), tabindex: "-1", "aria-label": words, draggable: "false" }, ...content(line, files)), more);
  return item;
}

function content(line, files) {
  const { title, lead, words, at, pinned, notice, badge, mentions, typing, draft, refused } = line;
  const marks = [pinned && icon("pin"), notice === "none" && icon("muted")].filter(Boolean);
  const kind = [typing && "typing-now", draft && "draft", refused && "refused"].filter(Boolean).join(" ");
  const counts = [mentions && make("span", { class: "badge mention" }, mentions), badge && make("span", { class: `badge${notice === "all" ? "" : " faint"}` }, badge)].filter(Boolean);
  return [
    roomAvatar(line, files),
    make(
      "span",
      { class: "line-words" },
      make("span", { class: "line-top" }, make("bdi", { class: "line-title" }, title), ...marks, at === undefined ? null : make("time", { datetime: new Date(at).toISOString() }, brief(at))),
      make("span", { class: "line-bottom" }, preview(lead, words, kind), ...counts),
    ),
  ];
}

/** Who wrote, and the text: both have the direction of their own letters, and are cut at their own ends. */
function preview(lead, words, kind) {
  // The page's sentence may begin with a name of another direction.
  const text = make("span", { class: "line-said", dir: words?.startsWith("\u2068") ? null : "auto" }, words);
  return make("span", { class: `line-preview ${kind}` }, ...(lead === undefined ? [text] : [make("span", { class: "line-lead" }, leading(lead)), " ", text]));
}

/** The colon is cut off with the end of a name that is too long. */
function leading(lead) {
  const [, name, colon] = /^(.*?)(:?)$/su.exec(lead);
  return make("bdi", {}, name, make("span", { class: "colon" }, colon));
}

function answers({ room, title, answered }, act) {
  const answer = (name, words, on, kind) => {
    const button = make("button", { type: "button", class: kind, disabled: answered, "aria-label": words }, name);
    button.addEventListener("click", () => act({ type: "answer", room, on }));
    return button;
  };
  return make("div", { class: "answers" }, answer(localized("Accept"), localized("Accept the invitation to %@", title), true, "primary accept"), answer(localized("Decline"), localized("Decline the invitation to %@", title), false, ""));
}

/** “14:05” today, “Yesterday”, “Tue” within a week, then “4 May” and “04/05/25”. */
function brief(at) {
  const near = nearness(at);
  if (near === "yesterday") return localized("Yesterday");
  return { today: time, week: weekday, year: day, other: year }[near].format(at);
}
