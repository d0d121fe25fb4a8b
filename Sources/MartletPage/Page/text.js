// What may be said, and which rooms there can be: the server's rules, known here so that nobody has to wait for a no.

export const TEXT_BYTES = 16_384;

/** What leaves for the server: no white space around it, no NUL, no half of a surrogate pair. */
export function tidy(text) {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD").replaceAll("\0", "").trim();
}

/** Bytes of UTF-8. */
export function bytes(text) {
  let count = 0;
  for (const character of text) {
    const scalar = character.codePointAt(0);
    count += scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
  }
  return count;
}

export function isRoomName(name) { return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(name); }

/** The room a location's hash names, “lobby” without one. It may not be a room's name. */
export function roomIn(hash) {
  const name = hash.replace(/^#/, "");
  try {
    return decodeURIComponent(name) || "lobby";
  } catch {
    return name;
  }
}
