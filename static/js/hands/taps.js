// Scoring the play or a hand: every answer draws the table anew, so a card tapped before the one before it has been answered
// waits its turn. Without it a quick thumb loses cards.

const waiting = [];
let isAsking = false;

document.addEventListener(
  "click",
  (event) => {
    const tapped = event.target.closest("[data-taps] a[id]");
    if (!tapped || !isAsking) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting.push(tapped.id);
  },
  true,
);

// Where the table is drawn anew between press and release, the browser makes no click of them.
let pressed = null;

document.addEventListener("pointerdown", ({ target }) => (pressed = target.closest("[data-taps] a[id]")), true);
document.addEventListener("pointercancel", () => (pressed = null), true);
document.addEventListener(
  "pointerup",
  () => {
    if (pressed && !pressed.isConnected) waiting.push(pressed.id);
    pressed = null;
    if (!isAsking) goOn();
  },
  true,
);

// A card that lies on the table by now has no link any more: a second tap on it is passed over.
function goOn() {
  isAsking = false;
  while (waiting.length && !isAsking) document.getElementById(waiting.shift())?.click();
}

function giveUp() {
  isAsking = false;
  waiting.length = 0;
}

const isOfTable = ({ detail }) => detail.target?.dataset?.taps !== undefined;

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isOfTable(event)) isAsking = true;
});
document.addEventListener("htmx:afterSettle", goOn);
for (const kind of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(kind, giveUp);
