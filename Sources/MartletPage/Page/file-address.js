// The addresses of files on the server. Only members can read the files of groups and direct rooms;
// where there are no guests, only users can read those of open rooms. An element can't send a
// token, so the server signs an address for it.

import { address } from "./file.js";
import { site } from "./site.js";

const RESERVE = 60_000; // a new address is requested this many milliseconds before the old one ends
const MOST = 500; // signed addresses held

export class FileAddresses {
  constructor() { Object.assign(this, { token: undefined, isOpen: true, isPrivate: false, known: new Map() }); }

  /**
   * The room on the screen, the token that reads its files, and whether all files need a token.
   * Returns whether `shared` has other addresses now.
   */
  draw({ token, open, privateFiles }) {
    const isOther = privateFiles !== this.isPrivate;
    Object.assign(this, { token, isOpen: open && !privateFiles, isPrivate: privateFiles });
    return isOther;
  }

  /** The address of a file of the room on the screen, or its promise; null if there is none. */
  source({ id }) { return this.isOpen ? address({ id }) : this.signed(id); }

  /** The address of a picture that all users may see, or its promise; null if there is none. */
  shared(id) { return this.isPrivate ? this.signed(id) : address({ id }); }

  /** The promise of a signed address, which works without a token; null if there is none. */
  async signed(id) {
    const known = this.known.get(id);
    const isPending = known?.until === Infinity;
    await known?.reply;
    if (known && (isPending || !hasEnded(known))) return known.path;
    if (this.known.get(id) !== known) return this.signed(id); // asked for meanwhile
    this.known.delete(id); // a Map keeps the order of insertion: the new address goes to the end
    this.#makeSpace();
    const asked = { path: null, until: Infinity };
    asked.reply = this.#ask(id).then((reply) => Object.assign(asked, reply ?? { until: 0 }));
    this.known.set(id, asked);
    await asked.reply;
    return asked.path;
  }

  /** Drops what has ended, and the oldest if there are too many. */
  #makeSpace() {
    for (const [id, known] of this.known) if (hasEnded(known)) this.known.delete(id);
    if (this.known.size >= MOST) this.known.delete(this.known.keys().next().value);
  }

  async #ask(id) {
    const path = address({ id });
    if (!path || !this.token) return null;
    try {
      const response = await fetch(new URL(`${path}/address`, site.base), { method: "POST", headers: { Authorization: `Bearer ${this.token}` } });
      if (!response.ok) return null;
      const { path: signed, until } = await response.json();
      return { path: signed.replace(/^\//, ""), until };
    } catch {
      return null;
    }
  }
}

function hasEnded({ until }) { return !(until - Date.now() > RESERVE); }

/** Calls `use` with the address as soon as it is known; never if there is none. */
export function whenKnown(source, use) {
  if (source instanceof Promise) source.then((path) => path && use(site.at(path)));
  else if (source) use(site.at(source));
}
