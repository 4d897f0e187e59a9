/**
 * Rounds of the event loop between the starts of two pieces of work. In each round the loop accepts one
 * connection (libuv 1.45 and newer) and continues the work that has already started.
 */
const ROUNDS = 10;

/** How many requests may wait for their turn. */
const MAX_WAITING = 200;
/** How long a request may wait for its turn. */
const MAX_WAIT_MS = 10_000;

const waiting: (() => void)[] = [];
let roundsLeft = 0;

/**
 * Starts work one piece at a time, first come, first served. Resolves when the caller may start: at once if no
 * other work has just started. Without turns, one round of the event loop took as long as all requests under
 * way together, so with many new connections the last one was accepted after ten seconds.
 */
export function takeTurn(): Promise<void> {
  if (roundsLeft > 0) return new Promise((resolve) => waiting.push(resolve));
  startRounds();
  return Promise.resolve();
}

/** Takes a turn for a request. Resolves to false at once when too many are waiting, and when the wait was too long. */
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
