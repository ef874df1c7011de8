// The card that follows is fetched while this one is keyed, and stands on the page as soon as this one is saved. It is
// kept in this script's memory alone. Which card follows, and as it is at what version, is in its address: the server
// tells it with the presence (presence.js), and when a card is saved it says whether the address still holds. Where it
// does not, or nothing has come, the page of the next card is asked for and put here: a page that is loaded hears no key
// until it is there. Where it is another kind of page, or without script, it is opened as any other.

const FRESH_FOR = 60_000;
const PATIENCE = 10_000;

let fetched = null;
let shown = location.pathname + location.search;

async function read(address) {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(address, { cache: "no-store", redirect: "manual", signal });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch {
    return null; // the server is away: the drafts tell about that
  }
}

function cardOf(page, place, address, at) {
  const card = document.createDocumentFragment();
  card.append(...place.childNodes);
  return { address, at, card, title: page.title };
}

// `address` is blank where no card follows.
export async function fetchAhead(address) {
  if (!address || (fetched?.address === address && Date.now() - fetched.at < FRESH_FOR)) return;
  const at = Date.now();
  const page = await read(address);
  const form = page?.querySelector("form.cardgrid");
  if (!form) return;
  // What can be done now is not done while somebody waits.
  fetched = cardOf(page, page.body, address, at);
  document.dispatchEvent(new CustomEvent("card:fetched", { detail: form }));
}

const scriptsOf = (page) => JSON.stringify([...page.scripts].map((script) => script.getAttribute("src")));

// The card on the page at this address, or null where that has to be opened as any other.
export async function cardAt(address) {
  const page = await read(address);
  if (!page?.querySelector("form.cardgrid") || scriptsOf(page) !== scriptsOf(document)) return null;
  return cardOf(page, page.getElementById("main"), address, Date.now());
}

// The card that was fetched, if it is fresh: its address, and what stands on its page.
export const fetchedCard = () => (fetched && Date.now() - fetched.at < 2 * FRESH_FOR ? fetched : null);

// Show what the server tells on the page of a card. Screen readers announce what is put into a place that is there.
export function tell(told) {
  const words = new DOMParser().parseFromString(told, "text/html").body.childNodes;
  document.getElementById("told").replaceChildren(...words);
}

// Put the fetched card in the place of the one that was saved. What its page says is put into the place that is there.
export function openFetched({ card, title }, address, told) {
  fetched = null;
  // Whose drafts these are stays as it is, and the drafts go on using it.
  card.getElementById("draft-state").replaceWith(document.getElementById("draft-state"));
  const [main, messages] = ["main", "messages"].map((id) => document.getElementById(id));
  const said = [...(card.getElementById("messages")?.childNodes ?? [])];
  card.getElementById("messages")?.replaceWith(messages);
  main.replaceChildren(card);
  messages?.replaceChildren(...said);
  window.htmx?.process(main);
  if (told !== undefined) tell(told);
  document.title = title;
  history.pushState(null, "", address);
  shown = location.pathname + location.search;
  scrollTo(0, 0);
  document.dispatchEvent(new Event("card:swapped"));
}

// Back to another card: it is asked for again, and its draft is put into it. The page itself says which card it shows:
// somebody may have gone back once more before this script was there to hear it.
const place = document.getElementById("presence");
if (place && place.dataset.presence !== `${location.pathname}presence/`) location.reload();
addEventListener("popstate", () => {
  if (location.pathname + location.search !== shown) location.reload();
});
