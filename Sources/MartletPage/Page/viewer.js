// Shows a picture of the conversation alone, as large as the window. It zooms with the wheel, two
// fingers, buttons and keys; the arrow keys lead to the pictures before and after.

import { find, forward, make, setText } from "./dom.js";
import { focusDeleted } from "./focus.js";
import { formatted } from "./formatted.js";
import { locale, localized } from "./language.js";
import { isSmall, wholeAddress } from "./media.js";
import { toast } from "./toast.js";

const MOST = 8; // times the size that fits
const STEP = 1.5;
const SWIPE = 60; // pixels
const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

export class Viewer {
  /**
   * `list` has the pictures; `row` gives the row of a message's element; `place` is covered
   * meanwhile (`Place`); `isWhole` tells whether the list has all messages of the room; `read`
   * gives the blocks of a text; `gather` makes the list have all pictures that are loaded.
   */
  constructor(list, row, place, isWhole, read, gather) {
    Object.assign(this, { list, row, place, isWhole, read, gather, dialog: find("viewer"), image: find("viewer-image"), stage: find("viewer-stage"), pointers: new Map() });
    list.addEventListener("click", (event) => this.#click(event));
    find("viewer-close").addEventListener("click", () => this.dialog.close());
    find("viewer-in").addEventListener("click", () => this.#zoom(STEP));
    find("viewer-out").addEventListener("click", () => this.#zoom(1 / STEP));
    find("viewer-before").addEventListener("click", () => this.#move(-1));
    find("viewer-after").addEventListener("click", () => this.#move(1));
    this.dialog.addEventListener("keydown", (event) => this.#key(event));
    this.dialog.addEventListener("close", () => this.#closed());
    this.image.addEventListener("error", () => this.dialog.classList.add("failed"));
    this.#listenToPointers();
  }

  get isOpen() { return this.dialog.open; }

  get #links() { return [...this.list.querySelectorAll("a.place.image")]; }

  /** With a modifier, or where the picture can't be shown, the link is a link. */
  #click(event) {
    const link = event.target.closest("a.place.image");
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.querySelector(".missing")) return;
    event.preventDefault();
    this.gather();
    this.#show(link);
    this.dialog.showModal();
    this.place.cover(() => this.dialog.close());
  }

  /** If the message of the picture is deleted, the viewer closes. Call it when the rows are drawn. */
  draw({ rows }) {
    if (!this.dialog.open || !rows.some(({ seq, gone }) => gone && seq === this.seq)) return;
    this.dialog.close();
    toast(localized("This message was deleted."));
    focusDeleted(this.seq);
  }

  #show(link) {
    const row = this.row(link.closest(".tile, .message"));
    this.file = fileOf(link);
    this.seq = row.seq;
    this.dialog.classList.remove("failed");
    this.#keepPlace(row.file, link.querySelector("img").classList.contains("turned"));
    this.#load(link);
    this.image.alt = row.file.name;
    setText(find("viewer-name"), row.file.name);
    setText(find("viewer-author"), row.own ? localized("You") : row.name);
    setText(find("viewer-time"), moment.format(new Date(row.at)));
    find("viewer-original").href = link.href;
    this.#caption(row.text);
    this.#fit();
    const links = this.#links;
    const index = links.indexOf(link);
    this.#count(link, links);
    find("viewer-before").disabled = index <= 0;
    find("viewer-after").disabled = index >= links.length - 1;
  }

  /** The text of the picture's message, without its formatting. */
  #caption(text) {
    const words = (block) => formatted([block]).map((node) => node.textContent ?? node).join("");
    setText(find("viewer-caption"), text ? this.read(text).blocks.map(words).join("\n") : "");
    find("viewer-caption").hidden = !text;
  }

  /** “3 of 7”: of the room's pictures, if all of them are known, else of the message's. */
  #count(link, links) {
    const among = this.isWhole() ? links : [...link.closest(".message").querySelectorAll("a.place.image")];
    setText(find("viewer-count"), among.length > 1 ? localized("%@ of %@", among.indexOf(link) + 1, among.length) : "");
  }

  /** The picture has its place before it is loaded, also while its thumbnail is shown. */
  #keepPlace({ width, height }, isTurned) {
    const sides = width && height ? [width, height] : ["", ""];
    const [across, down] = isTurned ? sides.reverse() : sides;
    this.image.style.setProperty("--width", across);
    this.image.style.setProperty("--height", down);
  }

  /** A thumbnail is shown until the picture is there. */
  async #load(link) {
    const shown = link.querySelector("img");
    this.image.src = shown.src || link.href;
    if (!isSmall(shown)) return;
    const { file } = this;
    const address = await wholeAddress(link);
    if (!address || file !== this.file) return;
    const whole = make("img", { crossorigin: shown.getAttribute("crossorigin"), src: address });
    if (!await whole.decode().then(() => true, () => false)) return; // the thumbnail stays
    if (file === this.file && this.dialog.open) this.image.src = whole.src;
  }

