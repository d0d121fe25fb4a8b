// Registers the service worker, which serves the page while the server can't be reached. Browsers
// allow one only over TLS, and on this machine.

/** The browser keeps what is registered; asking again lets it look for a newer version. */
export function serveOffline() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  // The only address that the page's policy lets a script come from in this way.
  const policy = window.trustedTypes?.createPolicy("service-worker", { createScriptURL: () => new URL("sw.js", location.href).href });
  serviceWorker.register(policy ? policy.createScriptURL("") : "sw.js").catch(() => {}); // not in private windows
}
