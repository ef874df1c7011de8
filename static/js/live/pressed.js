// What is under a finger stays until it is lifted: between press and release a tap would find nothing any more.

export const CLICK_COMES = 50;

let pressed = null;

document.addEventListener("pointerdown", ({ target }) => (pressed = target), true);
// Where a menu has come, the release is its own.
for (const kind of ["pointerup", "pointercancel", "contextmenu"]) {
  document.addEventListener(kind, () => setTimeout(() => (pressed = null), CLICK_COMES), true);
}

export const isPressed = (part) => part.contains(pressed);

export async function released(part) {
  while (isPressed(part)) await new Promise((resolve) => setTimeout(resolve, CLICK_COMES));
}

// What a page asks for by itself is asked for again in a moment.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.matches('[hx-trigger^="every"]') && isPressed(detail.target)) detail.shouldSwap = false;
});
