// Between the lines and the totals: what the line that was just entered comes to, two lines as examples, and the odd
// keys. On a screen without a number pad the keys can be pressed.

import { isSheet, sheetExamples, sheetPad } from "./sheet_keys.js";

// The key, how it looks, and its meaning with an example where there is room.
const PAD = [
  ["-", "−", "lost", ""],
  [".", ".", "3 digits", ".104"],
  ["/", "/", "as written", "/2/35/"],
  ["*", "*", "opponent", "*2-5"],
  ["+", "+", "back", ""],
];
const EXAMPLES = [
  ["16", "won by 16"],
  ["−09", "lost by 9"],
];

const make = (name, properties, ...parts) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...parts);
  return element;
};

function press(key, form) {
  const input = form.contains(document.activeElement) ? document.activeElement : null;
  if (!(input instanceof HTMLInputElement)) return;
  input.setRangeText(key, input.selectionStart, input.selectionEnd, "end");
  input.dispatchEvent(new InputEvent("input", { bubbles: true, data: key }));
}

export function makePad(form, grid) {
  const pad = make("div", { className: "key-pad" });
  pad.setAttribute("role", "group");
  pad.setAttribute("aria-label", "How to enter a line");
  const examples = (isSheet(grid) ? sheetExamples(grid) : EXAMPLES).map(([keys, meaning]) =>
    make("span", { className: "example" }, make("kbd", { textContent: keys }), ` ${meaning}`),
  );
  pad.append(make("output", { className: "result" }), ...examples);
  for (const [key, shown, meaning, example] of isSheet(grid) ? sheetPad(grid) : PAD) {
    const more = make("span", { className: "more", textContent: example && `: ${example}` });
    const button = make(
      "button",
      { type: "button", className: "plain", tabIndex: -1 },
      make("kbd", { textContent: shown }),
      ` ${meaning}`,
      more,
    );
    // The cursor must stay in its cell.
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", () => press(key, form));
    pad.append(button);
  }
  return pad;
}
