// The addresses of files on the server. Those of groups and direct rooms can be read by their
// people only: an element can't send a token, so the server signs an address for it.

import { address } from "./file.js";

const RESERVE = 60_000; // milliseconds before the end of an address at which a new one is asked for

export class FileAddresses {
  constructor() { Object.assign(this, { token: undefined, isOpen: true, known: new Map() }); }

  /** The room on the screen, and the token that reads its files. */
  draw({ token, open }) { Object.assign(this, { token, isOpen: open }); }

  /** The address of a file of the room on the screen, or its promise; null if there is none. */
  source({ id }) { return this.isOpen ? address({ id }) : this.signed(id); }

  /** The promise of an address that needs no token; null if there is none. */
  async signed(id) {
    const known = this.known.get(id);
    const reply = await known;
    if (reply && reply.until - Date.now() > RESERVE) return reply.path;
    if (this.known.get(id) !== known) return this.signed(id); // asked for meanwhile
    const asked = this.#ask(id);
    this.known.set(id, asked);
    return (await asked)?.path ?? null;
  }

  async #ask(id) {
    const path = address({ id });
    if (!path || !this.token) return null;
    try {
      const response = await fetch(`${path}/address`, { method: "POST", headers: { Authorization: `Bearer ${this.token}` } });
      if (!response.ok) return null;
      const { path: signed, until } = await response.json();
      return { path: signed.replace(/^\//, ""), until };
    } catch {
      return null;
    }
  }
}

/** Calls `use` with an address, now or when it is there; not without one. */
export function whenKnown(source, use) {
  if (source instanceof Promise) source.then((path) => path && use(path));
  else if (source) use(source);
}
