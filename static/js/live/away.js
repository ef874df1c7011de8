// A server that is away or busy, told from a fault of the page itself, and the words about what is not saved by then.

const PATIENCE = 10_000;

export class Away extends Error {}

// It has no time, or cannot do it now: the same may be sent again.
export const isBusy = (status) => status >= 500 || status === 408 || status === 429;

// The answer and its text, both read before anything is done with them.
export async function ask(url, options = {}) {
  try {
    const answer = await fetch(url, { ...options, signal: AbortSignal.timeout?.(PATIENCE) });
    const text = await answer.text();
    if (isBusy(answer.status)) throw new Error(`${url}: ${answer.status}`);
    return { answer, text };
  } catch (cause) {
    throw new Away(cause.message, { cause });
  }
}

// Whether the server was away. A fault of our own is reported as any other, and not called that.
export function isAway(error) {
  if (error instanceof Away) return true;
  reportError(error);
  return false;
}

export function notSaved(what, { busy }) {
  const why = busy ? "Not saved yet: the server is busy." : "Not saved yet: no connection to the server.";
  return `${why} ${what} is kept and sent again automatically.`;
}
