// Chosen files that are not sent yet, for each room. Photos lose their metadata here. The files
// survive a reload.

import { dimensions, HEADER } from "./dimensions.js";
import { find, icon, make, setText } from "./dom.js";
import { arrange, focusFirst, whereToGoOn } from "./focus.js";
import { newID, newTicket } from "./id.js";
import { localized } from "./language.js";
import { HEAD, hasMetadata, stripped } from "./metadata.js";
import { site } from "./site.js";
import { ofPicture, ofVideo } from "./thumbnail.js";

export class Tray {
  /**
   * `changed` is called when a file is added, removed or ready. `ask` gives the model's answer to a
   * question; it is empty until the model has arrived. `asked` gives the promise of the answer.
   */
  constructor(blobs, changed, ask, asked) {
    Object.assign(this, { blobs, changed, ask, asked, rooms: new Map(), room: null, onTheirWay: 0 });
    Object.assign(this, { device: null, user: undefined, own: new Set(), former: [], order: Date.now() });
    Object.assign(this, { list: find("tray"), items: new Map(), problem: find("file-problem") });
  }

  get files() { return this.rooms.get(this.room) ?? []; }

  get isEmpty() { return this.files.length === 0; }

  /** Whether all chosen files can be sent. */
  get isReady() { return this.files.every(({ isReady }) => isReady); }

  enter(state) {
    this.onTheirWay = state.uploads;
    if (state.user !== undefined && state.user !== this.user) this.#serve(state.user);
    if (this.room === state.room) return;
    this.room = state.room;
    this.complain([]);
    this.#draw();
  }

  /** Assigns the chosen files to this device, whose journal the page now holds. */
  async move(device) {
    this.device = device;
    const notes = [...this.rooms].flatMap(([room, files]) => files.filter(({ isReady }) => isReady).map((entry) => this.#note(entry, room)));
    await Promise.all(notes);
  }

  /** Takes over what former pages of the device have left. `sent` has the keys of files that go with messages. */
  async restore(sent) {
    const notes = await this.blobs.noted(this.device);
    this.former = notes.filter(({ key }) => !sent.has(key) && !this.own.has(key)).sort((one, other) => one.entry.order - other.entry.order);
    if (this.user !== undefined) await this.#resume();
  }

  async #resume() {
    // Those beyond the limit stay stored, for a later page.
    while (this.former.length > 0 && this.#ask({}).left) {
      const { key, room, entry } = this.former.shift();
      this.own.add(key);
      const isThere = await this.blobs.load(key);
      // The user may have changed meanwhile.
      if (isThere && entry.user === this.user) this.rooms.set(room, [...(this.rooms.get(room) ?? []), entry]);
      else this.#forget(entry);
    }
    this.#draw();
  }

  /** Deletes the files that another user has chosen in this browser. */
  #serve(user) {
    this.user = user;
    for (const [room, files] of this.rooms) {
      for (const entry of files) entry.user ??= user; // chosen before the page knew who they are
      for (const entry of files) if (entry.user !== user) this.#forget(entry);
      this.rooms.set(room, files.filter((entry) => entry.user === user));
    }
    this.#resume();
  }

  #note(entry, room) { return this.blobs.note(entry.key, { device: this.device, room, entry: { ...entry, isReady: true } }); }

