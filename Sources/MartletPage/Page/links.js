// Turns the web and mail addresses of a text into links.

// Spaces, quotes, angle brackets and bidirectional controls end an address.
const end = /[^\s<>"'`\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/.source;
// The repetitions are bounded, so that the search takes linear time.
const mail = /(?<![\w.+@-])[a-z0-9_][\w.+-]{0,63}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?![\w@-]|\.\w)/.source;
const address = new RegExp(`\\bhttps?://${end}|(?<![\\w.@/-])www\\.${end}|${mail}`, "gi");

/** The nodes that show `text`. */
export function linked(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const written = trimmed(match[0]);
    const link = anchor(written);
    if (!link) continue;
    nodes.push(text.slice(end, match.index), link);
    end = match.index + written.length;
  }
  return [...nodes, text.slice(end)].filter((node) => node !== "");
}

function anchor(written) {
  if (/^https?:/i.test(written)) return web(written, written);
  if (/^www\b/i.test(written)) return web(written, `https://${written}`);
  const [name, host] = written.split("@");
  const link = document.createElement("a");
  link.href = `mailto:${encodeURIComponent(name)}@${host}`;
  link.rel = "noopener noreferrer nofollow";
  link.textContent = written;
  return link;
}

function web(written, address) {
  const url = parsed(address);
  // https://bank.example@evil.example/ looks like one place and leads to another, so it is not a
  // link.
  if (!url || url.username || url.password || !["http:", "https:"].includes(url.protocol)) return null;
  // “www.” alone, or with one more word, is not an address.
  if (written !== address && !/^www\.[^.]+\.[^.]/.test(url.hostname)) return null;
  const link = document.createElement("a");
  link.href = url.href;
  link.target = "_blank";
  link.rel = "noopener noreferrer nofollow";
  link.title = url.href; // a name in foreign letters shows here what it really is
  link.textContent = written;
  return link;
}

function parsed(written) {
  try {
    return new URL(written);
  } catch {
    return null;
  }
}

/**
 * Removes the sentence's punctuation at the end. A closing bracket is removed only if it was not
 * opened inside.
 */
function trimmed(written) {
  const surplus = {};
  for (const [open, close] of ["()", "[]", "{}"]) surplus[close] = written.split(close).length - written.split(open).length;
  let end = written.length;
  for (; end > 0; end -= 1) {
    const last = written[end - 1];
    if (surplus[last] > 0) surplus[last] -= 1;
    else if (!".,;:!?…".includes(last)) break;
  }
  return written.slice(0, end);
}
