// The upload of the file whose message is next, as a value: one at a time, given up when it stands still, tried again later and later.
// What is done about a refusal stands in chat.js.

import { backOff } from "./link.js";

export const STALLED = 30_000; // milliseconds without a byte

export class Transfer {
  constructor() {
    this.key = null; // of the file under way
    this.token = null; // under which it goes
    this.sent = 0;
    this.failures = 0;
    this.trouble = ""; // why it is not under way, for a person
  }

  get isIdle() { return this.key === null; }

  /** The part of a file that has left, 0 to 1; what frames it on its way is not part of it. */
  progress({ key, size }) { return key === this.key ? Math.min(1, this.sent / size) : 0; }

  begin(key, token) { Object.assign(this, { key, token, sent: 0 }); }

  moved(sent) { Object.assign(this, { sent, trouble: "" }); }

  done() { Object.assign(this, { key: null, failures: 0, trouble: "" }); }

  /** Given up for now; returns the milliseconds to wait. */
  failed({ text, retry }, random) {
    this.failures += 1;
    Object.assign(this, { key: null, trouble: text });
    return Math.max(retry ?? 0, backOff(this.failures, random));
  }
}
