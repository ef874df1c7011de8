// A page that moves on by itself puts something else under the hand that saved. Until that has been on the screen for half
// a second its buttons take no tap (the animation look-first of staff.css), and here no key that presses one right after
// another such key: who saved by Enter and presses it once more has not seen what it would act on. A classic script in the
// head, not a module: it hears the keys before the rest of the page is there.
// Nor does a second Enter, before the page that answers is there, send once more what the first one has sent.
// The next step of a page (data-first) gets the cursor, so that Enter is enough; the page is not scrolled for it.

(() => {
  const STORE = "last-key";
  const SOON = 2_000;

  // Whether a button has come since a moment, and has not been on the screen long enough.
  const hasComeSince = (moment) =>
    document
      .getAnimations()
      .some(({ animationName, currentTime }) => animationName === "look-first" && currentTime <= Date.now() - moment);
  // A digit presses where the page says so, and is typed elsewhere, perhaps before the cursor is in its field.
  const isPress = ({ key, target }) =>
    key === "Enter" ||
    (/^[ 1-3]$/.test(key) &&
      !target.matches?.("input, textarea") &&
      (key === " " || document.querySelector(`[data-key="${key}"]`) !== null));

  let last = { isPress: false, at: 0 };
  try {
    const before = JSON.parse(sessionStorage.getItem(STORE));
    if (before && Date.now() - before.at < SOON) last = before;
  } catch {
    // A browser that keeps nothing: within a page it is all the same.
  }

  addEventListener(
    "keydown",
    (event) => {
      // What is typed by a script has no event of a person: it goes through.
      if (!event.isTrusted) return;
      // Nor does a key that is held down press one thing after another.
      if (event.repeat && event.key === "Enter" && event.target.matches?.("a, button")) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      const now = { isPress: isPress(event), at: Date.now() };
      if (!last.isPress || !now.isPress || !hasComeSince(last.at)) {
        last = now;
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      document.dispatchEvent(new Event("pressed-unseen"));
    },
    true,
  );
  // Who has clicked in between is not at the keys of before any more.
  addEventListener("pointerdown", () => (last = { isPress: false, at: Date.now() }), true);
  let sent = { at: 0 };
  addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !form.matches("[method=post]")) return; // sent by another script, or only asks
    const before = sent;
    sent = { form, submitter, typed: String(new URLSearchParams(new FormData(form))), at: Date.now() };
    const isSame = ["form", "submitter", "typed"].every((part) => sent[part] === before[part]);
    if (isSame && sent.at - before.at < SOON) event.preventDefault();
  });
  addEventListener("DOMContentLoaded", () => {
    if (document.activeElement !== document.body || location.hash) return;
    document.querySelector("main [data-first]")?.focus({ preventScroll: true });
  });
  addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(STORE, JSON.stringify(last));
    } catch {
      // As above.
    }
  });
})();
