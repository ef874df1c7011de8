// The letters of a photographed card: P shows the whole picture, U undoes, W says whose card it is, S sets it aside.
// They work from the fields of figures, too, which take no letters. (The keys of a line are those of the card grid.)

const takesLetters = (field) =>
  field.matches?.("textarea, select, input") && !/^(keyed|foot|seen|points|plus|minus)-/.test(field.name);

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || takesLetters(event.target)) return;
  const key = event.key.toLowerCase();
  const part = /^[puws]$/.test(key) ? document.querySelector(`#main [data-key="${key}"]`) : null;
  if (!part) return;
  event.preventDefault();
  part.click();
  if (part.localName === "summary") part.closest("details").querySelector("input[name=reason]").focus();
});
