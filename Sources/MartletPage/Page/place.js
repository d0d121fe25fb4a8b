// Where the chat is: at a room, which its address names, or at the list of rooms, which is a screen
// of its own where there is little room.

import { listen, minimumWidth, site } from "./site.js";
import { placeIn } from "./text.js";

const LINK = "#join="; // an invite link of a group
const INVITE = "#invite="; // an invite to make an account

/** The address of the page, and the browser's history. */
class PageAddress {
  constructor(changed, uncovered) {
    listen(window, "hashchange", changed);
    listen(window, "popstate", () => {
      if (this.isUncovering) {
        this.isUncovering = false;
        if (this.isWanted) this.cover();
      } else if (!this.#isCovered) {
        uncovered();
      }
    });
  }

  get hash() { return location.hash; }

  get state() { return history.state; }

  go(room) { location.hash = room; }

  replace(hash, state) { history.replaceState(state, "", hash || location.pathname); }

  back() { history.back(); }

  get #isCovered() { return history.state?.isCovered === true; }

  /** Gives what covers the room an entry of the history. */
  cover() {
    this.isWanted = true;
    if (!this.isUncovering) history.pushState({ ...history.state, isCovered: true }, "");
  }

  /** Takes that entry away, unless the browser has left it. The browser goes back later. */
  uncover() {
    this.isWanted = false;
    if (this.isUncovering || !this.#isCovered) return;
    this.isUncovering = true;
    history.back();
  }
}

/** What the element remembers instead: the address is that of another site's page. */
class ElementAddress {
  constructor(changed) { Object.assign(this, { changed, hash: site.room ? `#${site.room}` : "", state: null }); }

  go(room) {
    if (this.hash === `#${room}`) return;
    this.replace(`#${room}`, null);
    queueMicrotask(this.changed);
  }

  replace(hash, state) { Object.assign(this, { hash, state }); }

  back() {
    this.replace("", null);
    queueMicrotask(this.changed);
  }

  // The browser's history is that of the other site.
  cover() {}

  uncover() {}
}

export class Place {
  /** `changed` is called when the address or the width has changed. */
  constructor(changed) {
    this.wide = minimumWidth(56.25);
    this.hasLeftAll = false; // the user has left their only room, and has not gone to another one
    this.address = site.isEmbedded ? new ElementAddress(changed) : new PageAddress(changed, () => this.close?.());
    // A room that is on the screen stays there in a narrow window, too.
    this.wide.addEventListener("change", () => {
      if (!this.wide.matches && this.address.hash.length <= 1 && this.shown) this.name(this.shown);
      changed();
    });
  }

  /** Whether the address names no room. */
  get isBare() { return this.address.hash.length <= 1 || this.#begins(LINK) || this.#begins(INVITE); }

  /**
   * The room to show; "" for the list. `isKnown`: the user has been here before; `isInvited`: they
   * are on their way to a group.
   */
  room(isKnown, isInvited) {
    this.shown = this.#room(isKnown, isInvited);
    return this.shown;
  }

  #room(isKnown, isInvited) {
    if (!this.isBare) {
      this.hasLeftAll = false;
      return placeIn(this.address.hash).room;
    }
    if (this.hasLeftAll || isInvited || (!this.wide.matches && isKnown)) return "";
    return placeIn("").room;
  }

  /**
   * The number of the message that the address links to; undefined if there is none. It is taken
   * out of the address.
   */
  takeMessage() {
    const { room, seq } = placeIn(this.address.hash);
    if (this.isBare || !seq) return undefined;
    this.name(room);
    return seq;
  }

  /** The link to a message of the room that the address names. */
  link(seq) { return new URL(`#${encodeURIComponent(placeIn(this.address.hash).room)}/${seq}`, site.base).href; }

  /** An invite link that the browser has opened. It is taken out of the address. */
  takeLink() {
    if (!this.#begins(LINK)) return null;
    const link = new URL(this.address.hash, site.base).href;
    this.address.replace("", null);
    return link;
  }

  /** An invite to make an account, from the address that the browser has opened. It is taken out of it. */
  takeInvite() {
    if (!this.#begins(INVITE)) return null;
    const invite = this.address.hash.slice(INVITE.length);
    this.address.replace("", null);
    return invite;
  }

  #begins(mark) { return this.address.hash.startsWith(mark); }

  /** Names a room that is shown without being named: on a narrow window that is the list. */
  name(room) { this.address.replace(`#${room}`, this.address.state); }

  go(room) { this.address.go(room); }

  /** Remembers that going back leads from this room to the list. */
  cameFromList() { this.address.replace(this.address.hash, { cameFromList: true }); }

  /** Something covers the room. Going back takes it away, with `close`, and stays in the room. */
  cover(close) {
    this.close = close;
    this.address.cover();
  }

  /** It has gone. */
  uncover() {
    this.close = null;
    this.address.uncover();
  }

  /** Goes to the list. `changed` is called afterwards. */
  goToList(changed) {
    if (this.address.state?.cameFromList) return this.address.back();
    this.address.replace("", null);
    changed();
  }
}
