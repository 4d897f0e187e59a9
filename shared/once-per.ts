/**
 * Creates a function that returns true on its first call, and then at most once in `ms` milliseconds. Used for work
 * that many requests could do, but that only has to be done now and then.
 */
export function makeOncePer(ms: number): () => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - last < ms) return false;
    last = now;
    return true;
  };
}
