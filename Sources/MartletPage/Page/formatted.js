// A message's text with its formatting, as the model has read it (ChatModel's Markup).

import { make } from "./dom.js";
import { localized } from "./language.js";
import { site } from "./site.js";

const LOOKS = [[1, "strong"], [2, "em"], [4, "s"], [8, "code"], [16, "mark"]]; // Markup.Style

/** The nodes that show these blocks. A single paragraph has no element of its own. */
export function formatted(blocks) {
  if (blocks.length === 1 && blocks[0].kind === "paragraph") return spans(blocks[0].spans);
  return blocks.map(element);
}

function element({ kind, spans: parts, items, text }) {
  if (kind === "quote") return make("blockquote", { dir: "auto" }, ...spans(parts));
  // The keyboard scrolls code that is wider than the bubble.
  if (kind === "code") return make("pre", { dir: "ltr", tabindex: "0", role: "group", "aria-label": localized("Code") }, make("code", {}, text));
  // Without bullets of its own, Safari does not take the element for a list.
  if (kind === "list") return make("ul", { role: "list" }, ...items.map(item));
  return make("p", { dir: "auto" }, ...spans(parts));
}

function item({ marker, level, spans: parts }) {
  return make("li", { "data-level": level || null, dir: "auto" }, make("span", { class: "marker" }, `${marker} `), make("span", {}, ...spans(parts)));
}

function spans(parts) { return parts.map(([text, style, link]) => look(link ? anchor(text, link) : text, style)); }

function look(node, style = 0) {
  return LOOKS.reduceRight((inner, [bit, tag]) => (style & bit ? make(tag, tag === "code" ? { dir: "ltr" } : {}, inner) : inner), node);
}

function anchor(text, link) {
  // A link to a message or to a group of this server leads there in this window.
  const isHere = link.startsWith("mailto:") || (!site.isEmbedded && link.startsWith(new URL("#", site.base).href));
  return make("a", { href: link, rel: "noopener noreferrer nofollow", target: isHere ? null : "_blank" }, text);
}
