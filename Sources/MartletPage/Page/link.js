// When to reconnect, as in docs/protocol.md ("Closing").

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

/**
 * What a client does after a close code: "reconnect", "reintroduce" (without its token) or
 * "giveUp".
 */
export function advice(code) {
  // 1005 and 1006 are never sent: they stand for a connection that ended without a close frame.
  if ([1001, 1005, 1006, 1011, 1012, 1013].includes(code)) return "reconnect";
  if (code >= 4000 && code <= 4199) return "reconnect";
  if (code >= 4200 && code <= 4399) return "reintroduce";
  return "giveUp";
}

/**
 * Milliseconds before the attempt after `failures` failed ones. Full jitter, so that a thousand
 * clients that were cut together do not return together. `random` is in [0, 1).
 */
export function backOff(failures, random) {
  return Math.floor(random * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(failures, 5)));
}

/** Why the server closed the connection, for people. */
export function farewell(code, reason) {
  const known = {
    1000: "The server closed the connection.",
    4400: "The server refused too many requests from this page.",
    4401: "You have too many pages open. Close some, then try again.",
  };
  return known[code] ?? `The server closed the connection (${code}${reason ? `: ${reason}` : ""}).`;
}
