import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { malformed, tooLarge } from './form-error';

/**
 * The bytes of a request, counted as they come. Reading throws a FormError beyond `maxBytes`, and for a
 * connection that breaks.
 */
export class Body {
  readonly #source: Readable;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor({ body }: Request, maxBytes: number) {
    this.#source = body ? Readable.fromWeb(body as NodeReadableStream) : Readable.from([]);
    // What fails is thrown to whoever reads; an error after that has nobody left to tell.
    this.#source.on('error', () => {});
    this.#chunks = this.#source.iterator({ destroyOnReturn: false });
    this.#maxBytes = maxBytes;
  }

  async *read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = await this.#chunks.next().catch(() => {
        throw malformed();
      });
      if (next.done) return;
      this.#bytes += next.value.byteLength;
      if (this.#bytes > this.#maxBytes) {
        // Ends the connection: one whose body is left unread would take no other request.
        this.#source.destroy();
        throw tooLarge(this.#maxBytes);
      }
      yield next.value;
    }
  }

  /** Receives and drops the rest: a browser shows no answer to a form whose sending was cut off. */
  async discard(): Promise<void> {
    try {
      for await (const _chunk of this.read());
    } catch {
      // It breaks off or is longer than is worth waiting for.
    }
  }
}