  #entry(file) {
    const entry = { key: newTicket(), id: newID(), user: this.user, order: this.order++, ...file };
    this.own.add(entry.key);
    return entry;
  }

  add(chosen) {
    const problems = [];
    for (const file of chosen) {
      const { name = file.name, refusal } = this.#ask(file);
      if (refusal) problems.push(refusal);
      else this.#prepare(file, name);
    }
    this.complain(problems);
    this.#draw();
  }

  /** Returns the files for the input `say`, and empties the tray. */
  take() {
    const taken = this.files.map(forSaying);
    this.rooms.delete(this.room);
    this.complain([]);
    this.#draw();
    return taken;
  }

  /** Stores a recording. Returns its file; null, with the reason shown, if it can't be sent. */
  async record({ file, duration, amplitudes }) {
    const { refusal } = this.#ask(file);
    this.complain(refusal ? [refusal] : []);
    if (refusal) return null;
    const entry = this.#entry({ name: file.name, type: file.type, size: file.size, duration, amplitudes, isReady: true });
    await this.blobs.keep(entry.key, file);
    return entry;
  }

  /** Adds a stored file to those of a room. */
  put(entry, room) {
    this.rooms.set(room, [...(this.rooms.get(room) ?? []), entry]);
    this.#note(entry, room);
    this.#draw();
  }

  /** What the model says of a file: its `name`, `kind` and size in `words`, a `refusal`; how many are `left`. */
  #ask({ name, type: mediaType, size }) {
    const waiting = this.onTheirWay + [...this.rooms.values()].flat().length;
    return this.ask({ type: "file", name, mediaType, size, waiting });
  }

  async #prepare(file, name) {
    const entry = this.#entry({ name, type: file.type, size: file.size, isReady: false });
    const { room } = this;
    this.rooms.set(room, [...this.files, entry]);
    try {
      const blob = await clean(file);
      // Without `waiting`, which this file would be among.
      const { kind, refusal, ...allowed } = await this.asked({ type: "file", name, mediaType: file.type, size: file.size, ...await pixels(blob) });
      if (refusal) return this.#reject(entry, room, refusal);
      entry.name = allowed.name;
      await this.blobs.keep(entry.key, blob);
      Object.assign(entry, { size: blob.size }, await this.#measure(entry, kind, blob));
      await this.#note(entry, room);
      entry.isReady = true;
      if (!this.rooms.get(room)?.includes(entry)) this.#forget(entry); // taken out meanwhile
    } catch {
      return this.#reject(entry, room, localized("“%@” could not be read.", name));
    }
    this.#draw();
  }

  #reject(entry, room, problem) {
    this.#forget(entry);
    this.rooms.set(room, (this.rooms.get(room) ?? []).filter((other) => other !== entry));
    this.complain([problem]);
    this.#draw();
  }

  /** The width and height of a file that this browser can show as a picture, and its thumbnail. */
  async #measure({ key }, kind, blob) {
    if (kind === "video") return this.#keepThumbnail(key, await ofVideo(this.blobs.url(key)));
    if (kind !== "image") return {};
    const image = new Image();
    image.src = this.blobs.url(key);
    try {
      await image.decode();
    } catch {
      return { type: "" };
    }
    const thumbnail = await this.#keepThumbnail(key, await ofPicture(image, blob));
    return { width: image.naturalWidth, height: image.naturalHeight, ...thumbnail };
  }

  async #keepThumbnail(key, blob) {
    if (!blob) return {};
    await this.blobs.keepThumbnail(key, blob);
    return { thumbnailType: blob.type, thumbnailSize: blob.size };
  }

  #remove(entry) {
    this.rooms.set(this.room, this.files.filter((other) => other !== entry));
    this.#forget(entry);
    this.complain([]);
    this.#draw();
  }

  #forget({ key }) {
    this.blobs.forget(key);
    this.blobs.hide(key);
  }

  /** Shows sentences below the field; none hides them. */
  complain(problems) {
    this.problem.hidden = !problems.length;
    setText(this.problem, problems.join(" "));
  }

  /**
   * Files that have not changed keep their element, which may have the focus. If the file with the
   * focus is removed, the next one gets it.
   */
  #draw() {
    const { activeElement } = site.root;
    const order = [...this.items.keys()];
    const at = order.findIndex((key) => this.items.get(key).item.contains(activeElement));
    const former = this.items;
    this.items = new Map(this.files.map((entry) => [entry.key, this.#kept(former.get(entry.key), entry)]));
    arrange(this.list, [...this.items.values()].map(({ item }) => item));
    const removal = (key) => this.items.get(key)?.item.querySelector("button");
    if (at >= 0 && !this.list.contains(site.root.activeElement)) focusFirst(...[...order.slice(at), ...order.slice(0, at).reverse()].map(removal), ...whereToGoOn());
    this.list.hidden = this.isEmpty;
    this.changed();
  }

  #kept(known, entry) {
    const { kind, words = "" } = this.#ask(entry);
    const told = JSON.stringify([entry.name, entry.isReady, kind, words]);
    return known?.told === told ? known : { told, item: this.#item(entry, kind, words) };
  }

  #item(entry, kind, size) {
    const { key, name, isReady } = entry;
    const remove = make("button", { type: "button", class: "quiet", "aria-label": localized("Remove %@", name) }, icon("close"));
    remove.addEventListener("click", () => this.#remove(entry));
    const isShown = isReady && kind === "image";
    const preview = isShown ? make("img", { class: "preview", src: this.blobs.url(key), alt: "" }) : make("span", { class: "preview" }, icon("file"));
    const words = make("span", { class: "file-words" }, make("bdi", { class: "file-name", title: name }, name), make("span", { class: "file-size" }, size));
    return make("li", {}, preview, words, remove);
  }
}

/** What the input `say` has of a file. */
export function forSaying({ key, isReady, user, order, ...file }) { return { ticket: key, ...file }; }

/** The size of a picture in pixels, as its header says it; null if that is not known. */
export async function pixels(blob) { return dimensions(new Uint8Array(await blob.slice(0, HEADER).arrayBuffer())); }

async function clean(file) {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  if (!hasMetadata(head)) return file;
  return new Blob(stripped(new Uint8Array(await file.arrayBuffer())), { type: file.type });
}
