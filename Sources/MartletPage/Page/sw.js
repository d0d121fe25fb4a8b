// Serves the page while the server can't be reached. The page's files have their hash in their
// name, so a copy of them is never old. The page itself is asked for at the server first.
//
// Nothing else is answered here: no files of messages, and no answers of the server's interfaces.
// It also shows a phone's notifications (notifications.js).

const NAMED = ["main.js", "style.css", "icon.svg", "model.wasm", "model-rest.wasm"]; // by the page itself
const TRANSLATIONS = { de: ["de.js", "emoji-names-de.js"], he: ["he.js", "emoji-names-he.js"] };
const FILES = [...NAMED, "sheet.js", "emoji-names.js", ...Object.values(TRANSLATIONS).flat()];
const ROOT = new URL("./", location.href).href;
const OWN = `martlet ${ROOT} `; // other programs of this origin have caches, too
const CACHE = OWN + FILES.join(" "); // another version has other names
const ADDRESSES = new Set(FILES.map((name) => new URL(name, ROOT).href));
const PATIENCE = 5_000; // milliseconds after which the copy is shown in place of an answer

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.split("#")[0];
  if (request.method !== "GET") return;
  if (request.mode === "navigate" && address === ROOT) event.respondWith(page(request));
  else if (ADDRESSES.has(address)) event.respondWith(file(request));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.room));
});

/** Keeps this version whole, or not at all. */
async function install() {
  const shell = await fetch(ROOT, { cache: "no-cache" });
  const words = await shell.clone().text();
  if (!shell.ok || !NAMED.every((name) => words.includes(name))) throw new Error("The server has another version by now.");
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.filter(isWanted));
  await cache.put(ROOT, shell);
  await skipWaiting();
}

/** Translations are kept of the languages that the user reads. The page can be shown without them. */
function isWanted(name) {
  const language = Object.keys(TRANSLATIONS).find((language) => TRANSLATIONS[language].includes(name));
  return !language || navigator.languages.some((tag) => new Intl.Locale(tag).language === language);
}

/** Takes the place of the former version. */
async function activate() {
  for (const name of await caches.keys()) if (name.startsWith(OWN) && name !== CACHE) await caches.delete(name);
  await clients.claim();
}

/** The page from the server, or its copy if there is no answer in time, or only that of a proxy. */
async function page(request) {
  const asked = fetch(request);
  asked.catch(() => {}); // it is awaited below
  const kept = await copy(ROOT);
  if (!kept) return asked;
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  const answer = await Promise.race([asked, late]).catch(() => undefined);
  return answer && answer.status < 500 ? answer : kept;
}

async function file(request) { return (await copy(request.url)) ?? fetch(request); }

/** What is kept of an address; undefined if there is nothing, or it can't be read. */
async function copy(address) {
  try {
    return await (await caches.open(CACHE)).match(address);
  } catch {
    return undefined;
  }
}

/** Shows a room in a tab that is open, or in a new one. */
async function open(room) {
  const [tab] = await clients.matchAll({ type: "window" });
  if (!tab) return clients.openWindow(`${ROOT}#${room}`);
  tab.postMessage({ room });
  return tab.focus();
}
