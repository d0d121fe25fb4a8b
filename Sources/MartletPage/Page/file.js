// How files are shown, and where they are.

const WIDEST = 420; // pixels on the screen
const TALLEST = 340;
const LEAST = 48;
const UNKNOWN = { width: 320, height: 240 };

/**
 * The size of a picture on the screen. It is known before the picture is loaded, so that nothing
 * moves later. Very long or high pictures are cropped.
 */
export function fitted({ width, height } = {}) {
  if (!(width > 0 && height > 0)) return UNKNOWN;
  const scale = Math.min(1, WIDEST / width, TALLEST / height);
  const within = (length, most) => Math.round(Math.min(most, Math.max(LEAST, length * scale)));
  return { width: within(width, WIDEST), height: within(height, TALLEST) };
}

/**
 * Whether the pasted content is files, and not a text that a word processor also offers as a
 * picture.
 */
export function isPastedFile(types) {
  if (!types.includes("Files")) return false;
  return !types.includes("text/plain") || !types.includes("text/html");
}

/** The address of a file's bytes; null if the id is invalid. */
export function address({ id }) { return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? `v1/files/${id}` : null; }
