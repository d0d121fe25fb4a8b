// Messages of people whom the user blocks: one thin line for each run of them.

import { make } from "./dom.js";
import { counted, localized } from "./language.js";

/**
 * The rows with each run of folded messages as one row of the kind “blocked”. `whole` has the keys
 * of the messages that the user wants to see.
 */
export function withRuns(rows, whole) {
  const result = [];
  for (const row of rows) {
    const isFolded = row.blocked && !row.gone && !whole.has(row.key);
    const before = result.at(-1);
    if (isFolded && before?.kind === "blocked") before.rows.push(row);
    else result.push(isFolded ? { key: `blocked ${row.key}`, kind: "blocked", rows: [row] } : row);
  }
  return result;
}

/** The run as an element. `show` gets its rows. */
export function blockedRun({ rows }, show) {
  const button = make("button", { type: "button", class: "quiet", "data-control": "fold", "aria-expanded": "false" }, localized("Show"));
  button.addEventListener("click", () => show(rows));
  const people = new Set(rows.map(({ user }) => user)).size;
  const words = people === 1
    ? counted(rows.length, "1 message from a person you blocked", "%@ messages from a person you blocked")
    : localized("%@ messages from people you blocked", rows.length);
  return make("li", { class: "blocked", "data-seq": rows[0].seq }, make("span", {}, words), button);
}
