// The disc of a room: its picture, or that of the other person of a direct room; else a letter.

import { avatar, find, make } from "./dom.js";
import { address } from "./file.js";
import { whenKnown } from "./file-address.js";
import { site } from "./site.js";

/**
 * A disc for a line of the list, or for the head of the conversation. `files` has addresses. The
 * picture of a group is for its people only; people and open rooms show theirs to everyone.
 */
export function roomAvatar({ room, title, partner, avatar: picture, group }, files) {
  const disc = avatar(partner ?? hash(room), title.replace(/^\p{P}+/u, "") || title);
  disc.classList.toggle("square", partner === undefined);
  whenKnown(picture && (group ? files.signed(picture) : address({ id: picture })), (source) => {
    const image = make("img", { crossorigin: site.sharing, src: source, alt: "", decoding: "async" });
    image.addEventListener("error", () => image.remove());
    disc.append(image);
  });
  return disc;
}

/** Six digits that are always the same for the same name. */
function hash(name) {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)) % 0xffffff;
  return sum.toString(16).padStart(6, "0");
}

/** Draws the disc in the conversation's head; none without a room. */
export function drawHead(head, files) { find("room-avatar").replaceChildren(...(head ? [roomAvatar(head, files)] : [])); }
