// Emoji by name. The table is loaded when it is needed for the first time.

let table;

/** All groups: [{ title, emoji: [{ emoji, name, codes }] }]. It rejects if it can't be loaded. */
export async function emojiGroups() {
  table ??= import("./emoji-names.js").then(parsed);
  try {
    return await table;
  } catch (problem) {
    table = undefined; // the next use tries again
    throw problem;
  }
}

/** The emoji with words that begin like the words of `query`, the best first. */
export function search(groups, query) {
  const words = query.toLowerCase().split(/[\s_]+/).filter(Boolean);
  const whole = words.join("_");
  const found = groups.flatMap(({ emoji }) => emoji).map((entry) => ({ entry, rank: rank(entry, words, whole) }));
  return found.filter(({ rank }) => rank < Infinity).sort((one, other) => one.rank - other.rank).map(({ entry }) => entry);
}

/** The emoji that a short code, without its colons, stands for. */
export function named(groups, code) {
  return groups.flatMap(({ emoji }) => emoji).find((entry) => entry.codes.includes(code) || code === shortCode(entry));
}

/** The short code to show: “heart_eyes”. */
export function shortCode({ name, codes }) { return codes[0] ?? name.replace(/[^\p{L}\p{N}+-]+/gu, "_").replace(/^_|_$/g, ""); }

function rank(entry, words, whole) {
  if (entry.codes.includes(whole) || shortCode(entry) === whole) return 0;
  const code = shortCode(entry);
  // Emoji with codes of their own are meant more often, and so are short ones.
  if (code.startsWith(whole)) return (entry.codes.length ? 1 : 2) + code.length / 100;
  if (entry.codes.some((other) => other.startsWith(whole))) return 3;
  const has = (word) => entry.words.some((other) => other.startsWith(word));
  return words.every(has) ? 4 : Infinity;
}

function parsed({ groups, countries }) {
  const result = Object.entries(groups).map(([title, lines]) => ({ title, emoji: lines.split("\n").map(entry) }));
  result.at(-1).emoji.push(...countries.split(" ").map(flag));
  return result;
}

function entry(line) {
  const [, emoji, name, codes] = /^(\S+) ([^|]*)\|?(.*)$/.exec(line);
  return described(emoji, name, codes ? codes.split(" ") : []);
}

function flag(letters) {
  const emoji = String.fromCodePoint(...[...letters].map((letter) => letter.charCodeAt(0) + 0x1f1e6 - 65));
  return described(emoji, `flag ${countryName(letters)}`, [`flag_${letters.toLowerCase()}`]);
}

function countryName(letters) {
  try {
    return new Intl.DisplayNames("en", { type: "region" }).of(letters).toLowerCase();
  } catch {
    return letters.toLowerCase();
  }
}

function described(emoji, name, codes) {
  return { emoji, name, codes, words: [...name.split(/[\s:,.-]+/), ...codes.flatMap((code) => code.split("_"))] };
}
