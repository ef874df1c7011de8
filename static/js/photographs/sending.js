// Photographs are sent by themselves, one after the other, while the next card is photographed. Each stays on this
// device until the server has answered that it is saved. Without script the form sends them.

import { newKey } from "../drafts/key.js";
import { Outbox } from "../live/outbox.js";
import { Files } from "./files.js";

const SHOWN = 6;
const LONG_LIST = 12;

const form = document.getElementById("send-photographs");
const list = document.getElementById("sending");
const says = document.getElementById("sending-state");
const done = []; // what was answered: the newest, and all that was refused
let saved = 0;

const shelf = new Files(form.getAttribute("action"), {
  progress: (item, share) => {
    const bar = list.querySelector(`[data-key="${item.key}"] progress`);
    if (bar) bar.value = share;
  },
  token: () => form.elements.csrfmiddlewaretoken.value,
});
const outbox = new Outbox(shelf, { answered, changed: show });
const isOpen = shelf.open();

function row(name, words, { key = "", kind = "", bar = null } = {}) {
  const item = document.createElement("li");
  if (key) item.dataset.key = key;
  if (kind) item.className = kind;
  const label = Object.assign(document.createElement("bdi"), { textContent: name });
  item.append(label, ` ${words}`);
  if (bar !== null) {
    const progress = Object.assign(document.createElement("progress"), { max: 1, value: bar });
    progress.setAttribute("aria-label", `${name}: sent so far`);
    item.append(progress);
  }
  return item;
}

function show() {
  const waiting = outbox.items;
  const rows = waiting
    .slice(0, LONG_LIST)
    .map((item, place) =>
      place || outbox.isStopped
        ? row(item.name, "waits", { key: item.key })
        : row(item.name, "is being sent", { key: item.key, bar: 0 }),
    );
  if (waiting.length > LONG_LIST) rows.push(row("", `and ${waiting.length - LONG_LIST} more wait`));
  list.replaceChildren(...rows, ...done.map(({ name, words, kind }) => row(name, words, { kind })));
  list.hidden = !list.children.length;
  say(stateIn(waiting));
}

function stateIn(waiting) {
  if (outbox.isStopped && waiting.length) {
    return `Not sent: ${waiting.length}. You are signed out, or your access has ended. They stay on this device: sign in, then open this page again.`;
  }
  if (shelf.trouble && waiting.length) return shelf.trouble;
  if (!waiting.length) return saved ? `${saved} saved. All are sent.` : "";
  const kept = shelf.isKept
    ? "They stay on this device until then."
    : "This browser cannot keep them: leave this page open until all are sent.";
  return `${saved} saved, ${waiting.length} to be sent. ${kept}`;
}

function say(words) {
  if (says.textContent !== words) says.textContent = words;
}

function answered(answer, text, item) {
  if (outbox.isStopped) return;
  const words = answer.isJson ? JSON.parse(text).said : text.trim();
  if (answer.ok) saved += 1;
  done.unshift({
    name: answer.ok ? "" : item.name,
    words: words || "was not saved.",
    kind: answer.ok ? "saved" : "wrong",
  });
  const kept = done.filter(({ kind }, place) => kind === "wrong" || place < SHOWN);
  done.splice(0, done.length, ...kept);
  document.getElementById("pictures")?.dispatchEvent(new Event("photographs:sent"));
}

function refuse(file, words) {
  done.unshift({ name: file.name, words, kind: "wrong" });
}

async function take(files) {
  await isOpen;
  for (const file of files) {
    if (file.size > Number(form.dataset.most)) refuse(file, "has more than 30 MB. Send it in parts.");
    else if (!file.size) refuse(file, "is empty.");
    else await outbox.add({ key: newKey(), file });
  }
  show();
}

for (const input of form.querySelectorAll("input[type=file]")) {
  input.classList.add("visually-hidden"); // its label is the button
  const takeChosen = () => {
    const files = [...input.files];
    input.value = ""; // the same name may come again: phones call each photograph image.jpg
    take(files);
  };
  input.addEventListener("change", takeChosen);
  takeChosen(); // before this script was here
}

form.addEventListener("submit", (event) => event.preventDefault());
form.classList.add("is-scripted");

for (const name of ["dragover", "dragenter"]) {
  form.addEventListener(name, (event) => {
    event.preventDefault();
    form.classList.add("is-over");
  });
}
for (const name of ["dragleave", "drop"]) form.addEventListener(name, () => form.classList.remove("is-over"));
form.addEventListener("drop", (event) => {
  event.preventDefault();
  take([...event.dataTransfer.files]);
});
// Dropped beside the form, the browser would leave the page for the picture.
for (const name of ["dragover", "drop"]) document.addEventListener(name, (event) => event.preventDefault());

addEventListener("online", () => outbox.send());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) outbox.send();
});
addEventListener("beforeunload", (event) => {
  if (shelf.memory.size) event.preventDefault();
});

await isOpen;
show();
outbox.send();
