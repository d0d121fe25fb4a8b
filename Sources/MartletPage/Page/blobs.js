// The bytes of files on their way, in IndexedDB, so that they survive the page. If the browser has
// none for us (a private window, a full disk), they last as long as the page. Also the addresses
// under which the page shows them.

import { ask, isStored } from "./database.js";

const UNUSED = 604_800_000; // files that no message uses are deleted after a week; until then a page may still send them
const SHOWN = 40; // addresses held

export class Blobs {
  constructor() {
    this.memory = new Map();
    this.urls = new Map();
  }

  async keep(key, blob) {
    this.#show(key, blob);
    await this.#store(key, blob);
  }

  /** Keeps the small image of a file, as long as the file. */
  async keepThumbnail(key, blob) { await this.#store(thumbnailOf(key), blob); }

  /** null if there is none. */
  readThumbnail(key) { return this.read(thumbnailOf(key)); }

  async #store(key, blob) {
    try {
      await this.#ask("readwrite", (store) => store.put({ blob, at: Date.now() }, key));
    } catch {
      this.memory.set(key, blob);
    }
  }

  /** null if they are no longer there. */
  async read(key) {
    if (this.memory.has(key)) return this.memory.get(key);
    try {
      return (await this.#ask("readonly", (store) => store.get(key)))?.blob ?? null;
    } catch {
      return null;
    }
  }

  /**
   * Notes that a stored file is chosen and not sent: `chosen` has the `device` and what the page
   * needs to send it later. A file that the browser did not store lasts as long as the page, and
   * has no note.
   */
  async note(key, chosen) {
    if (this.memory.has(key)) return;
    await this.#ask("readwrite", (store) => store.put({ ...chosen, key, at: Date.now() }, noteOf(key))).catch(() => {});
  }

  /** The file is no longer one that is chosen only. */
  async unnote(key) { await this.#ask("readwrite", (store) => store.delete(noteOf(key))).catch(() => {}); }

  /** The notes of a device, each with the `key` of its file. */
  async noted(device) {
    const notes = await this.#ask("readonly", (store) => store.getAll()).catch(() => []);
    return notes.filter((note) => note.key && note.device === device);
  }

  /** Deletes the bytes. Elements of this page that show them may keep doing so. */
  async forget(key) {
    for (const each of [key, thumbnailOf(key), noteOf(key)]) {
      this.memory.delete(each);
      await this.#ask("readwrite", (store) => store.delete(each)).catch(() => {});
    }
  }

  /** Deletes the bytes of all files. */
  async erase() { await this.#ask("readwrite", (store) => store.clear()).catch(() => {}); }

  /** Deletes old bytes that are not `wanted`: leftovers of a page that ended between two steps. */
  async sweep(wanted) {
    try {
      const old = (value, key) => !wanted.has(fileOf(key)) && Date.now() - value.at > UNUSED;
      await this.#ask("readwrite", (store) => {
        const request = store.openCursor();
        request.onsuccess = () => {
          const cursor = request.result;
          if (!cursor) return;
          if (old(cursor.value, cursor.key)) cursor.delete();
          cursor.continue();
        };
        return request;
      });
    } catch {
      // Nothing can be stored here, so there are no leftovers.
    }
  }

  /** An address of the bytes on this page, if it has shown them before. */
  url(key) { return this.urls.get(key) ?? null; }

  async load(key) {
    const blob = await this.read(key);
    return blob && (this.url(key) ?? this.#show(key, blob));
  }

  /** Revokes the address of a file that was not sent after all. */
  hide(key) {
    URL.revokeObjectURL(this.urls.get(key));
    this.urls.delete(key);
  }

  /** Revokes all addresses. */
  hideAll() { for (const key of [...this.urls.keys()]) this.hide(key); }

  #show(key, blob) {
    const url = URL.createObjectURL(blob);
    this.urls.set(key, url);
    if (this.urls.size > SHOWN) this.hide(this.urls.keys().next().value);
    return url;
  }

  async #ask(mode, request) {
    if (!await isStored()) throw new Error("no database");
    return ask("files", mode, request);
  }
}

const THUMBNAIL = " small";

function thumbnailOf(key) { return key + THUMBNAIL; }

const NOTE = " chosen";

function noteOf(key) { return key + NOTE; }

function fileOf(key) { return key.split(" ")[0]; }
