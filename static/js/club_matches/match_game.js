// The number pad is enough for a game of a match: Enter goes on to the next number, and after the last one saves.

document.addEventListener("keydown", (event) => {
  const form = event.target.closest?.("form[data-next-field]");
  if (!form || event.key !== "Enter" || event.target.tagName !== "INPUT") return;
  const fields = [...form.querySelectorAll("input:not([type=hidden])")];
  const next = fields[fields.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
});
