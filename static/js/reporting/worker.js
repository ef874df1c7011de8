// Where the browser lets it (https, or the serving machine itself), the card's page opens without a server: as it was
// last shown. It is asked for anew each time; nothing that is sent goes through here.

const CACHE = "card";
const PATIENCE = 4_000;
const ANY = { ignoreVary: true };

// A network that wants to be signed in to answers in place of the server: its page is no card.
function isOurs(request, answer) {
  if (request.mode === "navigate") return answer.headers.has("Card-Answer");
  return !answer.headers.get("Content-Type")?.startsWith("text/html");
}

// A page that is opened takes no signal to give up.
function tooLate() {
  return new Promise((_, refuse) => setTimeout(() => refuse(new Error("no answer")), PATIENCE));
}

async function fresh(request) {
  const cache = await caches.open(CACHE);
  // One page for each address, whatever game was asked for.
  const key = request.mode === "navigate" ? registration.scope : request;
  try {
    const answer = await Promise.race([fetch(request), tooLate()]);
    if (isOurs(request, answer)) {
      if (answer.ok && !answer.redirected) await cache.put(key, answer.clone());
      if (answer.status === 404 && request.mode === "navigate") await caches.delete(CACHE);
      if (answer.status < 500) return answer;
    }
    return (await cache.match(key, ANY)) ?? answer;
  } catch (fault) {
    const kept = await cache.match(key, ANY);
    if (kept) return kept;
    throw fault;
  }
}

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.endsWith("/now/")) return;
  if (request.mode === "navigate" || pathname.startsWith("/static/")) event.respondWith(fresh(request));
});
