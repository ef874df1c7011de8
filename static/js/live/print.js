// Every button with data-print prints the page; it is hidden where there is no script.

for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
document.addEventListener("click", (event) => event.target.closest("[data-print]") && print());
document.addEventListener("followed", () => {
  for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
});
