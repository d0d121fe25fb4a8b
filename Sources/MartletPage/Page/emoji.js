// Emoji by name: in the user's language, in English, and by short codes. The tables are loaded when
// they are needed for the first time.

import { language, locale, localized } from "./language.js";

const TRANSLATIONS = {
  de: () => import("./emoji-names-de.js"),
  he: () => import("./emoji-names-he.js"),
};
const TITLES = {
  Smileys: localized("Smileys"),
  People: localized("People"),
  Nature: localized("Nature ##emoji of animals and plants"),
  Food: localized("Food ##and drinks, as emoji"),
  Travel: localized("Travel ##and places, as emoji"),
  Activities: localized("Activities"),
  Objects: localized("Objects"),
  Symbols: localized("Symbols"),
  Flags: localized("Flags"),
};

let table;

/** All groups: [{ title, emoji: [{ emoji, name, codes }] }]. It rejects if it can't be loaded. */
export async function emojiGroups() {
  table ??= loaded();
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
export function shortCode({ english, codes }) { return codes[0] ?? slug(english); }

function slug(name) { return name.replace(/[^\p{L}\p{N}+-]+/gu, "_").replace(/^_|_$/g, ""); }

function rank(entry, words, whole) {
  const names = [shortCode(entry), ...(entry.name === entry.english ? [] : [slug(entry.name.toLowerCase())])];
  if (entry.codes.includes(whole) || names.includes(whole)) return 0;
  const name = names.find((name) => name.startsWith(whole));
  // Emoji with codes of their own are meant more often, and so are short ones.
  if (name) return (entry.codes.length ? 1 : 2) + name.length / 100;
  if (entry.codes.some((other) => other.startsWith(whole))) return 3;
  const has = (word) => entry.words.some((other) => other.startsWith(word));
  return words.every(has) ? 4 : Infinity;
}

async function loaded() {
  const [{ groups, countries }, translated] = await Promise.all([import("./emoji-names.js"), translation()]);
  const result = Object.entries(groups).map(([title, lines]) => ({ title: TITLES[title], emoji: lines.split("\n").map((line) => entry(line, translated)) }));
  result.at(-1).emoji.push(...countries.split(" ").map(flag));
  return result;
}

/** The names and keywords in the user's language, by emoji. */
async function translation() {
  const { default: lines } = await TRANSLATIONS[language]?.().catch(() => {
    table = undefined; // English for now; the next use tries again
  }) ?? {};
  return new Map(lines?.split("\n").map((line) => {
    const [emoji, name, keywords] = parts(line);
    return [emoji, { name, keywords }];
  }));
}

function entry(line, translated) {
  const [emoji, english, codes] = parts(line);
  return described(emoji, english, codes, translated.get(emoji));
}

/** The emoji of a line, its name, and the words after it. */
function parts(line) {
  const [, emoji, name, words] = /^(\S+) ([^|]*)\|?(.*)$/.exec(line);
  return [emoji, name, words ? words.split(" ") : []];
}

function flag(letters) {
  const emoji = String.fromCodePoint(...[...letters].map((letter) => letter.charCodeAt(0) + 0x1f1e6 - 65));
  const name = language === "en" ? undefined : localized("flag of %@", countryName(letters, locale));
  return described(emoji, `flag ${countryName(letters, "en").toLowerCase()}`, [`flag_${letters.toLowerCase()}`], { name });
}

function countryName(letters, locale) {
  try {
    return new Intl.DisplayNames(locale, { type: "region" }).of(letters);
  } catch {
    return letters;
  }
}

function described(emoji, english, codes, { name = english, keywords = [] } = {}) {
  const words = new Set([english, name.toLowerCase()].flatMap((name) => name.split(/[\s:,.-]+/)));
  for (const word of [...keywords.map((word) => word.toLowerCase()), ...codes.flatMap((code) => code.split("_"))]) words.add(word);
  return { emoji, english, name, codes, words: [...words] };
}
