// Why the chat can't be shown in this page, as a sentence for its users and for who made it.

const blocked = new Set(); // origins that the policy of the page has kept from loading
document.addEventListener("securitypolicyviolation", ({ blockedURI }) => { if (URL.canParse(blockedURI)) blocked.add(new URL(blockedURI).origin); });

const STYLE = `:host { display: block } div { all: initial; display: grid; gap: 12px; place-items: center; padding: 24px; box-sizing: border-box;
  min-height: 100%; align-content: center; text-align: center; overflow-wrap: anywhere; font: medium/1.45 system-ui, sans-serif; color-scheme: light dark;
  color: CanvasText; background: Canvas } [hidden] { display: none } p { margin: 0; max-width: 32em } button { font: inherit; min-height: 44px; padding: 0 1em }`;

/**
 * Says so in the element’s tree, in the colors of `theme`, unless the chat has `ended`. `script` is
 * the one that was wanted from the server; `again` tries again.
 */
export async function refuse(root, { server, script, theme, again, ended }) {
  const { origin } = new URL(server);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE.replace("light dark", theme === "light" || theme === "dark" ? theme : "light dark"));
  const words = document.createElement("p");
  words.setAttribute("role", "alert");
  const button = document.createElement("button");
  button.textContent = "Try again";
  button.addEventListener("click", again);
  const offered = await elementOf(server);
  if (ended.aborted) return;
  const isOld = offered !== null && !offered.includes(script.slice(server.length));
  const tell = () => {
    button.hidden = offered !== null || blocked.has(origin);
    words.textContent = sentence(origin, offered !== null, isOld);
  };
  tell();
  document.addEventListener("securitypolicyviolation", tell, { once: true, signal: ended }); // it comes after the failure
  const place = document.createElement("div");
  place.append(words, button);
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(place);
}

function sentence(origin, isReached, isOld) {
  if (blocked.has(origin)) return `The content security policy of this page does not allow the chat of ${origin}.`;
  if (!isReached) return `The chat of ${origin} can’t be reached. Check your connection, and try again.`;
  if (isOld) return `The chat of ${origin} has a new version. Reload this page.`;
  return `Pages of ${location.origin} may not show the chat of ${origin}. Its operator can allow them with --allow-origin ${location.origin}.`;
}

/**
 * The script of the element that the server has now, which names the files of its version; null if
 * the server can't be reached. Every page may read this script, and no other answer of the server.
 */
async function elementOf(server) {
  try {
    const response = await fetch(`${server}embed.js`, { cache: "no-store", credentials: "omit" });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}
