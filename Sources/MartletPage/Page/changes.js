// Changes of a room: of its settings, people and pins. The sentences come from the model.

import { make } from "./dom.js";

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The sentences of a row. In each of its lines, texts and times alternate. */
export function sentences({ lines }) { return lines.map((parts) => parts.map((part, index) => (index % 2 ? moment.format(Number(part)) : part)).join("")); }

/** The row as an element. */
export function changes(row) { return make("li", { class: "changes" }, ...sentences(row).map((sentence) => make("p", { dir: "auto" }, sentence))); }
