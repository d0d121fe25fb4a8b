// The page's client: Swift, compiled to WebAssembly (Sources/PageModel). It decides everything about
// protocol, timeline, outbox, uploads and connection. Texts go in and come out as UTF-8 of JSON.

import { utcOffsets } from "./utc-offsets.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Fetches and compiles the module while it arrives. It gets the `language` of its sentences. */
export async function load(address, language) {
  const model = {};
  const imports = { env: { random: (place, count) => crypto.getRandomValues(new Uint8Array(model.memory.buffer, place >>> 0, count)) } };
  const { instance } = await WebAssembly.instantiateStreaming(fetch(address), imports);
  model.memory = instance.exports.memory;
  return new Model(instance.exports, language);
}

export class Model {
  /** `exports`: of the module's instance. */
  constructor(exports, language) {
    this.exports = exports;
    if (language) this.#answer(exports.martlet_language(this.#put(JSON.stringify(language))));
  }

  /** Restores a client from the records of its journal. */
  open(input) { return this.#answer(this.exports.martlet_open(this.#put(JSON.stringify(input)))); }

  /** Handles an input. Returns `records` to keep, whether that must be `durable`, and `effects`. */
  handle(input) { return this.#answer(this.exports.martlet_handle(this.#put(json(input)), ...moment())); }

  /** Handles a frame of the server, a text. */
  received(text) { return this.#answer(this.exports.martlet_received(this.#put(text), ...moment())); }

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

  /** What is `said` by the composer's text, its `bytes`, and the `problem` that it has. */
  composed(text) { return this.#answer(this.exports.martlet_composed(this.#put(text))); }

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
