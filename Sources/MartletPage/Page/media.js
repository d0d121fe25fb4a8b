// A message's file as an element: a picture in its place, something to play, or a link.
//
// What shows the bytes has the class “media”. It moves along when its row is made anew, so that nothing loads or begins again.

import { icon, make } from "./dom.js";
import { address, fitted, kindOf, sized } from "./file.js";

/** `kept`: the key of bytes of our own, if the message is on its way; `blobs` has those. */
export function media({ file, kept }, blobs) {
  const kind = kindOf(file.type);
  const source = kept === undefined ? address(file) : null;
  if (kind === "link" || (kept === undefined && !source)) return link(file, source);
  const shown = { image: picture, video: player, audio: player }[kind](file, kind);
  shown.dataset.file = kept ?? file.id;
  // A listener, for the page's policy allows no other way; the stylesheet does the rest.
  shown.addEventListener("error", () => shown.classList.add("missing"));
  show(shown, blobs.url(kept ?? file.id) ?? source, kept, blobs);
  const place = kind === "image" && source
    ? make("a", { class: "place image", href: source, target: "_blank", rel: "noopener" }, shown, gone(file))
    : make("div", { class: `place ${kind}` }, shown, gone(file));
  shown.dataset.lies = lies(file);
  shown.addEventListener("load", () => turn(shown));
  if (kind !== "audio") reserve(place, kind === "image" ? fitted(file) : fitted({ width: 16_000, height: 9_000 }));
  return kind === "audio" ? make("div", { class: "sound" }, make("bdi", { class: "file-name" }, file.name), place) : place;
}

/** The one that shows the same bytes already, from an earlier element of the row, goes on in the new one. */
export function carryOver(from, to) {
  const [old, fresh] = [from, to].map((row) => row.querySelector(".media"));
  if (!old || old.dataset.file !== fresh?.dataset.file || old.classList.contains("missing")) return;
  old.dataset.lies = fresh.dataset.lies;
  turn(old);
  fresh.replaceWith(old);
}

/** Tries again what could not be shown: the server was away, perhaps. */
export function retryMissing(list) {
  for (const shown of list.querySelectorAll(".media.missing")) {
    shown.classList.remove("missing");
    shown.src = shown.getAttribute("src");
  }
}

/** A photo that was taken on its side may be described as lying: it is shown whole all the same. */
function turn(shown) {
  const { naturalWidth: width, naturalHeight: height } = shown;
  shown.classList.toggle("turned", shown.dataset.lies !== "" && lies({ width, height }) !== shown.dataset.lies);
}

function lies({ width, height }) { return width > 0 && height > 0 && width !== height ? String(width > height) : ""; }

async function show(shown, url, kept, blobs) {
  const found = url ?? await blobs.load(kept);
  if (found) shown.src = found;
  else shown.classList.add("missing");
}

function picture({ name }) { return make("img", { class: "media", alt: name, loading: "lazy", decoding: "async" }); }

function player({ name }, kind) { return make(kind, { class: "media", controls: true, preload: "metadata", playsinline: true, "aria-label": name }); }

function gone({ name }) { return make("span", { class: "gone" }, icon("file"), make("span", {}, make("bdi", {}, name), " can’t be shown")); }

/** The room it takes is there before it is. */
function reserve(place, { width, height }) {
  place.style.width = `${width}px`;
  place.style.aspectRatio = `${width} / ${height}`;
}

function link(file, source) {
  const { name, size } = file;
  const words = make("span", { class: "file-words" }, make("bdi", { class: "file-name" }, name), make("span", { class: "file-size" }, sized(size)));
  return make(source ? "a" : "div", { class: "file", href: source, download: source && name }, icon("file"), words);
}
