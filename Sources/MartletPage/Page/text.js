// What an address and a text are to a reader.

/** Whether nothing of the text can be seen: white space, joiners, fillers, controls. */
export function isBlank(text) {
  return /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Z}\u2800\uFFFC]*$/u.test(text);
}

/** The room that a location's hash names; “lobby” if there is none. It may not be a valid name. */
export function roomIn(hash) {
  const name = hash.replace(/^#/, "");
  try {
    return decodeURIComponent(name).replaceAll("\0", "\uFFFD") || "lobby";
  } catch {
    return name;
  }
}
