// A sentence that is shown for a moment: what was done, where nothing else shows it.

import { find, setText } from "./dom.js";

const SHOWN = 5_000; // milliseconds

let timer;

export function toast(sentence) {
  const place = find("toast");
  setText(place, sentence);
  place.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { place.hidden = true; }, SHOWN);
}
