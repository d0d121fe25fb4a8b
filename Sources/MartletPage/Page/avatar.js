// The discs of people: their picture, or their first letter.

import { make } from "./dom.js";
import { address } from "./file.js";
import { whenKnown } from "./file-address.js";
import { site } from "./site.js";

const segmenter = window.Intl?.Segmenter && new Intl.Segmenter(); // into letters
const pictures = new Map(); // of people, as far as the model has told
let files = { shared: (id) => address({ id }) }; // has their addresses

/** A person's disc. Its color depends on the user alone. */
export function avatar(user, name) {
  const [letter = "?"] = segmenter ? Array.from(segmenter.segment(name), ({ segment }) => segment) : name;
  const disc = make("span", { class: "avatar", "data-tint": tint(user), "data-user": user, "aria-hidden": "true" }, letter.toUpperCase());
  if (pictures.has(user)) portray(disc, user);
  return disc;
}

export function tint(user) { return String(parseInt(user.slice(-6), 16) % 10 || 0); }

/** Covers the letter with a picture, once that is loaded. */
export function cover(disc, source) {
  const image = make("img", { crossorigin: site.sharing, loading: "lazy", src: source, alt: "", decoding: "async" });
  image.addEventListener("error", () => image.remove());
  disc.append(image);
}

/** Shows a person's picture on a disc. Its address may be known only later. */
function portray(disc, user) {
  const picture = pictures.get(user);
  whenKnown(files.shared(picture), (source) => {
    if (pictures.get(user) !== picture) return;
    disc.querySelector("img")?.remove();
    cover(disc, source);
  });
}

/** From now on pictures have these addresses. The discs on the page show them. */
export function takeAddresses(addresses) {
  files = addresses;
  for (const user of pictures.keys()) show(user);
}

/** Shows a person's picture, or none, on all discs of the page. */
function show(user) {
  for (const disc of site.body.querySelectorAll(`.avatar[data-user="${user}"]`)) {
    disc.querySelector("img")?.remove();
    if (pictures.has(user)) portray(disc, user);
  }
}

/** Takes the pictures that have changed. The discs on the page show them. */
export function takePictures(changed = []) {
  for (const { user, picture } of changed) {
    if (picture) pictures.set(user, picture);
    else pictures.delete(user);
    show(user);
  }
}
