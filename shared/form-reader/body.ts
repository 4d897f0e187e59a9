import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { makeMalformedError, makeTooLargeError } from './form-error';

/**
 * Counts the bytes of a request while they are read. Reading throws a FormError beyond `maxBytes`, and when the
 * connection breaks.
 */
export class Body {
  readonly #source: Readable;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor({ body }: Request, maxBytes: number) {
    this.#source = body ? Readable.fromWeb(body as NodeReadableStream) : Readable.from([]);
    // Reading throws errors. Without a listener, one that comes later would end the process.
    this.#source.on('error', () => {});
    this.#chunks = this.#source.iterator({ destroyOnReturn: false });
    this.#maxBytes = maxBytes;
  }

  async *read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = await this.#chunks.next().catch(() => {
        throw makeMalformedError();
      });
      if (next.done) return;
      this.#bytes += next.value.byteLength;
      if (this.#bytes > this.#maxBytes) {
        // Closes the connection: with an unread body it cannot carry another request.
        this.#source.destroy();
        throw makeTooLargeError(this.#maxBytes);
      }
      yield next.value;
    }
  }

  /**
   * Receives and discards the rest, because a browser shows no answer when sending its form was interrupted.
   */
  async discard(): Promise<void> {
    try {
      for await (const _chunk of this.read());
    } catch {
      // The body ends early or is too long to wait for.
    }
  }
}
