// Serves the page while the server can't be reached. The page's files have their hash in their
// name, so a copy of them is never old. The page itself is asked for at the server first.
//
// Nothing else is answered here: no files of messages, and no answers of the server's interfaces.

const FILES = ["main.js", "sheet.js", "emoji-names.js", "style.css", "icon.svg", "model.wasm"];
const CACHE = `martlet ${FILES.join(" ")}`; // another version has other names
const ROOT = new URL("./", location.href).href;
const ADDRESSES = new Set(FILES.map((name) => new URL(name, ROOT).href));

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.split("#")[0];
  if (request.method !== "GET") return;
  if (request.mode === "navigate" && address === ROOT) event.respondWith(page(request));
  else if (ADDRESSES.has(address)) event.respondWith(file(request));
});

/** Keeps this version whole, or not at all. */
async function install() {
  const shell = await fetch(ROOT, { cache: "no-cache" });
  const names = await shell.clone().text();
  if (!shell.ok || !names.includes(FILES[0])) throw new Error("The server has another version by now.");
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
  await cache.put(ROOT, shell);
  await skipWaiting();
}

/** Takes the place of the former version. */
async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await clients.claim();
}

/** The page from the server, or its copy if there is no answer, or only that of a proxy. */
async function page(request) {
  const copy = async () => (await caches.open(CACHE)).match(ROOT);
  try {
    const answer = await fetch(request);
    return answer.status < 500 ? answer : (await copy()) ?? answer;
  } catch (problem) {
    const kept = await copy();
    if (kept) return kept;
    throw problem;
  }
}

async function file(request) { return (await (await caches.open(CACHE)).match(request.url)) ?? fetch(request); }
