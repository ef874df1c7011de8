// Cross-checking by keys. Enter presses the button that is marked, without this file too; here 1 presses it from
// anywhere, 2 and 3 open the lines to re-enter, as the page shows beside them, and a key that is held down does not
// run through the queue. From the moment an act is sent until what it brings could be seen no key is taken: it is not kept
// for what comes, which nobody has looked at, and the page says so. An answer to something unseen is worse than a lost key.

const TOO_EARLY = "That key came too early and was not taken. Look first, then press it again.";
const WORDS_STAY = 8_000;

const says = document.getElementById("too-early");

let isAsking = false;
let hasMovedOn = false;
let elsewhere = null;
let silence = 0;

function say(words) {
  clearTimeout(silence);
  if (says.textContent !== words) says.textContent = words;
  silence = setTimeout(() => says.replaceChildren(), WORDS_STAY);
}

// What has just come in takes no tap either (staff.css, look-first).
function isUnseen() {
  const button = document.querySelector("#item button[data-key]");
  return hasMovedOn && button !== null && getComputedStyle(button).pointerEvents === "none";
}

addEventListener(
  "keydown",
  (event) => {
    const { key, target, repeat } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || !(target === document.body || target.closest("#item")))
      return;
    const isPress = /^([ 1-3]|Enter)$/.test(key) && !target.matches("input, textarea");
    if (!(isAsking ? key.length === 1 || key === "Enter" : isPress && isUnseen())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!repeat) say(TOO_EARLY);
  },
  true,
);
document.addEventListener("pressed-unseen", () => say(TOO_EARLY));
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.verb !== "post") return;
  isAsking = true;
  say("");
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "post") isAsking = false;
});

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

// What comes in by itself: who is looking for something else meanwhile goes on typing there; else the cursor goes to what
// is to be pressed or mended next.
document.addEventListener("htmx:beforeSwap", () => {
  elsewhere = document.activeElement.closest(".masthead input");
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target.id !== "item") return;
  hasMovedOn = true;
  (elsewhere ?? document.querySelector("#item [autofocus]"))?.focus();
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
