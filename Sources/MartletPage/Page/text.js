// What an address is to a reader.

/** The room that a location's hash names; “lobby” if there is none. It may not be a valid name. */
export function roomIn(hash) {
  const name = hash.replace(/^#/, "");
  try {
    return decodeURIComponent(name).replaceAll("\0", "\uFFFD") || "lobby";
  } catch {
    return name;
  }
}
