// A message's file as an element: a picture, a player, or a link.
//
// The element that shows the bytes has the class “media”. It is reused when its row is rebuilt, so
// that nothing is loaded or started again.

import { icon, make } from "./dom.js";
import { fitted } from "./file.js";
import { whenKnown } from "./file-address.js";
import { pieces } from "./language.js";
import { site } from "./site.js";
import { voicePlayer } from "./voice.js";

/**
 * How to ask for the address of an element's file, or for its promise: functions of the element. An
 * address may not be known yet, and it may end.
 */
const sources = new WeakMap();
/** How to ask for the address of a video's picture. */
const posters = new WeakMap();

/**
 * `blobs` has our own files, under the tickets of their messages; `files` has addresses of others.
 * With `fills`, it takes the size of its parent.
 */
export function media({ file, ticket }, blobs, files, fills = false) {
  const kept = file.local;
  const { kind } = file;
  const source = kept === undefined && files.source(file) ? () => files.source(file) : null;
  if (!kind || (kept === undefined && !source)) return link(file, source);
  const shown = { image: picture, video: player, audio: player, voice: sound }[kind](file, kind);
  shown.dataset.file = file.id;
  // The page's content policy forbids inline handlers. The stylesheet does the rest.
  shown.addEventListener("error", () => lose(shown));
  sources.set(shown, (element) => blobs.url(kept ?? ticket) ?? (source ? small(element, file, files) ?? source() : blobs.load(kept)));
  if (kind === "image" && file.thumbnail) shown.dataset.small = "";
  if (kind === "video" && file.thumbnail && source) {
    shown.preload = "none";
    posters.set(shown, () => files.source(file.thumbnail));
  }
  show(shown);
  if (kind === "voice") return make("div", { class: "place voice-place" }, voicePlayer(shown, file.voice), gone(file, source));
  const place = kind === "image" && source
    ? linked(make("a", { class: "place image", target: "_blank", rel: "noopener" }, shown, gone(file, null)), source)
    : make("div", { class: `place ${kind}` }, shown, gone(file, source));
  shown.dataset.lies = lies(file);
  shown.addEventListener("load", () => turn(shown));
  if (kind !== "audio" && !fills) reserve(place, kind === "image" ? fitted(file) : fitted(file.thumbnail ?? { width: 16_000, height: 9_000 }));
  return kind === "audio" ? make("div", { class: "sound" }, make("bdi", { class: "file-name" }, file.name), place) : place;
}

/** Reuses the elements that already show the same bytes in the row's new element. */
export function carryOver(from, to) {
  const shown = new Map([...from.querySelectorAll(".media:not(.missing)")].map((old) => [old.dataset.file, old]));
  for (const fresh of to.querySelectorAll(".media")) {
    const old = shown.get(fresh.dataset.file);
    if (!old) continue;
    shown.delete(fresh.dataset.file);
    old.dataset.lies = fresh.dataset.lies;
    sources.set(old, sources.get(fresh));
    turn(old);
    fresh.replaceWith(old);
    old.dispatchEvent(new Event("timeupdate")); // its player is another one now
  }
}

/**
 * Retries media that could not be loaded, and links without an address: the server may have been
 * away, or the token that reads their files.
 */
export function retryMissing(list) {
  for (const shown of list.querySelectorAll(".media.missing")) {
    if ("small" in shown.dataset) shown.dataset.small = "";
    show(shown);
  }
  for (const link of list.querySelectorAll("a:not([href])")) aim(link);
}

/** A photo taken sideways may have swapped dimensions. It is shown whole nevertheless. */
function turn(shown) {
  const { naturalWidth: width, naturalHeight: height } = shown;
  shown.classList.toggle("turned", shown.dataset.lies !== "" && lies({ width, height }) !== shown.dataset.lies);
}

function lies({ width, height }) { return width > 0 && height > 0 && width !== height ? String(width > height) : ""; }

/** The address of a picture's thumbnail; null if it has none, or it could not be loaded. */
function small(shown, { thumbnail }, files) { return isSmall(shown) ? files.source(thumbnail) : null; }

/** Whether a picture is shown by its thumbnail. */
export function isSmall({ dataset }) { return dataset.small === ""; }

/** The promise of the address of a picture itself; null if there is none. */
export async function wholeAddress(link) {
  const path = await sources.get(link)(link);
  return path && site.at(path);
}

async function show(shown) {
  const found = await sources.get(shown)(shown);
  shown.classList.toggle("missing", !found);
  if (found) shown.src = site.at(found);
  if (posters.has(shown)) whenKnown(posters.get(shown)(), (address) => { shown.poster = address; });
}

/** Its address may have ended. If the file has no other one, it can't be shown. */
async function lose(shown) {
  const before = await sources.get(shown)(shown);
  if (isSmall(shown) && before && site.at(before) === shown.getAttribute("src")) shown.dataset.small = "lost";
  const found = await sources.get(shown)(shown);
  if (!found || site.at(found) === shown.getAttribute("src")) return shown.classList.add("missing");
  const isWanted = shown.paused === false; // another address would pause it
  shown.src = site.at(found);
  if (isWanted) shown.play().catch(() => {});
}

function picture({ name }) { return make("img", { class: "media", crossorigin: site.sharing, alt: name, loading: "lazy", decoding: "async" }); }

function player({ name }, kind) { return make(kind, { class: "media", crossorigin: site.sharing, controls: true, preload: "metadata", playsinline: true, "aria-label": name }); }

/** Nothing of a voice message is loaded before it is played. */
function sound() { return make("audio", { class: "media", crossorigin: site.sharing, preload: "none" }); }

/** What this browser can't play is a link to the file, with which other programs may. A picture's place is one already. */
function gone({ name, kind }, source) {
  const words = make("bdi", {}, name);
  const named = source ? download(name, source, words) : words;
  const told = kind === "image" ? pieces("%@ can’t be shown", named) : pieces("%@ can’t be played", named);
  return make("span", { class: "gone" }, icon("file"), make("span", {}, ...told));
}

/** Reserves its space before it is loaded. */
function reserve(place, { width, height }) {
  place.style.width = `${width}px`;
  place.style.aspectRatio = `${width} / ${height}`;
}

function link(file, source) {
  const { name, words: size = "" } = file;
  const words = make("span", { class: "file-words" }, make("bdi", { class: "file-name" }, name), make("span", { class: "file-size" }, size));
  const element = source ? download(name, source, icon("file"), words) : make("div", {}, icon("file"), words);
  element.classList.add("file");
  return element;
}

/** Browsers do not save the files of another origin: these are opened in a new tab. */
function download(name, source, ...content) {
  return linked(make("a", { target: site.isEmbedded ? "_blank" : null, rel: "noopener", download: name }, ...content), source);
}

/** Before the link is used it asks again, because its address may have ended. */
function linked(element, source) {
  sources.set(element, source);
  aim(element);
  for (const event of ["pointerenter", "pointerdown", "focus"]) element.addEventListener(event, () => aim(element));
  return element;
}

function aim(link) { whenKnown(sources.get(link)(link), (path) => link.setAttribute("href", path)); }
