// A Copy button in every place with data-copy, the id of a table: its rows, cells divided by tabs, go to the clipboard.
// Pages that come by plain HTTP have no clipboard of their own; a field that is selected does it there.

function rowsOf(table) {
  const rows = [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent.trim()));
  return rows.map((cells) => cells.join("\t")).join("\n");
}

function copyBySelecting(text) {
  const field = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  return isDone;
}

async function copy(text) {
  if (!navigator.clipboard) return copyBySelecting(text);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copyBySelecting(text),
  );
}

for (const place of document.querySelectorAll("[data-copy]")) {
  const table = document.getElementById(place.dataset.copy);
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Copy" });
  const heading = table.closest("section").querySelector("h2");
  const told = Object.assign(document.createElement("span"), { className: "note" });
  told.setAttribute("role", "status");
  button.setAttribute("aria-describedby", heading.id);
  button.className = "secondary";
  button.addEventListener("click", async () => {
    told.textContent = "";
    const isDone = await copy(rowsOf(table));
    told.textContent = isDone
      ? `${table.tBodies[0].rows.length} rows copied.`
      : "Not copied. Select the table instead.";
    button.focus();
  });
  place.append(button, " ", told);
}
