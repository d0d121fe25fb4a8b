// Random ids. `crypto.randomUUID` is not there on a page without TLS.

/** 128 random bits as a UUID. */
export function newID() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return hexadecimal(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** 64 random bits: the local id of what the user asks for. */
export function newTicket() { return hexadecimal(crypto.getRandomValues(new Uint8Array(8))); }

function hexadecimal(bytes) { return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""); }
