/** A posted form whose body stops in the middle until `finish` is called. */
export interface SlowForm {
  body: ReadableStream<Uint8Array>;
  /** Resolves when the reader waits for the rest of the body. */
  isWaiting: Promise<void>;
  finish(): void;
}

/** Returns a form-encoded body that stops in its last field. */
export function sendSlowly(form: Record<string, string>): SlowForm {
  const text = new URLSearchParams(form).toString();
  const cut = text.lastIndexOf('=') + 1;
  const parts = [text.slice(0, cut), text.slice(cut)].map((part) => new TextEncoder().encode(part));
  let tellWaiting = () => {};
  let finish = () => {};
  const isWaiting = new Promise<void>((resolve) => {
    tellWaiting = resolve;
  });
  const mayFinish = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = parts.shift();
        if (parts.length === 0) {
          tellWaiting();
          await mayFinish;
        }
        if (part) controller.enqueue(part);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, isWaiting, finish };
}
