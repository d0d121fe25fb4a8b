// Decides which device this page is. A device numbers its sends 1, 2, 3, …, so two pages must not
// be the same device at once. Each open page holds the Web Lock of its device's name, and the
// browser releases the lock when the page is gone, for whatever reason.
//
// A page takes the device it was before a reload; otherwise one that a closed page left with unsent
// messages; otherwise any free one; otherwise a new one. When it has nothing left to send, it looks
// for unsent messages of closed pages again.
//
// Without Web Locks (plain http from another machine), a closing page leaves its device to its own
// next load, in the tab's sessionStorage. A copied tab finds nothing there, and is a new device.

import { newID } from "./id.js";

const WAIT_AFTER_RELOAD = 1_000;

export class Devices {
  constructor(local, session, locks = navigator.locks) {
    Object.assign(this, { local, session, locks, release: null });
    addEventListener("pagehide", () => session.write("left", this.device));
  }

  /** The device of this page from now on, and its stored record. */
  async claim() {
    const before = this.session.read("left");
    this.session.remove("left");
    if (before && await this.#hold(before, WAIT_AFTER_RELOAD)) return this.#take(before);
    if (!this.locks) return this.#take(newID());
    return await this.adopt() ?? await this.#takeAnyFree() ?? await this.#takeNew();
  }

  /**
   * Takes over a device that a closed page left with unsent messages, or returns null. The page
   * calls `leave` when it is no longer the old device.
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
      // Before we got the lock, its page may have sent them, and this page may have something to
      // send.
      if (this.#unsent(device).length && isIdle()) return this.#take(device);
      this.#drop();
    }
    return null;
  }

  /** The items of the outboxes of all devices of this browser. */
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

  /** Messages that may not have arrived. Refused ones certainly have not. */
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

  /** Whether we got the lock, at once or within `patience` milliseconds. */
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
