// The disc of a room: its picture, or that of the other person of a direct room; else a letter.

import { avatar, cover } from "./avatar.js";
import { find } from "./dom.js";
import { whenKnown } from "./file-address.js";

/**
 * A disc for a line of the list, or for the head of the conversation. `files` has addresses. The
 * picture of a group is for its people only; open rooms show theirs to all users.
 */
export function roomAvatar({ room, title, partner, avatar: picture, group }, files) {
  const disc = avatar(partner ?? hash(room), title.replace(/^\p{P}+/u, "") || title);
  if (partner !== undefined) return disc;
  disc.classList.add("square");
  whenKnown(picture && (group ? files.signed(picture) : files.shared(picture)), (source) => cover(disc, source));
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
