// The rules for files, and how they are shown.

import { counted, locale, localized } from "./language.js";

/** The maximum of waiting files of one device, so that the browser's storage is bounded. */
export const FILES_WAITING = 20;
/** The server's limit of an image. */
const PIXELS = 50_000_000;
const NAME_BYTES = 255;
const encoder = new TextEncoder();
const WIDEST = 420; // pixels on the screen
const TALLEST = 340;
const LEAST = 48;
const UNKNOWN = { width: 320, height: 240 };

/**
 * Why a file can't be attached, as a sentence; "" if it can. `waiting`: files that are waiting or
 * chosen.
 */
export function refusal({ name, size }, { limit, waiting }) {
  if (!limit) return localized("This server does not accept files.");
  if (size < 1) return localized("“%@” is empty.", name);
  if (size > limit) return localized("“%@” is too large: a file can have at most %@.", name, sized(limit));
  if (waiting >= FILES_WAITING) return localized("“%@” was left out: you can send at most %@ files at once. Send these first.", name, FILES_WAITING);
  return "";
}

/** Why a picture of this size can't be attached, as a sentence; "" if it can. */
export function pixelRefusal(name, { width, height }) {
  if (width * height <= PIXELS) return "";
  const millions = Math.ceil(width * height / 1e6);
  return localized("“%@” is too large: it has %@ megapixels (%@ × %@); a picture can have at most %@. Make it smaller first.", name, millions, width, height, PIXELS / 1e6);
}

/** An allowed name, as close to the file's own as possible. The extension stays. */
export function named(name, type = "") {
  const last = name.split(/[/\\]/).at(-1).replace(/[^\P{C}\u200D]|[\p{Zl}\p{Zp}]/gu, "").replace(/(\p{M}{8})\p{M}+/gu, "$1").trim();
  if (!last || last === "." || last === "..") return `file${/^image\/(png|jpeg|gif|webp)$/.test(type) ? `.${type.slice(6)}` : ""}`;
  if (bytes(last) <= NAME_BYTES) return last;
  const [, stem, ending] = /^(.*?)(\.[^.]{1,16})?$/su.exec(last);
  let kept = "";
  for (const character of stem) {
    if (bytes(kept) + bytes(character) + bytes(ending ?? "") > NAME_BYTES) break;
    kept += character;
  }
  return kept + (ending ?? "");
}

/** The number of bytes in UTF-8. */
function bytes(text) { return encoder.encode(text).length; }

/** Bytes for people: “183 KB”, “2.4 MB”. */
export function sized(size) {
  const units = ["bytes", "KB", "MB", "GB"];
  let [value, unit] = [size, 0];
  while (value >= 999.5 && unit < units.length - 1) [value, unit] = [value / 1024, unit + 1];
  if (unit === 0) return counted(size, "1 byte", "%@ bytes");
  return `${(value < 9.95 ? Number(value.toFixed(1)) : Math.round(value)).toLocaleString(locale ?? "en")} ${units[unit]}`;
}

/** How a file of a media type is shown: as "image", "video", "audio", or as a "link". */
export function kindOf(type) {
  if (/^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(type)) return "image";
  return /^(video|audio)\//.exec(type)?.[1] ?? "link";
}

/**
 * The size of a picture on the screen. It is known before the picture is loaded, so that nothing
 * moves later. Very long or high pictures are cropped.
 */
export function fitted({ width, height } = {}) {
  if (!(width > 0 && height > 0)) return UNKNOWN;
  const scale = Math.min(1, WIDEST / width, TALLEST / height);
  const within = (length, most) => Math.round(Math.min(most, Math.max(LEAST, length * scale)));
  return { width: within(width, WIDEST), height: within(height, TALLEST) };
}

/**
 * Whether the pasted content is files, and not a text that a word processor also offers as a
 * picture.
 */
export function isPastedFile(types) {
  if (!types.includes("Files")) return false;
  return !types.includes("text/plain") || !types.includes("text/html");
}

/** The address of a file's bytes; null if the id is invalid. */
export function address({ id }) { return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? `v1/files/${id}` : null; }
