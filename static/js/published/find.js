// The published site has no server: find a name and sort a table among what the page has. Without script all rows show.
const ROWS = {
  standings: "#standings tbody tr:not(.cut), #standings .people li",
  seats: "#seats tbody tr",
  bracket: "#bracket .side",
  found: ".rule-index li",
};
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

for (const box of document.querySelectorAll("[data-find]")) {
  const rows = document.querySelectorAll(ROWS[box.dataset.find] ?? null);
  const input = box.querySelector("input");
  box.hidden = rows.length === 0;
  input.addEventListener("input", () => {
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    let first;
    for (const row of rows) {
      const text = plain(row.textContent);
      const isFound = words.every((word) => text.includes(word));
      if (box.dataset.find === "bracket") {
        row.classList.toggle("path", isFound && words.length > 0);
        first ??= isFound && words.length ? row : undefined;
      } else {
        row.style.display = isFound ? "" : "none"; // rows are grids on a phone, which `hidden` does not hide
      }
    }
    first?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}

// Headings that sort on the server lead nowhere here: this script sorts.
const order = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const surname = (name) =>
  name
    .replace(/,? (jr|sr|i{2,3}|iv)\.?$/i, "")
    .split(" ")
    .at(-1);
for (const heading of document.querySelectorAll("table thead th > a:not([href])")) {
  heading.href = "#main";
  heading.setAttribute("role", "button");
  heading.addEventListener("click", (event) => {
    event.preventDefault();
    const th = heading.closest("th");
    const body = th.closest("table").tBodies[0];
    const column = th.cellIndex;
    const isName = heading.textContent.trim() === "Name";
    const key = (row) => {
      const cell = row.cells[column];
      if (isName) {
        const name = (cell.querySelector("bdi") ?? cell).textContent.trim(); // not what stands beside it
        return `${surname(name)} ${name}`;
      }
      return cell?.textContent.trim() ?? "";
    };
    for (const other of th.parentElement.cells) {
      other.removeAttribute("aria-sort");
    }
    th.setAttribute("aria-sort", "ascending");
    const isPlace = heading.textContent.trim() === "Place";
    for (const line of body.querySelectorAll(".cut")) {
      line.style.display = isPlace ? "" : "none"; // the line is drawn in order of place alone
    }
    const cut = isPlace ? [...body.rows].find((row) => row.matches(".cut")) : undefined;
    const above = cut ? body.querySelectorAll(".is-qualifying").length : 0;
    const rows = [...body.rows].filter((row) => !row.matches(".cut"));
    rows.sort((a, b) => order.compare(key(a), key(b)));
    if (cut) {
      rows.splice(above, 0, cut);
    }
    body.append(...rows);
  });
}
