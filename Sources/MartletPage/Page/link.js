// When to connect again, as docs/protocol.md ("Closing") has it.

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

/** What a close code asks of a client: "reconnect", "reintroduce" (without its token) or "giveUp". */
export function advice(code) {
  // 1005 and 1006 never travel: they stand for a connection that ended without a close frame.
  if ([1001, 1005, 1006, 1011, 1012, 1013].includes(code)) return "reconnect";
  if (code >= 4000 && code <= 4199) return "reconnect";
  if (code >= 4200 && code <= 4399) return "reintroduce";
  return "giveUp";
}

/**
 * Milliseconds before the attempt after `failures` failed ones: full jitter, so that a thousand clients cut off
 * together do not come back together. `random` is in [0, 1).
 */
export function backOff(failures, random) {
  return Math.floor(random * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(failures, 5)));
}

/** Why the server will not have us, for a person. */
export function farewell(code, reason) {
  const known = {
    1000: "The server ended the conversation.",
    4400: "The server refused too many requests of this page.",
    4401: "You have too many pages open. Close some, then try again.",
  };
  return known[code] ?? `The server closed the connection (${code}${reason ? `: ${reason}` : ""}).`;
}
