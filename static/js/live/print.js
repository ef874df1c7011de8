// A Print button in every place with data-print, also after the page has followed what was posted. Where the page is made
// of sheets it says how many will be printed.

function words() {
  const sheets = document.querySelectorAll(".sheet, .photo-sheet").length;
  if (!sheets || document.querySelector(".sheet-long")) return "Print";
  return `Print ${sheets} ${sheets === 1 ? "page" : "pages"}`;
}

function addButtons() {
  for (const place of document.querySelectorAll("[data-print]:empty")) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: words() });
    button.className = "secondary";
    button.addEventListener("click", () => print());
    place.append(button);
  }
}

// What is printed says when: paper hangs on walls after it is corrected.
const when = new CSSStyleSheet();
document.adoptedStyleSheets.push(when);
addEventListener("beforeprint", () => {
  const time = new Date().toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" });
  when.replaceSync(`@page { @bottom-left { content: "printed ${time}"; font: 9pt sans-serif; } }`);
});

addButtons();
document.addEventListener("followed", addButtons);
