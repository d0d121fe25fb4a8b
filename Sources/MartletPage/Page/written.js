// Drafts across a reload. What is appended to the journal last may not reach it before the page is
// gone, so the drafts of the last seconds wait in the tab's storage for the next page.

const GONE = 30_000; // milliseconds after which drafts are certainly in the journal (Limits.draftLongest)

export class Written {
  /** `session` is the storage of the tab; `composer` knows what was written when. */
  constructor(session, composer) {
    Object.assign(this, { session, composer });
    this.untaken = []; // drafts of the former page, or for the former journal, that the model does not have
  }

  /** Leaves the drafts for the next page, which takes them over if it opens within `GONE`. */
  leave() {
    const drafts = [...this.untaken, ...this.composer.writtenSince(Date.now() - GONE)];
    this.session.write("written", { at: Date.now(), drafts, early: this.composer.typedEarly });
  }

  /** Takes over what the former page has left. */
  read() {
    const { at, drafts, early } = this.session.read("written") ?? {};
    if (!(Date.now() - at < GONE)) return;
    this.untaken = drafts;
    this.composer.typedEarly = early;
  }

  /**
   * Keeps the drafts that the server may not have for the next client, which does not get them from
   * there. `connectedSince` is when the page connected.
   */
  keep(connectedSince) {
    const isSettled = Date.now() - connectedSince > GONE;
    this.untaken = this.composer.writtenSince(isSettled ? Date.now() - GONE : -Infinity);
  }

  /** Gives the drafts to the model. */
  give(tell) {
    this.session.remove("written");
    for (const { room, text } of this.untaken.splice(0)) tell({ type: "write", room, text });
  }

  /** The user has signed out. */
  forget() {
    this.untaken = [];
    this.composer.typedEarly = [];
  }
}
