// Without a connection, or where the server is busy, an act is not lost: the page says so, and sends it again until the
// server answers. The queue says that it may be out of date.

import { isBusy, notSaved } from "../live/away.js";

const AGAIN = 3_000;

const says = document.createElement("div");
says.id = "offline";
document.querySelector("main").prepend(says);

let waiting = null;
let timer = 0;

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

function missed({ elt }, busy) {
  const form = elt.closest("form");
  if (form?.method !== "post") {
    return say(`${busy ? "The server is busy" : "No connection to the server"}. This page may be out of date.`);
  }
  const button = form.querySelector("button[type=submit]");
  say(notSaved(`“${button.textContent.trim()}”`, { busy }));
  waiting = { form, button };
  clearTimeout(timer);
  timer = setTimeout(sendAgain, AGAIN);
}

document.addEventListener("htmx:sendError", ({ detail }) => missed(detail, false));
document.addEventListener("htmx:timeout", ({ detail }) => missed(detail, true));
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!detail.xhr?.status) return;
  if (isBusy(detail.xhr.status)) return missed(detail, true);
  if (detail.requestConfig.verb === "post") waiting = null; // pressed again meanwhile
  if (!waiting) say("");
});
