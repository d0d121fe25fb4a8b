// The beginning of a long text.

const LINES = 20;
const LETTERS = 1_600;
const MORE = 1.25; // a text that is only a little longer is shown whole

/** The first blocks of a text that the model has read; null if the text is short. */
export function excerpt(blocks) {
  const whole = new Cut(LETTERS * MORE, LINES * MORE);
  whole.blocks(blocks);
  return whole.isAtEnd ? new Cut(LETTERS, LINES).blocks(blocks) : null;
}

/** Takes parts of a text until that many letters or lines are taken. */
class Cut {
  constructor(letters, lines) { Object.assign(this, { letters, lines, isAtEnd: false }); }

  blocks(blocks) { return this.#each(blocks, (block) => this.#block(block)); }

  #block(block) {
    if (block.items) return { ...block, items: this.#each(block.items, (item) => ({ ...item, spans: this.#spans(item.spans) })) };
    return block.spans ? { ...block, spans: this.#spans(block.spans) } : { ...block, text: this.#take(block.text) };
  }

  #each(parts, take) {
    const taken = [];
    for (const part of parts) {
      if (taken.length && (this.lines -= 1) <= 0) this.isAtEnd = true;
      if (this.isAtEnd) break;
      taken.push(take(part));
    }
    return taken;
  }

  #spans(spans) {
    const taken = [];
    for (const [text, style, link] of spans) {
      if (this.isAtEnd) break;
      const part = this.#take(text);
      // A link that is cut would lead somewhere else.
      taken.push(part === text ? [text, style, link] : [part, style]);
    }
    return taken;
  }

  #take(text) {
    const end = Math.min(lineEnd(text, this.lines), this.letters);
    if (end < text.length) this.isAtEnd = true;
    if (this.isAtEnd) return `${start(text, end)}…`;
    this.letters -= text.length;
    this.lines -= text.split("\n").length - 1;
    return text;
  }
}

/** It ends between two words, if they are not too long. */
function start(text, end) {
  const start = text.slice(0, end);
  if (/\s/.test(text[end] ?? " ")) return start.trimEnd();
  const words = /^[\s\S]*\S(?=\s)/.exec(start)?.[0] ?? "";
  if (words.length > end / 2) return words;
  return start.replace(/[\uD800-\uDBFF\u200D\uFE0F]+$/, "");
}

/** The place of the line feed behind that many lines, or the text's length. */
function lineEnd(text, lines) {
  let end = -1;
  for (let line = 0; line < lines; line += 1) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) return text.length;
  }
  return end;
}
