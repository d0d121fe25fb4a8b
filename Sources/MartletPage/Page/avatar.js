// The discs of people: their picture, or their first letter.

import { make } from "./dom.js";
import { address } from "./file.js";
import { site } from "./site.js";

const pictures = new Map(); // of people, as far as the model has told

/** A person's disc. Its letter always has the same color. */
export function avatar(user, name) {
  const letters = window.Intl?.Segmenter ? Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment) : [...name];
  const disc = make("span", { class: "avatar", "data-tint": tint(user), "data-user": user, "aria-hidden": "true" }, letters[0]?.toUpperCase() ?? "?");
  if (pictures.has(user)) cover(disc, addressOf(pictures.get(user)));
  return disc;
}

export function tint(user) { return String(parseInt(user.slice(-6), 16) % 10 || 0); }

/** Covers the letter with a picture, once that is loaded. */
export function cover(disc, source) {
  const image = make("img", { crossorigin: site.sharing, loading: "lazy", src: source, alt: "", decoding: "async" });
  image.addEventListener("error", () => image.remove());
  disc.append(image);
}

/** People's pictures are for everyone who knows their ids. */
function addressOf(id) { return site.at(address({ id })); }

/** Takes the pictures that have changed. The discs on the page show them. */
export function takePictures(changed = []) {
  for (const { user, picture } of changed) {
    if (picture) pictures.set(user, picture);
    else pictures.delete(user);
    for (const disc of site.body.querySelectorAll(`.avatar[data-user="${user}"]`)) {
      disc.querySelector("img")?.remove();
      if (picture) cover(disc, addressOf(picture));
    }
  }
}
