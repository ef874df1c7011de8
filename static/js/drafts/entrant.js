// What is typed into an entrant's details outlives another button of the page: it stands there again, unsaved, afterwards.
// It is kept for this tab alone, and only where nobody has changed the same field meanwhile.

const form = document.getElementById("details");
const KEY = `details ${location.pathname}`;

function fields() {
  return [...form.elements].filter((field) => field.name && field.type !== "hidden");
}

function typedValueOf(field) {
  return field.type === "checkbox" ? String(field.checked) : field.value;
}

function storedValueOf(field) {
  return field.type === "checkbox" ? String(field.defaultChecked) : field.defaultValue;
}

function keep() {
  const typed = fields()
    .filter((field) => typedValueOf(field) !== storedValueOf(field))
    .map((field) => [field.name, storedValueOf(field), typedValueOf(field)]);
  if (typed.length) sessionStorage.setItem(KEY, JSON.stringify(typed));
  else sessionStorage.removeItem(KEY);
}

function bringBack() {
  const typed = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
  sessionStorage.removeItem(KEY);
  const overtaken = [];
  let isBack = false;
  for (const [name, stored, value] of typed) {
    const field = form.elements[name];
    if (!field || storedValueOf(field) === value) continue;
    if (storedValueOf(field) !== stored) {
      overtaken.push(field.type === "checkbox" ? name : value);
      continue;
    }
    if (field.type === "checkbox") field.checked = value === "true";
    else field.value = value;
    isBack = true;
  }
  document.getElementById("unsaved").hidden = !isBack;
  const told = document.getElementById("overtaken");
  document.getElementById("overtaken-typed").textContent = overtaken.join(" · ");
  told.hidden = !overtaken.length;
}

// A page that shows what was refused has it typed in already.
if (form && !form.querySelector(".errors")) bringBack();
document.addEventListener("submit", (event) => {
  if (event.target === form) sessionStorage.removeItem(KEY);
  else if (form) keep();
});
