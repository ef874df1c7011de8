// Where a second laptop follows the first, each page knows its address. When the first does not answer any more, the
// page offers the second, and takes along what this browser keeps (kept.js).

const ADDRESS = "/standby/second";
const SOON = 3_000; // who goes on at once has no need of it
const EVERY = 20_000;
const AGAIN = 3_000;
const PATIENCE = 5_000;
const FAILURES_BEFORE_WORDS = 2;

// The page that the first laptop answers with when the second has taken over, or may have.
const saysItself = document.querySelector("a[data-second-laptop]");

let second = "";
let failures = 0;
let timer = null;

async function look() {
  clearTimeout(timer);
  try {
    const answer = await fetch(ADDRESS, { cache: "no-store", signal: AbortSignal.timeout?.(PATIENCE) });
    if (answer.status >= 500) throw new Error(String(answer.status));
    const told = answer.ok ? await answer.json() : {};
    second = told.second ?? "";
    failures = 0;
    if (told.is_replaced) offer("The second laptop has taken over.");
    else document.getElementById("second-laptop")?.remove();
  } catch {
    failures += 1;
  }
  if (failures >= FAILURES_BEFORE_WORDS && second) offer("The first laptop does not answer.");
  // Where nobody follows there is nothing to look for until the page is opened again.
  if (second) timer = setTimeout(look, failures ? AGAIN : EVERY * (0.75 + Math.random() / 2));
}

function offer(why) {
  if (saysItself) return;
  const before = document.getElementById("second-laptop");
  if (before?.dataset.why === why) return; // screen readers announce every replacement
  before?.remove();
  const says = Object.assign(document.createElement("p"), { id: "second-laptop", className: "message warning" });
  says.dataset.why = why;
  says.setAttribute("role", "alert");
  const way = Object.assign(document.createElement("a"), { textContent: "Go on at the second laptop" });
  leadThere(way);
  says.append(`${why} What you typed is kept. `, way);
  document.querySelector("main").prepend(says);
}

// What is kept may still grow: it is read when somebody goes.
function leadThere(way) {
  way.href = addressThere();
  way.addEventListener("click", () => {
    way.href = addressThere();
  });
}

function addressThere() {
  const leaving = new CustomEvent("second-laptop", { detail: { hash: "" } });
  document.dispatchEvent(leaving);
  return second + location.pathname + location.search + leaving.detail.hash;
}

if (saysItself) {
  second = new URL(saysItself.href).origin;
  leadThere(saysItself);
}
timer = setTimeout(look, SOON);
addEventListener("online", look);
document.addEventListener("server:silent", look);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) clearTimeout(timer);
  else if (second) look();
});
