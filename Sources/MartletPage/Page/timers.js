// The model's timers. One of each kind runs at a time.

export class Timers {
  /** `report` gets the input `timer`, and whether it is still current. */
  constructor(report) { Object.assign(this, { report, running: new Map() }); }

  wait(timer, milliseconds) {
    this.cancel(timer);
    const id = setTimeout(() => this.report({ type: "timer", timer }, () => this.#take(timer, id)), milliseconds);
    this.running.set(timer, id);
  }

  cancel(timer) {
    clearTimeout(this.running.get(timer));
    this.running.delete(timer);
  }

  cancelAll() { for (const timer of [...this.running.keys()]) this.cancel(timer); }

  /** Whether this timer was neither cancelled nor started again. */
  #take(timer, id) {
    if (this.running.get(timer) !== id) return false;
    this.running.delete(timer);
    return true;
  }
}
