// Tells the server now and then that this card is open here, and that it is left; shows who else has it open, and has
// the card fetched that follows.

import { hear, termHeaders } from "../live/kept.js";
import { fetchAhead } from "./next_card.js";

const EVERY = 10_000;

async function ask() {
  const place = document.getElementById("presence");
  if (!place || document.hidden) return;
  try {
    const answer = await fetch(place.dataset.presence, { headers: termHeaders(), redirect: "manual" });
    hear(answer);
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("presence");
    if (!fresh) return;
    // Another card is open by now, and the server has just heard that this one is: it is not.
    if (!place.isConnected) return leave(fresh);
    if (fresh.dataset.seenAt) place.dataset.seenAt = fresh.dataset.seenAt;
    // Said again only when it changes: screen readers announce every replacement.
    if (fresh.textContent !== place.textContent) place.textContent = fresh.textContent;
    if (document.querySelector("form.cardgrid")) fetchAhead(fresh.dataset.ahead ?? "");
  } catch {
    // The server is away: the drafts tell about that.
  }
}

// Others are offered the card at once. Where it was opened again since, the server keeps it open.
function leave(place) {
  const { presence, seenAt } = place?.dataset ?? {};
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
  if (!seenAt || !token) return;
  const said = new URLSearchParams([
    ["csrfmiddlewaretoken", token],
    ["seen_at", seenAt],
  ]);
  navigator.sendBeacon(presence, said);
}

setInterval(ask, EVERY);
addEventListener("pagehide", () => leave(document.getElementById("presence")));
addEventListener("pageshow", (event) => {
  if (event.persisted) ask();
});
document.addEventListener("visibilitychange", ask);
document.addEventListener("card:opened", ask);
ask();
