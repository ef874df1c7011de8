// The card that follows is fetched while this one is keyed, and stands on the page as soon as this one is saved. It is
// kept in this script's memory alone. Which card follows, and as it is at what version, is in its address: the server
// tells it with the presence (presence.js), and when a card is saved it says whether the address still holds. Where it
// does not, where nothing has come, or without script, the next page is opened as any other.

const FRESH_FOR = 60_000;
const PATIENCE = 10_000;

let fetched = null;

// `address` is blank where no card follows.
export async function fetchAhead(address) {
  if (!address || (fetched?.address === address && Date.now() - fetched.at < FRESH_FOR)) return;
  try {
    const at = Date.now();
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(address, { cache: "no-store", redirect: "manual", signal });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const form = page.querySelector("form.cardgrid");
    if (!form) return;
    // What can be done now is not done while somebody waits.
    const card = document.createDocumentFragment();
    card.append(...page.body.childNodes);
    fetched = { address, at, card, title: page.title };
    document.dispatchEvent(new CustomEvent("card:fetched", { detail: form }));
  } catch {
    // The server is away: the drafts tell about that.
  }
}

// The card that was fetched, if it is fresh: its address, and what stands on its page.
export const fetchedCard = () => (fetched && Date.now() - fetched.at < 2 * FRESH_FOR ? fetched : null);

// Show what the server tells on the page of a card. Screen readers announce what is put into a place that is there.
export function tell(told) {
  const words = new DOMParser().parseFromString(told, "text/html").body.childNodes;
  document.getElementById("told").replaceChildren(...words);
}

// Put the fetched card in the place of the one that was saved.
export function openFetched({ card, title }, address, told) {
  fetched = null;
  // Whose drafts these are stays as it is, and the drafts go on using it.
  card.getElementById("draft-state").replaceWith(document.getElementById("draft-state"));
  document.getElementById("main").replaceChildren(card);
  tell(told);
  document.title = title;
  history.pushState(null, "", address);
  scrollTo(0, 0);
  document.dispatchEvent(new Event("card:swapped"));
}

// Back to another card: it is asked for again, and its draft is put into it. The page itself says which card it shows:
// somebody may have gone back once more before this script was there to hear it.
function askForOther() {
  const place = document.getElementById("presence");
  if (place && place.dataset.presence !== `${location.pathname}presence/`) location.reload();
}

addEventListener("popstate", askForOther);
askForOther();
