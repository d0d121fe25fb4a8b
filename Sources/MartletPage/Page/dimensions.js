// The width and height of a picture, from its header alone: nothing is decoded.

/** The bytes from a picture's beginning to read. Metadata in front of the size is shorter. */
export const HEADER = 1_048_576;

/** Pixels, as stored in the header; null if it is not a PNG, GIF, JPEG or WebP. */
export function dimensions(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const is = (at, text) => [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));
  try {
    if (is(1, "PNG\r\n")) return { width: view.getUint32(16), height: view.getUint32(20) };
    if (is(0, "GIF8")) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (is(0, "RIFF") && is(8, "WEBP")) return webP(view, is);
    if (view.getUint16(0) === 0xffd8) return jpeg(view);
  } catch {
    // Truncated: a RangeError of the view.
  }
  return null;
}

/** Walks through the segments to the start of frame (ITU-T T.81, section B.1.1.3). */
function jpeg(view) {
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else at += 2 + view.getUint16(at + 2);
  }
}

/** Lossy, lossless, and extended files (RFC 9649, section 2). */
function webP(view, is) {
  if (is(12, "VP8 ")) return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  const bits = view.getUint32(21, true);
  if (is(12, "VP8L")) return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  const three = (at) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536 + 1;
  return is(12, "VP8X") ? { width: three(24), height: three(27) } : null;
}
