// Joins and leaves between two messages, on one line.

import { make } from "./dom.js";

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

function inWords({ joined, left }) {
  const names = (people) => people.map(({ name }) => name);
  return [[names(joined), "joined"], [names(left), "left"]].filter(([names]) => names.length);
}

/** “ann joined · 3 people left”, as text. */
export function sentence(row) {
  return inWords(row).map(([names, verb]) => `${names.length > NAMED ? `${names.length} people` : names.join(" and ")} ${verb}`).join(" · ");
}

/** “ann joined · 3 people left”. */
export function notice({ joined, left }) {
  const parts = inWords({ joined, left });
  const between = (nodes) => nodes.flatMap((node, index) => (index ? [" · ", ...node] : node));
  const short = between(parts.map(([names, verb]) => (names.length > NAMED ? [`${names.length} people ${verb}`] : named(names, verb))));
  if (parts.every(([names]) => names.length <= NAMED)) return make("li", { class: "notice" }, ...short);
  const long = between(parts.map(([names, verb]) => named(names, verb)));
  return make("li", { class: "notice" }, make("details", {}, make("summary", {}, ...short), make("p", {}, ...long)));
}

function named(names, verb) {
  const nodes = names.flatMap((name, index) => [index === 0 ? "" : index === names.length - 1 ? " and " : ", ", make("bdi", {}, name)]);
  return [...nodes.slice(1), ` ${verb}`];
}
