// The page's IndexedDB: `files` has the bytes of files on their way, `journal` the records of all
// devices of this browser.

import { site } from "./site.js";

const database = new Promise((answer, fail) => {
  const request = indexedDB.open(site.storage, 2);
  request.onupgradeneeded = () => {
    const { result } = request;
    if (!result.objectStoreNames.contains("files")) result.createObjectStore("files");
    if (!result.objectStoreNames.contains("journal")) {
      result.createObjectStore("journal", { autoIncrement: true }).createIndex("device", "device");
    }
  };
  request.onsuccess = () => {
    // A newer page, in another tab, changes the database: this one can store nothing any more.
    request.result.onversionchange = () => {
      request.result.close();
      site.reload();
    };
    answer(request.result);
  };
  request.onerror = () => fail(request.error);
  request.onblocked = () => fail(new Error("Another tab holds the database."));
});
database.catch(() => {}); // reported to those who ask

/** Whether there is a database. A private window may have none. */
export async function isStored() { return database.then(() => true, () => false); }

/**
 * Runs `request` on a store, and returns its result when the transaction is complete. A `strict`
 * transaction is flushed to the disk. `commitsAtOnce`: `request` makes no more requests later.
 */
export async function ask(name, mode, request, { strict = true, commitsAtOnce = false } = {}) {
  asking += 1;
  try {
    const transaction = (await database).transaction(name, mode, { durability: strict ? "strict" : "relaxed" });
    const asked = request(transaction.objectStore(name));
    if (commitsAtOnce) transaction.commit?.();
    return await new Promise((answer, fail) => {
      transaction.oncomplete = () => answer(asked?.result);
      transaction.onabort = transaction.onerror = () => fail(transaction.error);
    });
  } finally {
    asking -= 1;
    if (site.ended?.aborted) closeWhenIdle();
  }
}

let asking = 0; // requests under way

/** A chat that has ended lets go of the database when what it was storing is stored. */
function closeWhenIdle() {
  setTimeout(async () => { if (!asking) (await database.catch(() => null))?.close(); });
}

site.ended?.addEventListener("abort", closeWhenIdle);
