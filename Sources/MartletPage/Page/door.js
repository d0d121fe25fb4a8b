// The form at the beginning: a guest's name, signing in, a new account. It is shown again when the
// user must sign in again, and over the chat when they change the name or want an account.

import { conceal, revealing, showProblem } from "./account.js";
import { find, listenBeside, setText } from "./dom.js";
import { localized } from "./language.js";
import { site } from "./site.js";

const LABELS = { signIn: [localized("Sign in"), localized("Signing in…")], signUp: [localized("Create account"), localized("Creating the account…")] };
const NOTES = {
  signIn: localized("You become the account’s user. Messages that you sent before stay under your name as a guest."),
  signUp: localized("Your messages and rooms stay yours, and your name is kept for you."),
};

export class Door {
  /** `act` gets the inputs `rename`, `signIn`, `signUp` and `signOut`. */
  constructor(act) {
    Object.assign(this, { act, door: find("door"), inside: find("inside"), form: find("introduction"), open: null });
    Object.assign(this, { field: find("name"), password: find("password"), asked: null, choice: "rename", hasSent: false, missing: [] });
    this.invite = ""; // with which the user came
    this.ways = [...find("ways").querySelectorAll("input")];
    revealing(this.form);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    for (const way of this.ways) {
      way.addEventListener("change", () => {
        this.choice = way.value;
        this.missing = [];
        this.draw(this.state);
      });
    }
    for (const id of ["keep-name", "door-close"]) find(id).addEventListener("click", () => this.#cancel());
    this.door.addEventListener("keydown", ({ key, isComposing }) => { if (key === "Escape" && !isComposing) this.#cancel(); });
    listenBeside(this.door, () => this.#cancel());
    find("door-sign-out").addEventListener("click", () => act({ type: "signOut" }));
  }

  /** Asks a user for another name (`rename`) or an account, or takes the question back. */
  ask(way) {
    if (way) this.opener = site.root.activeElement;
    this.asked = way;
    this.missing = [];
    if (!way) this.invite = "";
    if (way) {
      this.choice = way;
      this.act({ type: "account" }); // forgets former problems
    }
    this.draw(this.state);
    if (!way) this.opener?.focus();
  }

  /** Asks for a new account, with this invite, unless the user has an account. */
  welcome(invite) {
    this.invite = invite;
    this.choice = "signUp";
    if (this.open) find("invite").value = invite;
  }

  #cancel() {
    const back = find("keep-name");
    if (!back.hidden && !back.disabled) this.ask(null);
  }

  /** Returns whether the form has just been shown or hidden. */
  draw(state) {
    this.state = state;
    const { isNamed, isKnown, isOpen, user, notice, phase, name, account } = state;
    if (account.hasAccount) {
      this.asked = null;
      this.invite = "";
    } else if (this.invite && user !== undefined && !this.asked) {
      this.asked = this.choice = "signUp";
    }
    // New users wait here until the server has accepted them.
    const isNew = user === undefined && !(isNamed && isKnown);
    const mustSignIn = notice?.remedy === "signIn";
    // A user with a signed token sees no form: the token has their name.
    const open = !site.isSigned && (isNew || this.asked !== null || mustSignIn || notice?.remedy === "rename");
    const isName = !isNew && !mustSignIn && (this.asked === "rename" || notice?.remedy === "rename");
    const known = account.ways?.length ? account.ways : this.ways.map(({ value }) => value);
    // With an invite one makes an account also where registration is closed.
    const offered = this.invite && !known.includes("signUp") ? [...known, "signUp"] : known;
    const ways = isName ? ["rename"] : offered;
    if (!ways.includes(this.choice)) [this.choice] = ways;
    const way = this.choice;
    const isEarly = this.hasSent && !isOpen; // the model has not arrived
    const isJoining = isNamed && isNew && notice === null && phase !== "initial";
    const isWaiting = isEarly || (way === "rename" ? isJoining : Boolean(account.busy));
    this.#arrange(way, ways, isNew);
    find("enter").disabled = isWaiting;
    setText(find("enter"), LABELS[way]?.[Number(isWaiting)] ?? localized(isWaiting ? "Joining…" : isNew ? "Join" : "Change name"));
    find("keep-name").hidden = find("door-close").hidden = isNew || !this.asked || mustSignIn;
    find("keep-name").disabled = Boolean(account.busy);
    setText(find("keep-name"), way === "rename" ? localized("Keep my name") : localized("Cancel"));
    find("door-other").hidden = isNew || !mustSignIn;
    find("door-words").hidden = !(isNew || mustSignIn) || state.isInvited || state.heading === ""; // the others are in the room
    setText(find("door-room"), state.heading);
    find("door-invited").hidden = !state.isInvited;
    if (!open) this.missing = [];
    this.#explain(way, mustSignIn);
    this.#stand(open, !isNew && !mustSignIn, isName ? localized("Change name") : LABELS[way]?.[0]);
    if (this.open === open) return false;
    this.open = open;
    this.door.hidden = !open;
    if (open) for (const dialog of site.body.querySelectorAll("dialog:modal")) dialog.close();
    this.#empty();
    if (open) {
      this.field.value = name ?? "";
      find("invite").value = this.invite;
      if (site.mayFocus) (mustSignIn && name ? this.password : this.field).focus();
    }
    return true;
  }

  /** Shows the form: for a user of the chat as a dialog over it, for others as the whole page. */
  #stand(open, isIn, title) {
    const isOver = open && isIn;
    this.door.classList.toggle("over", isOver);
    this.door.setAttribute("role", isOver ? "dialog" : "main");
    for (const [name, value] of [["aria-modal", "true"], ["aria-labelledby", "door-title"]]) isOver ? this.door.setAttribute(name, value) : this.door.removeAttribute(name);
    setText(find("door-title"), isOver ? title : "Martlet");
    this.inside.inert = isOver;
    this.inside.hidden = open && !isOver;
  }

  #arrange(way, ways, isNew) {
    const isKnown = !isNew || (this.state.knowsWays && this.state.account.ways?.length > 0);
    // New users may be about to click when the server says what it offers: the form stays where it
    // is.
    find("ways").hidden = ways.length === 1 && !isNew;
    find("ways").classList.toggle("unknown", !isKnown);
    find("ways").classList.toggle("single", isNew && isKnown && ways.length === 1);
    for (const each of this.ways) {
      each.checked = each.value === way;
      each.parentElement.hidden = !ways.includes(each.value);
    }
    this.field.autocomplete = way === "rename" ? "nickname" : "username";
    this.password.autocomplete = way === "signUp" ? "new-password" : "current-password";
    find("door-password").hidden = way === "rename";
    find("door-invite").hidden = way !== "signUp";
    const note = isNew || this.state.account.hasAccount ? "" : NOTES[way] ?? "";
    find("door-note").hidden = note === "";
    setText(find("door-note"), note);
  }

  #explain(way, mustSignIn) {
    const { isNamed, notice, account } = this.state;
    if (this.missing.length) return showProblem(this.form, ...this.missing);
    if (account.problem?.form === way) return showProblem(this.form, account.problem);
    const isAbout = mustSignIn || (way === "rename" && isNamed);
    showProblem(this.form, isAbout && notice ? { sentence: notice.sentence } : null);
    if (way === "rename") this.field.setAttribute("aria-invalid", String(isAbout && notice !== null));
  }

  #send() {
    const { choice: type, field, password } = this;
    const name = field.value.trim();
    const isGuest = type === "rename";
    this.missing = [
      !name && { field: "name", sentence: localized(isGuest ? "Enter the name that others will see." : "Enter a name.") },
      !isGuest && !password.value && { field: "password", sentence: localized("Enter a password.") },
    ].filter(Boolean);
    if (this.missing.length) {
      showProblem(this.form, ...this.missing);
      return (name ? password : field).focus();
    }
    this.hasSent = true;
    if (isGuest) {
      this.asked = null;
      this.invite = "";
      this.act({ type, name });
    } else {
      this.act({ type, name: field.value, password: password.value, invite: find("invite").value });
    }
  }

  /** No password stays in the page. */
  #empty() {
    for (const field of [this.password, find("invite")]) field.value = "";
    find("door-other").open = false;
    conceal(this.form);
  }
}
