// Without a connection an act is not lost: the page says so, and sends it again until the server answers. The queue
// says that it may be out of date.

const AGAIN = 3_000;

const says = document.createElement("div");
says.id = "offline";
document.querySelector("main").prepend(says);

let waiting = null;

function say(text) {
  if (says.textContent === text) return;
  const told = Object.assign(document.createElement("p"), { className: "message warning", textContent: text });
  told.setAttribute("role", "alert");
  says.replaceChildren(...(text ? [told] : []));
}

function sendAgain() {
  const { form, button } = waiting ?? {};
  waiting = null;
  if (form?.isConnected) form.requestSubmit(button?.isConnected ? button : undefined);
}

function onFailure(event) {
  const form = event.detail.elt.closest("form");
  if (form?.method !== "post") return say("No connection to the server. This page may be out of date.");
  const button = form.querySelector("button[type=submit]");
  say(`No connection to the server. “${button.textContent.trim()}” is not saved yet. It is sent again automatically.`);
  if (!waiting) setTimeout(sendAgain, AGAIN);
  waiting = { form, button };
}

for (const kind of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(kind, onFailure);
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.xhr?.status && !waiting) say("");
});
