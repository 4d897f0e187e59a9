import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { limitBytes, TooLongError } from '../read-bytes';
import { LateFormError, makeMalformedError, makeTooLargeError } from './form-error';

/**
 * The body of a request, whose bytes are counted while they are read. Reading throws a FormError if the body
 * has more than `maxBytes` or if the connection breaks, and a LateFormError once `late` is aborted.
 */
export class Body {
  readonly #source: Readable;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #maxBytes: number;
  readonly #late: Promise<never> | undefined;

  constructor({ body }: Request, maxBytes: number, late?: AbortSignal) {
    this.#source = body ? Readable.fromWeb(body as NodeReadableStream) : Readable.from([]);
    // Reading throws the errors of the stream. Without a listener, a later error would end the process.
    this.#source.on('error', () => {});
    this.#chunks = limitBytes(this.#source.iterator({ destroyOnReturn: false }), maxBytes);
    this.#maxBytes = maxBytes;
    this.#late = late && rejectWhenAborted(late);
  }

  async *read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.#chunks.next().catch((error: unknown) => {
        if (!(error instanceof TooLongError)) throw makeMalformedError();
        // Closes the connection, because it cannot carry another request before this body has been read completely.
        this.#source.destroy();
        throw makeTooLargeError(this.#maxBytes);
      });
      // The connection stays open for the answer, which closes it.
      const next = await (this.#late ? Promise.race([this.#late, chunk]) : chunk);
      if (next.done) return;
      yield next.value;
    }
  }

  /**
   * Receives and discards the rest of the body. Browsers show no response if they could not send the complete form.
   */
  async discard(): Promise<void> {
    try {
      for await (const _chunk of this.read());
    } catch {
      // The connection broke, the body has more than `maxBytes`, or it is late.
    }
  }
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new LateFormError()), { once: true });
  });
  // Nobody waits for it while no chunk is awaited.
  late.catch(() => {});
  return late;
}
