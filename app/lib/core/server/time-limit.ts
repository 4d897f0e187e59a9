/**
 * Returns the result of `work`. Throws an error after `limitMs` milliseconds. The work then continues, but its
 * signal is aborted, so that it can stop making further calls.
 */
export async function withinLimit<T>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`no answer within ${limitMs} ms`);
      limit.abort(error);
      reject(error);
    }, limitMs);
  });
  try {
    return await Promise.race([work(limit.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
