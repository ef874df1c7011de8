// Tells the server now and then that this card is open here, and shows who else has it open.

const EVERY = 10_000;

async function ask() {
  const place = document.getElementById("presence");
  if (!place || document.hidden) return;
  try {
    const answer = await fetch(place.dataset.presence, { redirect: "manual" });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("presence");
    // Said again only when it changes: screen readers announce every replacement.
    if (fresh && fresh.textContent !== place.textContent) place.textContent = fresh.textContent;
  } catch {
    // The server is away: the drafts tell about that.
  }
}

setInterval(ask, EVERY);
document.addEventListener("visibilitychange", ask);
