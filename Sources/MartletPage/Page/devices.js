// Which device this page is. A device numbers what it sends 1, 2, 3, …, so no two pages may be one device at once:
// each open page holds the Web Lock of its device's name, and the browser lets go of it when the page is gone, however
// it goes. A page takes the device it was before a reload, else one that a closed page left with unsent messages, else
// any that is free, else a new one. When it has nothing left to send it looks for such leftovers again.
//
// Without Web Locks (plain http from another machine) a page leaves its device to its own next load as it goes, in the
// tab's sessionStorage. A copied tab finds nothing left to it and is a new device.

import { newID } from "./id.js";

const WAIT_AFTER_RELOAD = 1_000;

export class Devices {
  constructor(local, session, locks = navigator.locks) {
    Object.assign(this, { local, session, locks, release: null });
    addEventListener("pagehide", () => session.write("left", this.device));
  }

  /** The device this page is from now on, and its kept record. */
  async claim() {
    const before = this.session.read("left");
    this.session.remove("left");
    if (before && await this.#hold(before, WAIT_AFTER_RELOAD)) return this.#take(before);
    if (!this.locks) return this.#take(newID());
    return await this.adopt() ?? await this.#takeAnyFree() ?? await this.#takeNew();
  }

  /**
   * Takes over a device that a closed page left with unsent messages, or gives null. The page that was another
   * device until now says `leave` when it no longer is.
   */
  async adopt(isIdle = () => true) {
    if (!this.locks || this.looking) return null;
    this.looking = true;
    const found = await this.#leftover(isIdle);
    this.looking = false;
    return found;
  }

  leave() {
    this.former?.();
    this.former = null;
  }

  async #leftover(isIdle) {
    for (const device of this.local.names("device.")) {
      if (device === this.device || !this.#unsent(device).length) continue;
      if (!await this.#hold(device)) continue;
      // Between the look and the lock its page may have sent them, and ours have got something to send.
      if (this.#unsent(device).length && isIdle()) return this.#take(device);
      this.#drop();
    }
    return null;
  }

  /** The items of every device's outbox of this browser. */
  get unsent() { return this.local.names("device.").flatMap((device) => this.local.read(`device.${device}`)?.unsent ?? []); }

  keep(device, record) { this.local.write(`device.${device}`, record); }

  async #takeAnyFree() {
    for (const device of this.local.names("device.")) if (await this.#hold(device)) return this.#take(device);
    return null;
  }

  async #takeNew() {
    const device = newID();
    await this.#hold(device);
    return this.#take(device);
  }

  /** Messages that may or may not have arrived; a refused one certainly has not. */
  #unsent(device) {
    return (this.local.read(`device.${device}`)?.unsent ?? []).filter((item) => !item.error);
  }

  #take(device) {
    this.former = this.release;
    this.release = this.held;
    this.held = null;
    this.device = device;
    return { device, record: this.local.read(`device.${device}`) ?? {} };
  }

  #drop() {
    this.held?.();
    this.held = null;
  }

  /** Whether the lock is ours, at once or within `patience` milliseconds. */
  #hold(device, patience = 0) {
    if (!this.locks) return Promise.resolve(true);
    const abort = new AbortController();
    if (patience) setTimeout(() => abort.abort(), patience);
    const options = patience ? { signal: abort.signal } : { ifAvailable: true };
    return new Promise((answer) => {
      this.locks.request(`martlet.device.${device}`, options, (lock) => {
        answer(lock !== null);
        return lock && new Promise((release) => { this.held = release; });
      }).catch(() => answer(false));
    });
  }
}
