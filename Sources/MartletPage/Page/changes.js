// Changes of a room: of its settings, people and pins. The sentences come from the model.

import { make } from "./dom.js";
import { locale, localized } from "./language.js";

const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const LATEST = 8.64e15; // milliseconds, as ECMA-262 limits time values (21.4.1.1)

/** The sentences of a row. */
export function sentences({ lines }) { return lines.map(written); }

/** The text of parts: texts and times alternate. */
export function written(parts) { return parts.map((part, index) => (index % 2 ? time(Number(part)) : part)).join(""); }

/** Others choose the times. Some are later than any that a browser can name. */
function time(at) { return Math.abs(at) <= LATEST ? moment.format(at) : localized("some day"); }

/** The row as an element. A sentence about one message leads there: `show` gets its number. */
export function changes(row, show) {
  const line = (sentence, index) => {
    const seq = row.messages?.[index];
    if (!seq) return make("p", { dir: "auto" }, sentence);
    const button = make("button", { type: "button", class: "quiet", "data-control": `change ${index}` }, sentence);
    button.addEventListener("click", () => show(seq));
    return make("p", { dir: "auto" }, button);
  };
  return make("li", { class: "changes" }, ...sentences(row).map(line));
}
