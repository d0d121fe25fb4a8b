// An invite link that the user has followed. It waits until they are connected.

import { site } from "./site.js";

export class Invitation {
  /** `newRoom` asks whether to join; `act` gets `join`. */
  constructor(newRoom, act) {
    Object.assign(this, { newRoom, act, link: null });
    this.isAskedAtDoor = false; // the door has told of it, and the user comes in
    this.accepted = null; // the link by which they join
  }

  /** Whether a link waits. */
  get isWaiting() { return this.link !== null; }

  follow(link) { this.link = link; }

  /** The door is open, and tells of the link. */
  tellAtDoor() { this.isAskedAtDoor ||= this.isWaiting; }

  /** Joins by the link if the user has agreed at the door. Others are asked: they have only followed a link. */
  open() {
    if (this.isAskedAtDoor) {
      this.accepted = this.link;
      this.act({ type: "join", text: this.link, host: new URL(site.base).host });
    } else {
      this.newRoom.ask(this.link);
    }
    this.link = null;
    this.isAskedAtDoor = false;
  }

  /** The user has not got in. If they wanted to by the link, they are asked again, beside the reason. */
  refuse() {
    if (this.accepted) this.newRoom.ask(this.accepted);
    this.accepted = null;
  }

  /** The user has got where they wanted to go. */
  end() { this.accepted = null; }
}
