/**
 * Aborts its signal if the host neither accepts the next bytes nor responds within `limitMs`. Does not count
 * the time in which the panel waits for the browser, which server/limits.ts limits.
 */
export class HostTimeLimit {
  readonly #limitMs: number;
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    this.#restart();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Yields the chunks of a body. Pauses the limit while it waits for a chunk, and restarts it afterwards. */
  async *pauseWhileReading<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
    this.#pause();
    try {
      for await (const part of parts) {
        this.#restart();
        yield part;
        this.#pause();
      }
    } finally {
      this.#restart();
    }
  }

  /** Ends the limit, so that the signal is not aborted any more. */
  end(): void {
    this.#isOver = true;
    this.#pause();
  }

  #pause(): void {
    clearTimeout(this.#timer);
  }

  #restart(): void {
    this.#pause();
    if (this.#isOver) return;
    this.#timer = setTimeout(() => {
      this.#abort.abort(new DOMException('the host took too long', 'TimeoutError'));
    }, this.#limitMs);
  }
}
