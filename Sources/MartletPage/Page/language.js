// The sentences in the user's language. The sources are English; `Languages` has the translations,
// which are loaded only for those who want them. Scripts/page.sh leaves out what the page never
// says.

import { site } from "./site.js";

const TRANSLATIONS = {
  de: () => import("martlet-languages/de.json"),
  he: () => import("martlet-languages/he.json"),
};
const RIGHT_TO_LEFT = ["he"];
const PLACE = /%(?:(\d)\$)?@/;

/** The language of the sentences; `locale` is how its numbers and times are written. */
export const { language, locale, texts } = await chosen();

/** The first wanted language that has a translation. */
async function chosen() {
  const wanted = site.language ? [site.language] : globalThis.navigator?.languages ?? [];
  let english;
  for (const tag of wanted) {
    const locale = valid(tag);
    const language = locale?.split("-")[0];
    if (language === "en") {
      english = locale;
      break;
    }
    if (!Object.hasOwn(TRANSLATIONS, language)) continue;
    const loaded = await TRANSLATIONS[language]().catch(() => null); // without them, it is English
    if (site.ended?.aborted) throw new Error("The chat has ended while its language was loading.");
    if (loaded) return { language, locale, texts: loaded.default };
  }
  return { language: "en", locale: english?.includes("-") ? english : englishHere(), texts: {} };
}

/** English with the dates and times of the user's region: “en-DE” for a browser in German. */
function englishHere() {
  const tag = valid(globalThis.navigator?.language ?? "");
  const region = tag && new Intl.Locale(tag).maximize().region;
  return region ? `en-${region}` : "en-GB";
}

/** A tag as `Intl` takes it: of a site, it may be anything. */
function valid(tag) {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll("_", "-"))[0];
  } catch {
    return undefined;
  }
}

/** The translations as the model takes them (`Language` in ChatModel); undefined for English. */
export function table() {
  if (language === "en") return undefined;
  return { tag: language, sentences: Object.entries(texts).map(([of, text]) => ({ of, ...(typeof text === "string" ? { other: text } : text) })) };
}

/**
 * The sentence in the user's language. Each `%@` is the place of a value. What stands behind “##”
 * is for translators.
 */
export function localized(key, ...values) { return filled(texts[key] ?? key.split(" ##")[0], values).join(""); }

/** The sentence about `count` things. Without values, the count is the value. */
export function counted(count, one, other, ...values) {
  return filled(form(count, one, other), values.length ? values : [count]).join("");
}

/** The sentence as texts and nodes: values may be nodes, or arrays of both. */
export function pieces(key, ...values) { return filled(texts[key] ?? key, values); }

/** `counted`, as texts and nodes. */
export function countedPieces(count, one, other, ...values) { return filled(form(count, one, other), values); }

function form(count, one, other) {
  const forms = texts[other];
  if (forms === undefined) return count === 1 ? one : other;
  if (typeof forms === "string") return forms;
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
}

/** “one, two and three”, as texts and nodes. */
export function listed(values) {
  const format = new Intl.ListFormat(language === "en" ? "en-GB" : locale, { type: "conjunction" }); // without a comma before “and”
  return format.formatToParts(values.map((_, place) => String(place))).map(({ type, value }) => (type === "element" ? values[value] : value));
}

const { compare } = new Intl.Collator(locale);

/** The order of people in a list, in the page's language: the model knows no language's order (`Author.isListed(before:)`). */
export function byName(one, other) { return compare(one.name, other.name); }

function filled(pattern, values) {
  let next = 0;
  // `split` puts the number of each place, or undefined, between the texts.
  return pattern.split(PLACE).map((part, index) => {
    if (index % 2 === 0) return part;
    return part === undefined ? values[next++] : values[part - 1];
  }).flat().filter((part) => part !== "" && part !== undefined);
}

/**
 * Puts what the page's markup says into the user's language. The text of an element with
 * `data-sentence` is one sentence, and its elements are its values.
 */
export function translate(root) {
  const page = site.isEmbedded ? root : document.documentElement;
  page.lang = language;
  page.dir = RIGHT_TO_LEFT.includes(language) ? "rtl" : "ltr";
  if (site.isEmbedded) root.setAttribute("aria-label", localized("Chat"));
  if (language === "en") return;
  for (const element of root.querySelectorAll("[data-sentence]")) {
    const key = [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.data : "%@")).join("");
    element.replaceChildren(...pieces(key, ...element.children));
  }
  for (const element of root.querySelectorAll("[aria-label], [title], [placeholder]")) {
    for (const name of ["aria-label", "title", "placeholder"]) {
      if (element.hasAttribute(name)) element.setAttribute(name, localized(element.getAttribute(name)));
    }
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.data.trim();
    if (Object.hasOwn(texts, words)) walker.currentNode.data = walker.currentNode.data.replace(words, () => localized(words));
  }
}
