// What an address is to a reader.

const ADDRESS = /^#?(.*?)(?:\/(\d{1,15}))?$/s; // a room, and the number of a message in it

/**
 * The room that a location's hash names, “lobby” if there is none, and the number of the message
 * that it links to. The room may not be a valid name.
 */
export function placeIn(hash) {
  const [, name, seq] = ADDRESS.exec(hash);
  return { room: decoded(name) || "lobby", seq: seq && Number(seq) };
}

function decoded(name) {
  try {
    return decodeURIComponent(name).replaceAll("\0", "\uFFFD");
  } catch {
    return name;
  }
}
