// Big keys for the spread, and what a spread is called. Without script the phone's own keys do.

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "⌫", "0"];
const MAX_SPREAD = 121;

export function dress(part) {
  for (const form of part.querySelectorAll("form.report")) {
    const pad = form.querySelector(".keypad");
    if (!pad || pad.childElementCount) continue;
    for (const key of KEYS) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: key });
      button.dataset.key = key;
      if (key === "⌫") button.setAttribute("aria-label", "Delete the last digit");
      pad.append(button);
    }
    pad.hidden = false;
    form.elements.spread.inputMode = "none";
    name(form);
  }
}

function name(form) {
  const spread = Number(form.elements.spread.value);
  const skunks = form.dataset.skunks.split(", "); // such as "61 a double skunk, 31 a skunk"
  let words = skunks.find((skunk) => spread >= Number.parseInt(skunk, 10))?.replace(/^\d+ /, "") ?? "";
  if (spread > MAX_SPREAD) words = `Spread ${spread} is not possible. Enter 1 to ${MAX_SPREAD}.`;
  const says = form.querySelector(".skunk");
  if (says.textContent !== words) says.textContent = words;
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest(".keypad button")?.dataset.key;
  if (!key) return;
  const field = target.closest("form").elements.spread;
  field.value = key === "⌫" ? field.value.slice(0, -1) : (field.value + key).slice(0, field.maxLength);
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
document.addEventListener("input", ({ target }) => {
  const form = target.closest("form.report");
  if (form) name(form);
});
