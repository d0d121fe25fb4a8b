// Runs the model: one input after the other. Frames that have come meanwhile are one input. Records
// are stored before the effects that follow from them are performed. If the storage refuses
// records, the input is undone.

import { localized } from "./language.js";

const COMPACTED_AFTER = 2_000; // records appended since the journal was last compacted
const STORED_AFTER = 250; // milliseconds: the records for which nothing waits are stored together
const LENGTH = 65_536; // UTF-16 units: frames that are handled together have at most so many. A longer one is handled alone.

const always = () => true;

export class Engine {
  /**
   * `perform` has a function for each kind of effect; `changed` is called after each input, and
   * `stopped` if the model has trapped: it can't be used any more. Set `model` before the first
   * `open`.
   */
  constructor(perform, changed, stopped) {
    Object.assign(this, { model: null, perform, changed, stopped, isStopped: false, journal: null, queue: [], isRunning: false, isAwaited: false, postponed: [] });
    // Runs after the frames that the browser has already received.
    this.later = new MessageChannel();
    this.later.port1.onmessage = () => {
      this.isAwaited = false;
      if (!this.isRunning) this.#run();
    };
  }

  /** Becomes the client of this journal. */
  async open(journal, me) {
    this.queue = [];
    this.flush(); // into the former journal
    const records = this.model.compact(await journal.read());
    // Not awaited: IndexedDB runs later appends after it. If the disk is full, the journal stays as
    // it was.
    journal.replace(records).catch(() => {});
    Object.assign(this, { journal, postponed: [], appended: 0 });
    // `waiting`, `tooSlow`, `reactions` and `searchPause` (`martlet_open`).
    this.constants = this.model.open({ ...me, device: journal.device, records });
  }

  /**
   * Takes an input: an object, or a frame of the server as text. It is dropped if `isCurrent()` is
   * false when its turn comes, because its connection or timer is gone.
   */
  tell(input, isCurrent = always) {
    if (this.isStopped) return;
    if (typeof input === "string" && this.queue.length >= this.constants.waiting) return this.#overrun();
    this.queue.push({ input, isCurrent });
    if (this.isRunning) return;
    if (typeof input !== "string") return void this.#run();
    if (!this.isAwaited) this.later.port2.postMessage(null);
    this.isAwaited = true;
  }

  /** Whether all inputs are handled. */
  get isIdle() { return !this.isRunning && !this.queue.length; }

  /** Gives up on a connection whose frames come faster than they are handled. It resumes. */
  #overrun() {
    this.queue = this.queue.filter(({ input }) => typeof input !== "string");
    this.perform.close({ code: this.constants.tooSlow });
    this.tell({ type: "closed", code: 1006 });
  }

  async #run() {
    this.isRunning = true;
    while (this.queue.length) {
      const input = this.#next();
      if (!input) continue;
      try {
        await this.#take(input);
      } catch (error) {
        this.#failed(error);
      }
    }
    this.isRunning = false;
  }

  /** The next input, or the next frames; nothing if what is next is not current any more. */
  #next() {
    const { input, isCurrent } = this.queue.shift();
    if (!isCurrent()) return undefined;
    if (typeof input !== "string") return input;
    const frames = [input];
    let length = input.length;
    while (frames.length < this.constants.together && this.queue[0]?.isCurrent === isCurrent) {
      const next = this.queue[0].input;
      if (typeof next !== "string" || (length += next.length) > LENGTH) break;
      frames.push(next);
      this.queue.shift();
    }
    return frames;
  }

  /** Takes and stores nothing more: what waits is dropped. */
  stop() {
    this.#takePostponed();
    Object.assign(this, { isStopped: true, queue: [] });
  }

  /** What has changed on the screen; nothing if the model has trapped. */
  draw() { return this.ask((model) => model.draw()) ?? {}; }

  /** The model's answer to what is no input; undefined if it is not there, or has trapped. */
  ask(question) {
    if (this.isStopped || !this.model) return undefined;
    try {
      return question(this.model);
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  #failed(error) {
    console.error(error);
    if (!(error instanceof WebAssembly.RuntimeError)) return; // the model has refused the input
    this.flush();
    this.stop();
    this.stopped();
  }

  async #take(input) {
    const answer = Array.isArray(input) ? this.model.received(input) : this.model.handle(input);
    const stored = this.#store(answer);
    const { effects } = stored instanceof Promise ? await stored : stored;
    for (const effect of effects) this.perform[effect.do](effect);
    this.changed();
    if (this.appended > COMPACTED_AFTER) await this.#compact();
  }

  /** Returns the answer, or its promise if the records must be durable first. */
  #store(answer) {
    if (!answer.records.length) return answer;
    this.appended += answer.records.length;
    if (!answer.durable) {
      this.postponed.push(...answer.records);
      this.timer ??= setTimeout(() => this.flush(), STORED_AFTER);
      return answer;
    }
    const former = this.#takePostponed();
    return this.#await(this.journal.append([...former, ...answer.records], true), former, answer);
  }

  #takePostponed() {
    const { postponed } = this;
    clearTimeout(this.timer);
    Object.assign(this, { postponed: [], timer: undefined });
    return postponed;
  }

  /** Stores the records that wait for it. A page that may go away does it at once. */
  flush() {
    const { journal } = this;
    const records = this.#takePostponed();
    if (!records.length) return;
    journal.append(records, false).catch(() => {
      if (journal === this.journal) this.postponed = [...records, ...this.postponed].slice(-this.constants.waiting);
    });
  }

  async #await(kept, former, answer) {
    try {
      await kept;
    } catch {
      const undone = this.model.withdraw(localized("The browser’s storage is full or not allowed."));
      this.postponed = [...former, ...undone.records];
      return undone;
    }
    return answer;
  }

  async #compact() {
    this.appended = 0;
    this.flush();
    try {
      await this.journal.replace(this.model.compact(await this.journal.read()));
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      // A full disk: it stays as it was.
    }
  }
}
