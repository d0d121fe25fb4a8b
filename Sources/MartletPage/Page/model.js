// The page's client: Swift, compiled to WebAssembly (Sources/PageModel). It decides everything
// about protocol, timeline, outbox, uploads and connection. Texts go in and come out as UTF-8 of
// JSON.

import { utcOffsets } from "./utc-offsets.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Loads the model: fetches and compiles the part at the address `first`. The one at `rest` follows
 * when `complete` is called, or when the model needs it. The model gets the `language` of its
 * sentences.
 */
export async function load(first, rest, language) {
  const module = new Module(() => compiledNow(rest));
  const { instance } = await WebAssembly.instantiateStreaming(fetch(first), module.imports);
  const model = new Model(module.begin(instance), language);
  let completing;
  model.complete = () => (completing ??= WebAssembly.compileStreaming(fetch(rest)).then((rest) => module.add(rest)));
  return model;
}

/**
 * The model's WebAssembly module. It has two parts, which share memory and table. The first part
 * has the functions that show a conversation. Each function of the rest has a place in the table,
 * in which an import stands until the rest is there.
 */
export class Module {
  /** `compiled` returns the compiled rest without waiting. It is called if the rest is needed now. */
  constructor(compiled) {
    const random = (place, count) => crypto.getRandomValues(new Uint8Array(this.exports.memory.buffer, place >>> 0, count));
    const later = (_, place) => (...values) => {
      if (!this.isWhole) new WebAssembly.Instance(compiled(), this.#shared);
      this.isWhole = true;
      return this.exports.table.get(Number(place))(...values);
    };
    this.imports = { env: { random }, placeholder: new Proxy({}, { get: later }) };
    this.isWhole = false;
  }

  /** Takes the instance of the first part. Returns what the model exports. */
  begin(instance) { return (this.exports = instance.exports); }

  /** Takes the compiled rest. */
  async add(rest) {
    if (!this.isWhole) await WebAssembly.instantiate(rest, this.#shared);
    this.isWhole = true;
  }

  get #shared() { return { primary: this.exports }; }
}

/**
 * Fetches and compiles the rest while the page stands still: the model is in the middle of an
 * input, which it cannot handle later.
 */
function compiledNow(address) {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.overrideMimeType("text/plain; charset=x-user-defined"); // the bytes are the low halves of its units
    request.send();
    return new WebAssembly.Module(Uint8Array.from(request.responseText, (unit) => unit.charCodeAt(0)));
  } catch (cause) {
    throw new WebAssembly.RuntimeError("The rest of the model could not be loaded.", { cause });
  }
}

export class Model {
  /** `exports`: what the module's instance exports. */
  constructor(exports, language) {
    this.exports = exports;
    if (language) this.#answer(exports.martlet_language(this.#put(JSON.stringify(language))));
  }

  /** Restores a client from the records of its journal. */
  open(input) { return this.#answer(this.exports.martlet_open(this.#put(JSON.stringify(input)))); }

  /** Handles an input. Returns `records` to keep, whether that must be `durable`, and `effects`. */
  handle(input) { return this.#answer(this.exports.martlet_handle(this.#put(json(input)), ...moment())); }

  /** Handles frames of the server, texts, that arrived together. Between them is 0x1E (RFC 7464). */
  received(frames) { return this.#answer(this.exports.martlet_received(this.#put(frames.join("\x1E")), ...moment())); }

  /** Undoes the last input, whose records could not be stored. */
  withdraw(reason) { return this.#answer(this.exports.martlet_withdraw(this.#put(reason))); }

  /** What has changed on the screen since the last call. */
  draw() {
    const offset = -new Date().getTimezoneOffset();
    if (offset !== this.offset) {
      this.offset = offset; // it changes with the season, and when the user travels
      this.#answer(this.exports.martlet_zone(this.#put(JSON.stringify(utcOffsets(Date.now())))));
    }
    return this.#answer(this.exports.martlet_draw());
  }

  /** The records of a journal, folded to as few as possible. */
  compact(records) { return this.#answer(this.exports.martlet_compact(this.#put(JSON.stringify({ records })))); }

  /**
   * Whether the composer's text can be sent (`canSend`), and the `problem` or the `counter` to
   * show. `mayBeEmpty`: whether a file is sent even without a text.
   */
  composed(text, mayBeEmpty) { return this.#answer(this.exports.martlet_composed(this.#put(text), mayBeEmpty)); }

  /** Answers a question about what only the page has. */
  answer(question) { return this.#answer(this.exports.martlet_answer(this.#put(json(question)))); }

  /** The `start` of a name that a text ends with, after an `@`, and the `people` whom it may mean. */
  mentionable(text) { return this.#answer(this.exports.martlet_mentionable(this.#put(text))); }

  /** The blocks of a message's text, as they are shown. */
  read(text) { return this.#answer(this.exports.martlet_read(this.#put(text))); }

  #put(text) {
    const room = text.length * 3; // UTF-8 has at most three bytes for a UTF-16 unit
    const place = this.exports.martlet_input(room) >>> 0;
    return encoder.encodeInto(text, new Uint8Array(this.exports.memory.buffer, place, room)).written;
  }

  #answer(size) {
    const place = this.exports.martlet_output() >>> 0;
    const bytes = new Uint8Array(this.exports.memory.buffer, place, size);
    const answer = JSON.parse(decoder.decode(bytes));
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }
}

/** JSON without halves of surrogate pairs, which the model refuses. */
function json(value) {
  return JSON.stringify(value, (_, part) => (typeof part === "string" ? decoder.decode(encoder.encode(part)) : part));
}

function moment() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return [performance.now(), Date.now(), high, low];
}
