/**
 * Aborts its signal when the host neither takes nor answers anything for `limitMs`. The time during which the
 * browser has the panel wait for the next bytes does not count: server/limits.ts bounds that.
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

  /** Yields the parts of a body, and does not count the time that each takes to come. */
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

  /** Ends the limit; nothing is aborted afterwards. */
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
