// The server's rules for texts and rooms, known here so that nobody has to wait for a refusal.

export const TEXT_BYTES = 16_384;

/** The text to send: without white space around it, NUL, and halves of surrogate pairs. */
export function tidy(text) {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD").replaceAll("\0", "").trim();
}

/** The number of bytes in UTF-8. */
export function bytes(text) {
  let count = 0;
  for (const character of text) {
    const scalar = character.codePointAt(0);
    count += scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
  }
  return count;
}

export function isRoomName(name) { return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(name); }

/** The room that a location's hash names; “lobby” if there is none. It may not be a valid name. */
export function roomIn(hash) {
  const name = hash.replace(/^#/, "");
  try {
    return decodeURIComponent(name) || "lobby";
  } catch {
    return name;
  }
}
