// The hall screen turns its own pages: each sheet by as many rows as fit, then the next sheet, for ever. Space pauses,
// the arrow keys turn. What is posted meanwhile comes by follow.js; a sheet that is new, or posted anew,
// is shown at once. The buttons hide while nobody moves the mouse or presses a key.

const turner = document.getElementById("turner");
const pause = document.getElementById("pause");
const pageShown = document.getElementById("page");
const HIDE_AFTER = 3_000;
const MOST_ENLARGED = 60; // names: more fill a sheet with the least letters, and measuring them takes its time
const SIZES = [3.4, 3, 2.6, 2.3, 2, 1.8, 1.6, 1.4, 1.2, 1.1, 1]; // the last one: the least
const pauseOfPage = Number(turner.dataset.seconds) * 1_000;

let sheet = "";
let page = 0;
let isPaused = false;
let next = 0;
let known = new Set();
let hiding = 0;

// What a sheet brings: a further posting of the qualifiers is news again.
const newsOf = ({ id, dataset }) => dataset.news ?? id;

const sheets = () => [...document.querySelectorAll("main .sheet")];

// How far one page of rows is from the next: as wide as they are and the gap after them, in fractions of a pixel too.
function stepOf(rows) {
  return rows.getBoundingClientRect().width + (parseFloat(getComputedStyle(rows).columnGap) || 0);
}

// The letters of a sheet are as large as all of it can be shown with. What needs several pages has as many columns as
// with the smallest ones, in which the back of the hall still reads a name, and letters that fill them: on a screen of
// 4:3 they are larger. A name that is wider than its place is pressed, never cut.
function fit(one) {
  const window = one.querySelector(".window");
  const rows = one.querySelector(".rows") ?? window;
  const names = [...one.querySelectorAll(":is(.rows, .tree, .winner) bdi")];
  const isWide = (name) => name.scrollWidth > name.clientWidth + 1 && name.clientWidth;
  const isWhole = () => rows.scrollWidth <= rows.clientWidth + 1 && window.scrollHeight <= window.clientHeight + 1;
  for (const name of names) name.style.transform = "";
  one.classList.add("is-one");
  const setType = (type) => window.style.setProperty("--type", type);
  const size = SIZES.slice(names.length > MOST_ENLARGED ? -1 : 0).find((type) => {
    setType(type);
    return isWhole() && !names.some(isWide);
  });
  if (!size && !one.classList.toggle("is-one", isWhole()) && rows !== window) {
    const columns = () => Math.floor(rows.clientWidth / rows.firstElementChild.offsetWidth);
    const most = columns();
    setType(SIZES.slice(-3).find((type) => setType(type) || columns() === most));
  }
  press([...names.filter(isWide), ...document.querySelectorAll(".masthead h1 bdi")]);
}

// All are measured before the first is changed: a sheet of 500 names is laid out once, not once a name.
function press(names) {
  for (const name of names) name.style.display = "block";
  const widths = names.map((name) => Math.min(1, name.clientWidth / name.scrollWidth));
  for (const [at, name] of names.entries()) name.style.transform = `scaleX(${widths[at]})`;
}

function tellTime() {
  const clock = document.getElementById("clock");
  const options = { hour: "numeric", minute: "2-digit", timeZone: clock.dataset.zone };
  clock.textContent = new Intl.DateTimeFormat("en-US", options).format(new Date());
}

function pagesOf(one) {
  const rows = one.querySelector(".rows");
  if (!rows) return 1;
  const gap = stepOf(rows) - rows.getBoundingClientRect().width;
  return Math.max(1, Math.ceil((rows.scrollWidth + gap) / stepOf(rows) - 0.01));
}

function show(wanted, wantedPage) {
  const all = sheets();
  const one = all.find(({ id }) => id === wanted) ?? all[0];
  if (!one) return;
  for (const other of all) other.classList.toggle("is-current", other === one);
  fit(one);
  const pages = pagesOf(one);
  sheet = one.id;
  page = Math.max(0, Math.min(wantedPage, pages - 1));
  const rows = one.querySelector(".rows");
  if (rows) rows.style.transform = page ? `translateX(${-page * stepOf(rows)}px)` : "";
  const name = one.querySelector("h2").firstChild.textContent.trim(); // without "best of"
  pageShown.textContent = `${name}, page ${page + 1} of ${pages}${isPaused ? ", paused" : ""}`;
}

function turn(by) {
  const all = sheets();
  const at = all.findIndex(({ id }) => id === sheet);
  const isWithin = page + by >= 0 && page + by < pagesOf(all[at]);
  if (isWithin) show(sheet, page + by);
  else show(all.at((at + by) % all.length).id, by > 0 ? 0 : Infinity);
  wait();
}

function wait() {
  clearTimeout(next);
  if (!isPaused) next = setTimeout(turn, pauseOfPage, 1);
}

function toggle() {
  isPaused = !isPaused;
  pause.textContent = isPaused ? "Resume" : "Pause";
  show(sheet, page);
  wait();
}

function takeOver() {
  tellTime();
  const all = sheets();
  const fresh = all.find((one) => !known.has(newsOf(one)));
  known = new Set(all.map(newsOf));
  if (fresh) show(fresh.id, 0);
  else show(sheet, page);
  wait();
}

// Hidden buttons can still be reached by keyboard: the key that reaches them shows them.
function showButtons() {
  document.documentElement.classList.remove("is-idle");
  clearTimeout(hiding);
  hiding = setTimeout(() => document.documentElement.classList.add("is-idle"), HIDE_AFTER);
}

pause.addEventListener("click", toggle);
document.getElementById("on").addEventListener("click", () => turn(1));
document.getElementById("back").addEventListener("click", () => turn(-1));
document.addEventListener("followed", takeOver);
for (const sign of ["pointermove", "pointerdown", "keydown", "focusin"]) addEventListener(sign, showButtons);
addEventListener("resize", () => show(sheet, page));
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "ArrowRight") turn(1);
  else if (event.key === "ArrowLeft") turn(-1);
  else if (event.key === " " && event.target.tagName !== "BUTTON") toggle();
  else return;
  event.preventDefault();
});

document.documentElement.classList.add("is-rotating");
turner.hidden = false;
showButtons();
// Fonts and styles decide how many rows fit.
addEventListener("load", () => show(sheet, page));
document.fonts.ready.then(() => show(sheet, page));
takeOver();
setInterval(tellTime, 5_000);
