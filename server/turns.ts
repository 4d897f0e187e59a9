/**
 * The number of rounds of the event loop between the starts of two requests. In each round the loop accepts one
 * connection (libuv 1.45 and newer) and continues the work that has already started.
 */
const ROUNDS = 10;

/** The maximum number of requests that may wait for their turn. */
const MAX_WAITING = 200;
/** The maximum time in milliseconds that a request may wait. */
const MAX_WAIT_MS = 10_000;

const waiting: (() => void)[] = [];
let roundsLeft = 0;

/**
 * Starts requests one at a time, in the order of their arrival. Resolves when the caller may start: immediately
 * if no other request has just started. Without turns, one round of the event loop took as long as all running
 * requests together, so with many new connections the last one was accepted after ten seconds.
 */
export function takeTurn(): Promise<void> {
  if (roundsLeft > 0) return new Promise((resolve) => waiting.push(resolve));
  startRounds();
  return Promise.resolve();
}

/**
 * Waits for the turn of a request and returns true. Returns false immediately if too many requests are waiting, and
 * when its turn comes if the wait took too long.
 */
export async function takeTurnInTime(): Promise<boolean> {
  if (waiting.length >= MAX_WAITING) return false;
  const askedAt = performance.now();
  await takeTurn();
  return performance.now() - askedAt <= MAX_WAIT_MS;
}

function startRounds(): void {
  roundsLeft = ROUNDS;
  setImmediate(endRound);
}

function endRound(): void {
  roundsLeft -= 1;
  if (roundsLeft > 0) {
    setImmediate(endRound);
    return;
  }
  const begin = waiting.shift();
  if (!begin) return;
  startRounds();
  begin();
}
