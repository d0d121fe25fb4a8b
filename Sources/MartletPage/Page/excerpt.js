// The beginning of a long text.

const LINES = 20;
const LETTERS = 1_600;
const MORE = 1.25; // a text that is only a little longer is shown whole

/** null if the text is short. It ends between two words, if they are not too long. */
export function excerpt(text) {
  const end = Math.min(lineEnd(text, LINES), LETTERS);
  if (lineEnd(text, LINES * MORE) >= text.length && text.length <= LETTERS * MORE) return null;
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
