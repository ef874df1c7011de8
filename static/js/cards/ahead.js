// Keys typed after a card was sent and before the next one is ready belong to the next card: they are kept and typed
// there. A classic script in the head, not a module: it hears the keys before the rest of the page is there.

(() => {
  const STORE = "card-keys-ahead";
  let isReady = false;

  function read() {
    try {
      return JSON.parse(sessionStorage.getItem(STORE)) ?? { from: "", keys: [] };
    } catch {
      return { from: "", keys: [] };
    }
  }

  // How many wait for the next card is seen (cards.css), and said with the first of them.
  function show(count) {
    const place = document.getElementById("draft-state");
    if (!count || !isSending()) return delete place?.dataset.ahead;
    const words = { className: "visually-hidden", textContent: " Keys wait for the next card." };
    if (!place.dataset.ahead) place.append(Object.assign(document.createElement("span"), words));
    place.dataset.ahead = count;
  }

  function keep(keys) {
    show(keys.length);
    if (!keys.length) return sessionStorage.removeItem(STORE);
    sessionStorage.setItem(STORE, JSON.stringify({ from: location.pathname, keys }));
  }

  // The card that is being sent, for as long as that takes, and the cursor is in none of its fields.
  function isSending() {
    const form = document.querySelector("form.cardgrid[data-saving]");
    return Boolean(form) && !(document.activeElement instanceof HTMLInputElement);
  }

  const isOfCard = (key) => /^[\d./*+-]$/.test(key);

  function type(key) {
    const input = document.activeElement;
    const goesOn = input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    if (!goesOn) return;
    if (key === "Enter") input.form?.requestSubmit();
    else if (key === "Tab") moveOn(input);
    else if (input instanceof HTMLInputElement) {
      input.setRangeText(key, input.selectionStart, input.selectionEnd, "end");
      input.dispatchEvent(new InputEvent("input", { bubbles: true, data: key }));
    }
  }

  function moveOn(input) {
    const fields = [...(input.form?.elements ?? [])].filter((field) => field.tabIndex >= 0 && field.checkVisibility());
    fields[fields.indexOf(input) + 1]?.focus();
  }

  // The card stays: what was typed for the next one is told, not typed into this one.
  function tell() {
    const { keys } = read();
    keep([]);
    if (!keys.length) return;
    const text = `Typed for the next card and not entered: ${keys.join("").replace(/Enter|Tab/g, " ")}`;
    document.getElementById("draft-state")?.after(Object.assign(document.createElement("p"), { textContent: text }));
  }

  // Whether the page of before was left for this one, and not loaded again or reached by another way.
  function isFollowing() {
    const { from } = read();
    const isReloaded = performance.getEntriesByType("navigation")[0]?.type === "reload";
    return !from || (!isReloaded && document.referrer !== "" && new URL(document.referrer).pathname === from);
  }

  const isNext = isFollowing();

  addEventListener(
    "keydown",
    (event) => {
      // What is typed here has no event of a person: it goes through.
      if (!event.isTrusted || event.ctrlKey || event.altKey || event.metaKey) return;
      if (isReady && !isSending()) return;
      const { keys } = read();
      // With nothing typed ahead, Enter is pressed once too often, and + leads back to the card that is being sent.
      const isOfTyping = ["Enter", "Tab", "Backspace"].includes(event.key) && keys.length && !event.shiftKey;
      if (!isOfCard(event.key) && !isOfTyping) return;
      if (event.key === "+" && !keys.length) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === "Backspace") keep(keys.slice(0, -1));
      else if (!event.repeat) keep([...keys, event.key]);
    },
    true,
  );
  // The cursor is on the line that is to be entered.
  function typeKept() {
    // Nobody has seen yet what a photographed card asks.
    if (!document.querySelector("form.cardgrid:not(.of-picture)")) return tell();
    const { keys } = read();
    keep([]);
    while (keys.length && !isSending()) type(keys.shift());
    keep(keys);
  }

  document.addEventListener("card:stays", tell);
  document.addEventListener("card:opened", typeKept);
  // Modules have run by now.
  document.addEventListener("DOMContentLoaded", () => {
    isReady = true;
    if (isNext) typeKept();
    else tell();
  });
})();
