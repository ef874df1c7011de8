// A part of a page that each answer draws anew (data-taps): what is tapped or typed there before the answer has come waits
// its turn. Without it a quick hand loses cards, results and letters.

const PATIENCE = 10_000;
const UNANSWERED = "No answer from the server: this may not be saved. Load the page again to see.";
const waiting = []; // what was tapped, and keys
const TAPPED = "[data-taps] :is(a, button, summary)[id]";
// The button of this name may mean something else by then: the second tap of one finger is not to undo the first.
const meaning = (tapped) => `${tapped.value} ${tapped.form?.elements.seen?.value}`;
const toTap = (tapped) => ({ id: tapped.id, meaning: meaning(tapped) });

let isAsking = false;

document.addEventListener(
  "click",
  (event) => {
    const tapped = event.target.closest(TAPPED);
    if (!tapped || !isAsking) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting.push(toTap(tapped));
  },
  true,
);

// Where the table is drawn anew between press and release, the browser makes no click of them.
let pressed = null;
let told = null; // what it was when it was pressed

document.addEventListener(
  "pointerdown",
  ({ target }) => {
    pressed = target.closest(TAPPED);
    told = pressed && toTap(pressed);
  },
  true,
);
document.addEventListener("pointercancel", () => (pressed = null), true);
document.addEventListener(
  "pointerup",
  () => {
    if (pressed && !pressed.isConnected) waiting.push(told);
    pressed = null;
    if (!isAsking) goOn();
  },
  true,
);

const TYPED = "[data-taps] input:not([type=radio], [type=checkbox], [type=hidden])";

document.addEventListener(
  "keydown",
  (event) => {
    const { key, target } = event;
    // What is typed here has no event of a person: it goes through.
    if (!isAsking || !event.isTrusted || event.ctrlKey || event.altKey || event.metaKey || !target.matches?.(TYPED))
      return;
    if (key.length > 1 && !["Enter", "Tab", "Backspace"].includes(key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat) waiting.push({ key });
  },
  true,
);

function type(key) {
  const field = document.activeElement;
  if (!field?.matches(TYPED)) return;
  if (key === "Enter") return field.form.requestSubmit();
  if (key === "Tab") {
    const fields = [...field.form.querySelectorAll(TYPED)];
    const next = fields[fields.indexOf(field) + 1];
    next?.focus();
    return next?.select();
  }
  const isEmpty = field.selectionStart === field.selectionEnd;
  if (key !== "Backspace") field.setRangeText(key, field.selectionStart, field.selectionEnd, "end");
  else field.setRangeText("", Math.max(field.selectionStart - isEmpty, 0), field.selectionEnd, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, data: key }));
}

// A card that lies on the table by now has no link any more: a second tap on it is passed over.
function goOn() {
  isAsking = false;
  while (waiting.length && !isAsking) {
    const { id, key, meaning: meant } = waiting.shift();
    const tapped = document.getElementById(id);
    if (key) type(key);
    else if (tapped && meaning(tapped) === meant) tapped.click();
  }
}

// The same form is there again: what was typed for the next one is told, not typed into this one.
function tell(words) {
  const keys = waiting.filter(({ key }) => key).map(({ key }) => (key.length > 1 ? " " : key));
  const typed = keys.length ? `Typed meanwhile and not entered: ${keys.join("")}` : "";
  const line = Object.assign(document.createElement("p"), { className: "message warning" });
  line.textContent = [words, typed].filter(Boolean).join(" ");
  if (line.textContent) document.getElementById("messages")?.append(line);
  waiting.splice(0, waiting.length, ...waiting.filter(({ id }) => id));
  return line;
}

let unanswered = null;

const isOfTable = ({ detail }) => detail.target?.dataset?.taps !== undefined;

document.addEventListener("htmx:configRequest", (event) => {
  if (isOfTable(event)) event.detail.timeout = PATIENCE;
});
document.addEventListener("htmx:beforeRequest", (event) => {
  if (isOfTable(event)) isAsking = true;
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!isOfTable(event)) return;
  const { successful, requestConfig, target } = event.detail;
  unanswered?.remove();
  if (!successful) {
    waiting.splice(0, waiting.length, ...waiting.filter(({ key }) => key));
    unanswered = tell(requestConfig.verb === "get" ? "" : UNANSWERED);
  } else if (document.getElementById(target.id)?.querySelector("[aria-invalid=true], .errors, .errorlist")) tell("");
  goOn();
});
