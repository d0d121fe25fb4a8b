// Removes a photo's metadata before it is sent: where, when and with what it was taken.
//
// A JPEG keeps what is needed to draw it: JFIF, the color profile, Adobe's color transform, and the
// orientation. Data behind its end (a second picture, the film of a "live" photo) has metadata of
// its own, and is removed. A PNG loses the chunks with texts, times or EXIF.

const JPEG = [0xff, 0xd8];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PNG_DROPPED = ["eXIf", "tEXt", "zTXt", "iTXt", "tIME"];

/** The number of bytes to read to know whether there may be metadata. */
export const HEAD = 8;

export function hasMetadata(head) { return begins(head, 0, JPEG) || begins(head, 0, PNG); }

/**
 * The parts of the file to keep, in order, as arrays of bytes. A file that is not a picture stays
 * as it is.
 */
export function stripped(file) {
  if (begins(file, 0, JPEG)) return strippedJPEG(file);
  if (begins(file, 0, PNG)) return strippedPNG(file);
  return [file];
}

function strippedJPEG(file) {
  const parts = [file.subarray(0, 2)];
  let orientation = 1;
  let place = 1; // after SOI, or after JFIF, which comes first
  let scans = 0;
  for (let at = 2; at < file.length;) {
    const segment = next(file, at);
    if (!segment) break;
    at = segment.end;
    if (segment.marker === 0xe1) orientation = orientationOf(file.subarray(segment.start, segment.end)) ?? orientation;
    if (!isKept(file, segment)) continue;
    parts.push(file.subarray(segment.start, segment.end));
    if (segment.marker === 0xe0 && parts.length === 2) place = 2;
    if (segment.marker === 0xda) scans += 1;
    if (segment.marker === 0xd9) break;
  }
  if (!scans) return [file]; // no picture at all
  if (orientation !== 1) parts.splice(place, 0, upright(orientation));
  return parts;
}

/**
 * The next marker with its segment. After the start of a scan, that is everything up to the marker
 * behind its data.
 */
function next(file, from) {
  let start = from;
  while (start + 1 < file.length && !(file[start] === 0xff && file[start + 1] !== 0 && file[start + 1] !== 0xff)) start += 1;
  if (start + 1 >= file.length) return null;
  const marker = file[start + 1];
  if (marker === 0xd9 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) return { marker, start, end: start + 2 };
  const length = start + 3 < file.length ? file[start + 2] * 256 + file[start + 3] : 0;
  if (length < 2 || start + 2 + length > file.length) return null;
  const end = start + 2 + length;
  return { marker, start, end: marker === 0xda ? endOfScan(file, end) : end };
}

function endOfScan(file, from) {
  for (let at = from; at + 1 < file.length; at += 1) {
    if (file[at] !== 0xff) continue;
    const marker = file[at + 1];
    if (marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at;
  }
  return file.length;
}

function isKept(file, { marker, start }) {
  const named = (text) => begins(file, start + 4, [...text].map((letter) => letter.charCodeAt(0)));
  if (marker === 0xe0) return named("JFIF\0");
  if (marker === 0xe2) return named("ICC_PROFILE\0");
  if (marker === 0xee) return named("Adobe");
  return !(marker >= 0xe0 && marker <= 0xef) && marker !== 0xfe;
}

/**
 * 2 to 8 if the EXIF of this APP1 says that the picture is rotated or mirrored; otherwise
 * undefined.
 */
function orientationOf(segment) {
  if (!begins(segment, 4, [0x45, 0x78, 0x69, 0x66, 0, 0])) return undefined;
  const tiff = new DataView(segment.buffer, segment.byteOffset + 10, segment.length - 10);
  if (tiff.byteLength < 8) return undefined;
  const little = tiff.getUint16(0) === 0x4949;
  const first = tiff.getUint32(4, little);
  if (first + 2 > tiff.byteLength) return undefined;
  const count = tiff.getUint16(first, little);
  for (let entry = first + 2; entry < first + 2 + 12 * count && entry + 12 <= tiff.byteLength; entry += 12) {
    if (tiff.getUint16(entry, little) !== 0x0112) continue;
    const value = tiff.getUint16(entry + 8, little);
    return value >= 2 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** An EXIF segment with only the orientation. */
function upright(orientation) {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0];
  const content = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  return new Uint8Array([0xff, 0xe1, 0, content.length + 2, ...content]);
}

function strippedPNG(file) {
  const parts = [file.subarray(0, PNG.length)];
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  for (let at = PNG.length; at + 12 <= file.length;) {
    const end = at + 12 + view.getUint32(at);
    const name = String.fromCharCode(...file.subarray(at + 4, at + 8));
    if (end > file.length) return [...parts, file.subarray(at)]; // truncated: keep the rest as it is
    if (!PNG_DROPPED.includes(name)) parts.push(file.subarray(at, end));
    if (name === "IEND") break;
    at = end;
  }
  return parts;
}

function begins(file, at, bytes) { return bytes.every((byte, index) => file[at + index] === byte); }
