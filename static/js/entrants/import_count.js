// The button of an import counts what it stores, as rows are chosen or left out.

const button = document.querySelector("button[data-new]");
const form = button?.form;

function count() {
  let added = Number(button.dataset.new);
  let changed = Number(button.dataset.changed);
  for (const control of form.querySelectorAll("[name^='row-']")) {
    if (control.type === "checkbox" && !control.checked) continue;
    if (control.value === "add") added += 1;
    else if (control.value === "change") changed += 1;
    else if (control.dataset.of === "new") added -= 1;
    else if (control.dataset.of === "changed") changed -= 1;
  }
  button.textContent = `Import ${added} new and ${changed} changed`;
}

if (button) {
  form.addEventListener("change", count);
  addEventListener("pageshow", count); // the browser may bring back choices after "Back"
  count();
}
