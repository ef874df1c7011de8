// The photographs that this device has to send, kept in IndexedDB: localStorage is too small for pictures.

import { termHeaders } from "../live/kept.js";

const DATABASE = "photographs";
const FILES = "files";
const STALLED = 45_000;

function asked(request) {
  return new Promise((resolve, refuse) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => refuse(request.error);
  });
}

function opened() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(FILES, { keyPath: "key" });
  return asked(request);
}

const about = ({ key, action, name, size }) => ({ key, action, name, size });

export class Files {
  constructor(action, { progress, token }) {
    this.action = action;
    this.progress = progress;
    this.token = token;
    this.items = [];
    this.memory = new Map(); // where the browser keeps nothing
    this.database = null;
    this.trouble = "";
  }

  // Find what was kept before this page was opened.
  async open() {
    try {
      this.database = await opened();
      const all = await asked(this.store("readonly").getAll());
      this.items = all
        .filter(({ action }) => action === this.action)
        .sort((one, other) => one.at - other.at)
        .map(about);
    } catch {
      this.database = null;
    }
  }

  get isKept() {
    return this.database !== null && !this.memory.size;
  }

  store(mode) {
    return this.database.transaction(FILES, mode, { durability: "strict" }).objectStore(FILES);
  }

  async keep({ key, file }) {
    const item = { key, action: this.action, name: file.name, size: file.size, at: Date.now() };
    try {
      const store = this.store("readwrite");
      const isDone = new Promise((resolve, refuse) => {
        store.transaction.oncomplete = resolve;
        store.transaction.onabort = () => refuse(store.transaction.error);
      });
      store.put({ ...item, file });
      await isDone;
    } catch {
      this.memory.set(key, file);
    }
    this.items = [...this.items, about(item)];
  }

  async drop({ key }) {
    this.items = this.items.filter((one) => one.key !== key);
    if (this.memory.delete(key)) return;
    try {
      await asked(this.store("readwrite").delete(key));
    } catch {
      // It is sent once more when the page is opened again, and counts once.
    }
  }

  // A network's own page in its place is sent past once it is gone.
  isOurs({ status, isJson, isPlain }) {
    return isJson || isPlain || this.isStoppedBy({ status, isJson });
  }

  // Signed out, or no access to this event any more: it stays here.
  isStoppedBy({ status, isJson }) {
    return status === 403 || status === 404 || (status < 400 && !isJson);
  }

  async post(item) {
    const file = this.memory.get(item.key) ?? (await asked(this.store("readonly").get(item.key)))?.file;
    const form = new FormData();
    form.set("csrfmiddlewaretoken", this.token());
    form.set("key", item.key);
    if (file) form.set("picture", file, item.name);
    const answer = await this.sent(item, form);
    this.trouble = answer.status >= 500 && answer.isPlain ? await answer.text() : "";
    return answer;
  }

  // With XMLHttpRequest, which tells how much of a file has gone out.
  sent(item, form) {
    return new Promise((resolve, refuse) => {
      const request = new XMLHttpRequest();
      let timer = null;
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(() => request.abort(), STALLED);
      };
      request.upload.onprogress = ({ loaded, total }) => {
        wait();
        this.progress(item, total ? loaded / total : 0);
      };
      request.onloadend = () => {
        clearTimeout(timer);
        const { status, responseText } = request;
        const type = request.getResponseHeader("Content-Type") ?? "";
        if (!status) return refuse(new Error("no answer"));
        resolve({
          headers: { get: (name) => request.getResponseHeader(name) },
          status,
          ok: status < 300,
          isJson: type.startsWith("application/json"),
          isPlain: type.startsWith("text/plain"),
          text: async () => responseText,
        });
      };
      request.open("POST", item.action);
      request.setRequestHeader("Accept", "application/json");
      for (const [name, value] of Object.entries(termHeaders())) request.setRequestHeader(name, value);
      wait();
      request.send(form);
    });
  }
}
