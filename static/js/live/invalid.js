// What is wrong with a field stands under it, in our words and for as long as it is wrong, in place of the bubble that
// the browser shows for a moment. Also where htmx sends the form: it asks the same question first.

function saying({ validity, type, min, max, value, title, validationMessage }) {
  if (validity.valueMissing) {
    if (type === "checkbox") return "Check this box first.";
    return type === "radio" || type === "select-one" ? "Choose one." : "This is empty. Fill it in.";
  }
  if (validity.badInput && type === "number") return "This is not a number.";
  if (validity.rangeOverflow || validity.rangeUnderflow) {
    const wrong = `${value} is too ${validity.rangeOverflow ? "large" : "small"}.`;
    if (min !== "" && max !== "") return `${wrong} Enter ${min} to ${max}.`;
    return validity.rangeOverflow ? `${wrong} Enter ${max} or less.` : `${wrong} Enter ${min} or more.`;
  }
  if (validity.stepMismatch && type === "number") return `${value} is not a whole number.`;
  if (validity.typeMismatch && type === "email") return `${value} is not an e-mail address.`;
  return (validity.patternMismatch && title) || validationMessage;
}

const noteOf = (field) => document.getElementById(`${field.id || field.name}-invalid`);

function clear(field) {
  noteOf(field)?.remove();
  field.removeAttribute("aria-invalid");
  field.removeAttribute("aria-errormessage");
}

function show(field) {
  clear(field);
  const note = document.createElement("ul");
  const line = document.createElement("li");
  note.id = `${field.id || field.name}-invalid`;
  note.className = "errorlist";
  line.textContent = saying(field);
  note.append(line);
  (field.closest(field.type === "radio" ? "fieldset" : ".field") ?? field.parentElement).append(note);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-errormessage", note.id);
}

let first = null;

document.addEventListener(
  "invalid",
  (event) => {
    event.preventDefault();
    const field = event.target;
    if (!first) {
      first = field;
      for (let box = field.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
      // All that are wrong are told in one go, one event each: the first is where the hand goes.
      setTimeout(() => {
        first.focus();
        first = null;
      });
    }
    // A search that is empty needs no words.
    if (!field.closest("[role=search]")) show(field);
  },
  true,
);

document.addEventListener("input", ({ target }) => {
  if (target.matches?.("[aria-errormessage]") && target.validity.valid) clear(target);
});
