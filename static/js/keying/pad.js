// The legend of the odd keys; on a screen without a number pad its keys can be pressed.

import { isSheet, sheetPad, sheetSaid } from "./sheet_keys.js";

// The key, how it looks, its meaning in a word for a phone, and what else it does where there is room.
const PAD = [
  ["-", "−", "lost", ""],
  [".", ".", "3 digits", "; . Enter skips a line"],
  ["/", "/", "as written", ": /points/plus/minus; / Enter blank"],
  ["*", "*", "opponent", ": 2-5 is B-5; ** totals"],
  ["+", "+", "back", ""],
];

const ORDINARY = "Two digits: 16 won by 16, −09 lost by 9";

function press(key, form) {
  const input = form.contains(document.activeElement) ? document.activeElement : null;
  if (!(input instanceof HTMLInputElement)) return;
  input.setRangeText(key, input.selectionStart, input.selectionEnd, "end");
  input.dispatchEvent(new InputEvent("input", { bubbles: true, data: key }));
}

export function makePad(form, grid) {
  const pad = Object.assign(document.createElement("div"), { className: "key-pad" });
  pad.setAttribute("role", "group");
  pad.setAttribute("aria-label", "Keys for odd lines");
  const ordinary = isSheet(grid)
    ? { className: "ordinary", textContent: sheetSaid(grid) }
    : { className: "ordinary in-line", textContent: ORDINARY };
  pad.append(Object.assign(document.createElement("p"), ordinary));
  for (const [key, shown, meaning, more] of isSheet(grid) ? sheetPad(grid) : PAD) {
    const button = Object.assign(document.createElement("button"), { type: "button", tabIndex: -1 });
    const name = Object.assign(document.createElement("kbd"), { textContent: shown });
    const rest = Object.assign(document.createElement("span"), { className: "more", textContent: more });
    button.append(name, ` ${meaning}`, rest);
    // The cursor must stay in its cell.
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", () => press(key, form));
    pad.append(button);
  }
  return pad;
}
