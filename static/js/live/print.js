// A Print button in every place with data-print, also after the page has followed what was posted.

function addButtons() {
  for (const place of document.querySelectorAll("[data-print]:empty")) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Print" });
    button.className = "secondary";
    button.addEventListener("click", () => print());
    place.append(button);
  }
}

addButtons();
document.addEventListener("followed", addButtons);
