import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { limitBytes, TooLongError } from '../read-bytes';
import { makeMalformedError, makeTooLargeError } from './form-error';

/**
 * The body of a request, whose bytes are counted while they are read. Reading throws a FormError if the body
 * has more than `maxBytes` or if the connection breaks.
 */
export class Body {
  readonly #source: Readable;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #maxBytes: number;

  constructor({ body }: Request, maxBytes: number) {
    this.#source = body ? Readable.fromWeb(body as NodeReadableStream) : Readable.from([]);
    // Reading throws the errors of the stream. Without a listener, a later error would end the process.
    this.#source.on('error', () => {});
    this.#chunks = limitBytes(this.#source.iterator({ destroyOnReturn: false }), maxBytes);
    this.#maxBytes = maxBytes;
  }

  async *read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = await this.#chunks.next().catch((error: unknown) => {
        if (!(error instanceof TooLongError)) throw makeMalformedError();
        // Closes the connection, because it cannot carry another request before this body has been read completely.
        this.#source.destroy();
        throw makeTooLargeError(this.#maxBytes);
      });
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
      // The connection broke, or the body has more than `maxBytes`.
    }
  }
}
