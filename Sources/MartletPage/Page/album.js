// The photos of an album, as one message with a mosaic.

import { icon, make } from "./dom.js";
import { counted, localized } from "./language.js";
import { media } from "./media.js";

const WIDEST = 420; // pixels on the screen

/**
 * Makes the element of an album. `parts` returns the elements on top of a photo: its actions, and
 * its progress.
 */
export function mosaic({ photos }, { blobs, files }, parts) {
  const height = photos[0].tile[5];
  const tiles = photos.map((photo, place) => tile(photo, localized("Photo %@ of %@", place + 1, photos.length), height, media(photo, blobs, files, true), parts(photo)));
  const element = make("div", { class: "mosaic", role: "group", "aria-label": counted(photos.length, "1 photo", "%@ photos") }, ...tiles);
  Object.assign(element.style, { width: `${WIDEST}px`, aspectRatio: `1000 / ${height}` });
  return element;
}

function tile({ key, seq, state, tile: [, x, y, width, height] }, words, total, ...parts) {
  const isRefused = state === "failed" || state === "held";
  const element = make("div", { class: "tile", role: "group", "aria-label": words, "data-key": key, "data-seq": seq, "data-state": state }, ...parts, isRefused ? icon("warning") : null);
  const [across, down] = [(part) => `${part / 10}%`, (part) => `${part / total * 100}%`];
  Object.assign(element.style, { insetInlineStart: across(x), top: down(y), width: across(width), height: down(height) });
  return element;
}
