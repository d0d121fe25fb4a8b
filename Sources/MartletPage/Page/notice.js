// Joins and leaves between two messages, on one line.

import { make } from "./dom.js";
import { counted, countedPieces, listed } from "./language.js";

const NAMED = 2; // more people are counted, and named when the line is opened

/** The rows with neighbouring notices combined. Each person's last change counts. */
export function combined(rows) {
  const result = [];
  for (const row of rows) {
    const before = result.at(-1);
    if (row.kind === "notice" && before?.kind === "notice") result[result.length - 1] = both(before, row);
    else result.push(row);
  }
  return result;
}

function both(one, next) {
  const changed = new Set([...next.joined, ...next.left].map(({ user }) => user));
  const others = (people) => people.filter(({ user }) => !changed.has(user));
  return { ...one, joined: [...others(one.joined), ...next.joined], left: [...others(one.left), ...next.left] };
}

/** Who joined, and who left. */
function parts({ joined, left }) {
  return [[joined, hasJoined], [left, hasLeft]].filter(([people]) => people.length).map(([people, say]) => ({ names: people.map(({ name }) => name), say }));
}

function hasJoined(count, who) { return countedPieces(count, "%@ joined", "%@ joined", who); }

function hasLeft(count, who) { return countedPieces(count, "%@ left", "%@ left", who); }

function few({ names, say }, named) { return say(names.length, names.length > NAMED ? people(names) : named(names)); }

function people({ length }) { return counted(length, "1 person", "%@ people"); }

/** “ann joined · 3 people left”, as text. */
export function sentence(row) { return parts(row).map((part) => few(part, listed).join("")).join(" · "); }

/** “ann joined · 3 people left”. */
export function notice(row) {
  const told = parts(row);
  const named = (names) => listed(names.map((name) => make("bdi", {}, name)));
  const between = (nodes) => nodes.flatMap((node, index) => (index ? [" · ", ...node] : node));
  const short = between(told.map((part) => few(part, named)));
  if (told.every(({ names }) => names.length <= NAMED)) return make("li", { class: "notice" }, ...short);
  const long = between(told.map(({ names, say }) => say(names.length, named(names))));
  return make("li", { class: "notice" }, make("details", {}, make("summary", {}, ...short), make("p", {}, ...long)));
}
