// Where the page is: at a room, which its address names, or at the list of rooms, which is a screen
// of its own on a narrow window.

import { placeIn } from "./text.js";

const LINK = "#join="; // an invite link

export class Place {
  /** `changed` is called when the address or the width has changed. */
  constructor(changed) {
    this.wide = matchMedia("(min-width: 56.25em)");
    this.hasLeftAll = false; // the user has left their only room, and has not gone to another one
    addEventListener("hashchange", changed);
    this.wide.addEventListener("change", changed);
  }

  /** Whether the address names no room. */
  get isBare() { return location.hash.length <= 1 || this.#isLink; }

  /** The room to show; "" for the list. `isKnown`: the user has been here before. */
  room(isKnown) {
    if (!this.isBare) {
      this.hasLeftAll = false;
      return placeIn(location.hash).room;
    }
    if (this.hasLeftAll || (!this.wide.matches && isKnown)) return "";
    return placeIn("").room;
  }

  /**
   * The number of the message that the address links to; undefined if there is none. It is taken out
   * of the address.
   */
  takeMessage() {
    const { room, seq } = placeIn(location.hash);
    if (this.isBare || !seq) return undefined;
    this.name(room);
    return seq;
  }

  /** The link to a message of the room that the address names. */
  link(seq) { return new URL(`#${encodeURIComponent(placeIn(location.hash).room)}/${seq}`, location.href).href; }

  /** An invite link that the browser has opened. It is taken out of the address. */
  takeLink() {
    if (!this.#isLink) return null;
    const link = location.href;
    history.replaceState(null, "", location.pathname);
    return link;
  }

  get #isLink() { return location.hash.startsWith(LINK); }

  /** Names a room that is shown without being named: on a narrow window that is the list. */
  name(room) { history.replaceState(history.state, "", `#${room}`); }

  go(room) { location.hash = room; }

  /** Remembers that the browser's Back leads from this room to the list. */
  cameFromList() { history.replaceState({ cameFromList: true }, ""); }

  /** Goes to the list. `changed` is called afterwards. */
  goToList(changed) {
    if (history.state?.cameFromList) return history.back();
    history.replaceState(null, "", location.pathname);
    changed();
  }
}
