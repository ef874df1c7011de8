// Cross-checking by keys. Enter presses the button that is marked, without this file too; here 1 presses it from
// anywhere, 2 and 3 open the lines to re-enter, as the page shows beside them, and a key that is held down does not
// run through the queue.

function pressed(key) {
  return [...document.querySelectorAll(`#item [data-key="${key}"]`)].find((part) => part.checkVisibility());
}

document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.closest?.("#item")) event.preventDefault();
  const isTyping = event.target.matches?.("input, textarea, select");
  if (isTyping || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  const part = /^[123]$/.test(event.key) ? pressed(event.key) : undefined;
  if (!part) return;
  event.preventDefault();
  if (part.localName !== "summary") {
    part.click();
    return;
  }
  const details = part.closest("details");
  details.open = true;
  details.querySelector("input[name=keys]").select();
});

// What comes in by itself: the cursor goes to what is to be pressed or mended next.
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target.id !== "item") return;
  document.querySelector("#item [autofocus]")?.focus();
  requestAnimationFrame(beginAtCards);
});

// A phone shows the two cards above the button where both fit: the focus alone would scroll their heads away.
function beginAtCards() {
  const [cards, button] = [document.querySelector("#item .paper-cards"), document.activeElement];
  if (!matchMedia("(max-width: 40em)").matches || !cards || !button.matches("#item button")) return;
  const height = button.getBoundingClientRect().bottom - cards.getBoundingClientRect().top;
  if (height < innerHeight) cards.scrollIntoView();
}

addEventListener("load", () => requestAnimationFrame(beginAtCards));

document.documentElement.classList.add("by-keys");
