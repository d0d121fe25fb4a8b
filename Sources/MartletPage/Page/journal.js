// A device's journal: the records from which the client is restored. Each tab is a device of its
// own, and holds its journal by a lock. A tab takes over the journal of a closed one.

import { ask, isStored } from "./database.js";
import { newID } from "./id.js";
import { listen } from "./site.js";

const WAIT_AFTER_RELOAD = 1_000; // milliseconds: the former page may still hold the lock
const UNSENT = ["intended", "upload"]; // records of messages that are not in the log

export class Journal {
  constructor(device, release) { Object.assign(this, { device, release, memory: [] }); }

  /** All records, oldest first. */
  async read() {
    if (!await isStored()) return this.memory;
    const entries = await ask("journal", "readonly", (store) => store.index("device").getAll(this.device));
    return entries.map(({ record }) => record);
  }

  /** Adds records at the end. A `durable` append is on disk when it returns. */
  async append(records, durable) {
    if (!await isStored()) return void this.memory.push(...records);
    const add = (store) => { for (const record of records) store.add({ device: this.device, record }); };
    return ask("journal", "readwrite", add, { strict: durable, commitsAtOnce: true });
  }

  /** Replaces all records at once. */
  async replace(records) {
    if (!await isStored()) return void (this.memory = records);
    return ask("journal", "readwrite", (store) => {
      const request = store.index("device").getAllKeys(this.device);
      request.onsuccess = () => {
        for (const key of request.result) store.delete(key);
        for (const record of records) store.add({ device: this.device, record });
      };
    });
  }
}

/** The journals of this browser that no other tab holds. */
export class Journals {
  /**
   * `compact` returns a promise of the folded records; `session` is a Storage that lasts as long as
   * the tab.
   */
  constructor(compact, session, locks = navigator.locks) {
    Object.assign(this, { compact, session, locks, isLooking: false });
  }

  /** The journal of this tab: the one it had before it was reloaded, a free one, or a new one. */
  async claim(hasSignedOut) {
    const before = this.session.read("left");
    this.session.remove("left");
    if (hasSignedOut) await this.#empty();
    const journal = hasSignedOut ? await this.#hold(newID()) : await this.#reclaim(before) ?? await this.adopt(() => true) ?? await this.#takeAnyFree() ?? await this.#hold(newID());
    listen(window, "pagehide", () => this.leave());
    return this.#take(journal);
  }

  /**
   * The journal of a closed tab with unsent messages; `null` if there is none, or this tab is no
   * longer idle. The caller releases its former journal.
   */
  async adopt(isIdle) {
    if (!this.locks || this.isLooking) return null;
    this.isLooking = true;
    try {
      for (const device of await this.#devices()) {
        if (device === this.current || !await this.#hasUnsent(device)) continue;
        const journal = await this.#hold(device);
        if (!journal) continue;
        // Another tab may have sent them since the first look, or the user has written here.
        if (await this.#hasUnsent(device) && isIdle()) return this.#take(journal);
        journal.release();
      }
      return null;
    } finally {
      this.isLooking = false;
    }
  }

  /** The tickets of all unsent messages of this browser. */
  async tickets() {
    const tickets = new Set();
    for (const device of await this.#devices()) for (const { ticket } of await this.#unsent(device)) tickets.add(ticket);
    return tickets;
  }

  /** Deletes the records of all devices. */
  async erase() {
    this.current = null; // the next page of this tab is a new device
    if (await isStored()) await ask("journal", "readwrite", (store) => store.clear());
  }

  /** Lets the next page of this tab be the same device. */
  leave() { this.session.write("left", this.current); }

  /** Makes the next page of this tab a new device, because the user has signed out in another tab. */
  forget() { this.current = null; }

  /** Deletes what tabs have written after the user had signed out. */
  async #empty() {
    for (const device of await this.#devices()) {
      const journal = await this.#hold(device);
      await journal?.replace([]);
      journal?.release();
    }
  }

  #take(journal) {
    this.current = journal.device;
    return journal;
  }

  async #reclaim(device) { return device ? this.#hold(device, WAIT_AFTER_RELOAD) : null; }

  async #takeAnyFree() {
    if (!this.locks) return null;
    for (const device of await this.#devices()) {
      const journal = await this.#hold(device);
      if (journal) return journal;
    }
    return null;
  }

  async #devices() {
    if (!await isStored()) return [];
    const devices = [];
    await ask("journal", "readonly", (store) => {
      const request = store.index("device").openKeyCursor(null, "nextunique");
      request.onsuccess = () => {
        if (!request.result) return;
        devices.push(request.result.key);
        request.result.continue();
      };
    });
    return devices;
  }

  async #unsent(device) {
    const records = await this.compact(await new Journal(device).read());
    return records.filter(({ record }) => UNSENT.includes(record));
  }

  /** Whether messages wait to be sent. Those that were refused wait for their user. */
  async #hasUnsent(device) { return (await this.#unsent(device)).some(({ failed }) => !failed); }

  /** The journal, if its lock is free now or within `patience` milliseconds; else `null`. */
  #hold(device, patience = 0) {
    if (!this.locks) return Promise.resolve(new Journal(device, () => {}));
    const abort = new AbortController();
    if (patience) setTimeout(() => abort.abort(), patience);
    const options = patience ? { signal: abort.signal } : { ifAvailable: true };
    return new Promise((answer) => {
      this.locks.request(`martlet.device.${device}`, options, (lock) => {
        if (!lock) return answer(null);
        return new Promise((release) => answer(new Journal(device, release)));
      }).catch(() => answer(null));
    });
  }
}
