// Hears of new versions over one connection, which all pages of an event in this browser share where the browser can
// do that. Where no connection is to be had, the page goes on asking.

const SILENCE = 50_000; // longer than the server is ever silent (config/followers.py)
const AGAIN = 10_000;
const SLOWEST = 300_000;

// Calls `told(tag, spread)` with each version, and within how many milliseconds to ask for the page; `lost()` when
// nothing is heard any more. Returns what begins and what ends it.
export function streamOf(address, { told, lost }) {
  const name = `follow ${address}`;
  const isShared = Boolean(navigator.locks && window.BroadcastChannel);
  let channel = null;
  let ending = null; // what ends the connection, or the wait for being the page that has it
  let last = null;
  let failures = 0;

  function tell(message) {
    last = message;
    channel?.postMessage(message);
    take(message);
  }

  function take({ tag, spread }) {
    if (tag) told(tag, spread);
    else lost();
  }

  async function hear(signal) {
    const connection = new AbortController();
    const end = () => connection.abort();
    signal.addEventListener("abort", end);
    let silence = setTimeout(end, SILENCE);
    try {
      const answer = await fetch(address, { headers: { Accept: "text/event-stream" }, signal: connection.signal });
      if (!answer.headers.get("Content-Type")?.startsWith("text/event-stream")) return;
      const reader = answer.body.getReader();
      const decoder = new TextDecoder();
      let text = "";
      while (true) {
        const { done, value } = await reader.read();
        if (done) return;
        clearTimeout(silence);
        silence = setTimeout(end, SILENCE);
        const events = (text + decoder.decode(value, { stream: true })).split("\n\n");
        text = events.pop();
        for (const event of events) {
          const [, tag, spread] = event.match(/^data: (\S+) (\d+)$/) ?? [];
          if (!tag) continue; // only a beat
          failures = 0;
          tell({ tag, spread: Number(spread) });
        }
      }
    } catch {
      // The same as an end: the page asks.
    } finally {
      end();
      clearTimeout(silence);
      signal.removeEventListener("abort", end);
    }
  }

  async function lead(signal) {
    while (!signal.aborted) {
      await hear(signal);
      if (signal.aborted) return;
      tell({ tag: null });
      failures += 1;
      // Not all at the same moment after the server was away.
      const pause = Math.min(AGAIN * 2 ** (failures - 1), SLOWEST) * (0.75 + Math.random() / 2);
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, pause);
        signal.addEventListener("abort", () => resolve(clearTimeout(timer)));
      });
    }
  }

  function begin() {
    if (ending) return;
    ending = new AbortController();
    const { signal } = ending;
    if (!isShared) {
      lead(signal);
      return;
    }
    channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => {
      if (data !== "hello") take(data);
      else if (last) channel.postMessage(last);
    };
    channel.postMessage("hello");
    navigator.locks.request(name, { signal }, () => lead(signal)).catch(() => {}); // ended while it waited
  }

  function end() {
    ending?.abort();
    channel?.close();
    ending = channel = last = null;
  }

  return { begin, end };
}