  #move(step) {
    const links = this.#links;
    const next = links[links.findIndex((link) => fileOf(link) === this.file) + step];
    if (next) this.#show(next);
  }

  /** The focus returns to the picture that was shown last. */
  #closed() {
    this.place.uncover();
    this.image.removeAttribute("src");
    this.pointers.clear();
    this.#links.find((link) => fileOf(link) === this.file)?.focus({ preventScroll: true });
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
      ArrowLeft: () => this.#move(-forward(this.dialog)), ArrowRight: () => this.#move(forward(this.dialog)),
      "+": () => this.#zoom(STEP), "=": () => this.#zoom(STEP), "-": () => this.#zoom(1 / STEP), 0: () => this.#fit(),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  #fit() {
    Object.assign(this, { scale: 1, x: 0, y: 0 });
    this.#apply();
  }

  /** The point of the window at (x, y) keeps its place; without one, the center does. */
  #zoom(factor, x = innerWidth / 2, y = innerHeight / 2) {
    const scale = Math.min(MOST, Math.max(1, this.scale * factor));
    const box = this.stage.getBoundingClientRect();
    const [fromX, fromY] = [x - box.left - box.width / 2, y - box.top - box.height / 2];
    this.x = fromX - (fromX - this.x) * scale / this.scale;
    this.y = fromY - (fromY - this.y) * scale / this.scale;
    this.scale = scale;
    this.#apply();
  }

  #apply() {
    const [width, height] = [this.image.offsetWidth, this.image.offsetHeight];
    const within = (value, length, room) => Math.max(-1, Math.min(1, value / (Math.max(0, length * this.scale - room) / 2 || Infinity)))
      * Math.max(0, length * this.scale - room) / 2;
    this.x = within(this.x, width, this.stage.clientWidth);
    this.y = within(this.y, height, this.stage.clientHeight);
    this.image.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.stage.classList.toggle("zoomed", this.scale > 1);
    find("viewer-out").disabled = this.scale <= 1;
    find("viewer-in").disabled = this.scale >= MOST;
  }

  #listenToPointers() {
    const { stage, pointers } = this;
    stage.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.#zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), event.clientX, event.clientY);
    }, { passive: false });
    stage.addEventListener("dblclick", ({ clientX, clientY }) => {
      if (this.scale > 1) this.#fit();
      else this.#zoom(3, clientX, clientY);
    });
    stage.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      stage.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, event);
      this.start = { x: event.clientX, y: event.clientY, isSwipe: pointers.size === 1 && this.scale === 1, isMoved: false };
    });
    stage.addEventListener("pointermove", (event) => this.#drag(event));
    stage.addEventListener("pointerup", (event) => this.#lift(event));
    // Not when the finger leaves: the click that follows would be one on what is beneath.
    stage.addEventListener("click", (event) => this.#press(event));
    stage.addEventListener("pointercancel", ({ pointerId }) => pointers.delete(pointerId));
  }

  #drag(event) {
    const { pointers } = this;
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const other = [...pointers.values()].find(({ pointerId }) => pointerId !== event.pointerId);
    pointers.set(event.pointerId, event);
    if (Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) > 8) this.start.isMoved = true;
    if (other) {
      const gap = ({ clientX, clientY }) => Math.hypot(clientX - other.clientX, clientY - other.clientY) || 1;
      this.#zoom(gap(event) / gap(before), (event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
    }
    this.x += (event.clientX - before.clientX) / (other ? 2 : 1);
    this.y += (event.clientY - before.clientY) / (other ? 2 : 1);
    this.#apply();
  }

  /** A swipe leads to the next picture. */
  #lift(event) {
    if (!this.pointers.delete(event.pointerId) || this.pointers.size) return;
    const way = event.clientX - this.start.x;
    if (this.start.isSwipe && event.pointerType === "touch" && Math.abs(way) > SWIPE) this.#move((way < 0 ? 1 : -1) * forward(this.dialog));
  }

  /** A click beside the picture closes. */
  #press(event) {
    const box = this.image.getBoundingClientRect();
    const isBeside = event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
    if (!this.start?.isMoved && isBeside) this.dialog.close();
  }
}

/** The id of a picture's file: its address may change. */
function fileOf(link) { return link.querySelector(".media").dataset.file; }
