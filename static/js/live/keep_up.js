// A page for staff follows what others do: htmx asks for the part marked data-follows. Nothing is taken out of
// anybody's hands: while a field of that part is being typed in, or holds what is not sent, the new version waits
// and a line above says so. Without script the page stays as it was sent.

const WORDS_STAY = 8_000;

const says = document.getElementById("following");

let silence = 0;
let opened = [];
let focused = "";

function isTyped(field) {
  const isTicked = field.type === "checkbox" || field.type === "radio";
  return isTicked ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

function isBusy(part) {
  // What was sent and refused stands in the page as it was sent: data-keeps tells of it.
  if ("keeps" in part.dataset) return true;
  const fields = [...part.querySelectorAll("input:not([type=hidden]), textarea")];
  return fields.some((field) => field === document.activeElement || isTyped(field));
}

// What an element is to the person who is on it, where it has no id by which htmx finds it again.
function nameOf(element) {
  return [element.tagName, element.getAttribute("href"), element.textContent.replace(/\s+/g, " ").trim()].join("|");
}

function tell(name) {
  clearTimeout(silence);
  if (says.dataset.told === name && says.childElementCount) return;
  says.dataset.told = name;
  says.replaceChildren(document.getElementById(name).content.cloneNode(true));
}

// Signing in would take the page away.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { target, xhr } = event.detail;
  if (!target.matches("[data-follows]") || !xhr.getResponseHeader("HX-Redirect") || !isBusy(target)) return;
  event.preventDefault();
  tell("signed-out");
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, xhr, requestConfig } = event.detail;
  if (!target.matches("[data-follows]") || xhr.status !== 200) return;
  // Who has searched or sorted since goes on with that.
  const looksFor = [...new FormData(document.forms.find)];
  if (looksFor.some(([name, value]) => (requestConfig.parameters[name] ?? value) !== value)) {
    event.detail.shouldSwap = false;
    return;
  }
  if (isBusy(target)) {
    event.detail.shouldSwap = false;
    tell("waits");
    return;
  }
  opened = [...target.querySelectorAll("details[open]")].map((details) => details.id);
  focused = document.activeElement.closest("main") ? nameOf(document.activeElement) : "";
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (!event.detail.elt.matches("[data-follows]")) return;
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  if (focused && document.activeElement === document.body) {
    const same = [...document.querySelectorAll("main a, main button, main summary")];
    same.find((element) => nameOf(element) === focused)?.focus({ preventScroll: true });
  }
  says.textContent = "Updated just now.";
  clearTimeout(silence);
  silence = setTimeout(() => says.replaceChildren(), WORDS_STAY);
});
