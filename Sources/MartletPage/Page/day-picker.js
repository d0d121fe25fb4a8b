// The day to which the user wants to go. The model finds its first message.

import { find, listenBeside, setText } from "./dom.js";
import { newTicket } from "./id.js";
import { localized } from "./language.js";

export class DayPicker {
  /**
   * `act` gets the input `since`; `show` gets the number of the message that was found, or
   * undefined if nothing came after the day began.
   */
  constructor(act, show) {
    Object.assign(this, { act, show, dialog: find("day-picker"), field: find("day-field"), problem: find("day-problem") });
    this.dialog.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#go();
    });
    find("day-first").addEventListener("click", () => this.#seek(0));
    find("day-today").addEventListener("click", () => this.#seek(startOf(text(new Date()))));
    find("day-close").addEventListener("click", () => this.dialog.close());
    listenBeside(this.dialog, () => this.dialog.close());
    this.dialog.addEventListener("close", () => { this.ticket = null; });
  }

  /** `at` is a time of the day that is offered; `first`, if it is known, one of the room's first day. */
  open(at, first) {
    this.field.max = text(new Date());
    this.field.min = first === undefined ? "" : text(new Date(first));
    this.field.value = text(new Date(at));
    setText(this.problem, "");
    this.dialog.showModal();
  }

  /** Takes what the model has found, if that is what this dialog waits for. */
  found({ ticket, seq, error }) {
    if (!this.ticket || ticket !== this.ticket) return;
    if (error !== undefined) return setText(this.problem, error);
    this.dialog.close();
    this.show(seq);
  }

  /** Goes to the day of the field, or to the nearest one that the room has. */
  #go() {
    const { value, min, max } = this.field;
    if (!value) return setText(this.problem, localized("Choose a day."));
    this.field.value = value < min ? min : value > max ? max : value;
    this.#seek(startOf(this.field.value));
  }

  #seek(at) {
    setText(this.problem, "");
    this.ticket = newTicket();
    this.act({ type: "since", at, ticket: this.ticket });
  }
}

/** The day of a date by the user's calendar, as a date field has it: 2026-11-01. */
function text(date) {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** When a day begins in the user's time zone: milliseconds since 1970, not before. */
function startOf(day) {
  const [year, month, number] = day.split("-").map(Number);
  const date = new Date(0);
  date.setFullYear(year, month - 1, number);
  date.setHours(0, 0, 0, 0);
  return Math.max(0, date.getTime());
}
