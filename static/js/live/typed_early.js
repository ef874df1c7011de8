// What is typed into a search before htmx listens is looked for as soon as it does: pages are there before their scripts.

addEventListener("DOMContentLoaded", () => {
  for (const field of document.querySelectorAll("form[role=search] input[type=search]")) {
    if (field.value !== field.defaultValue) field.dispatchEvent(new Event("input", { bubbles: true }));
  }
});
