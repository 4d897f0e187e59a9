/** A form that was posted by client navigation. */
export interface SentForm {
  action: string;
  body: FormData | URLSearchParams;
}

/** Thrown when the server is busy and refuses a navigation. The server has not processed the request. */
export class BusyError extends Error {
  override readonly name = 'BusyError';

  /** `form` is the posted form, if any, which the user can send again. */
  constructor(
    message: string,
    readonly form?: SentForm,
  ) {
    super(message);
  }
}

/**
 * Makes client navigation throw a BusyError when the server refuses a request before it reaches Remix
 * (server/busy.ts). Remix cannot decode such a response (docs/decisions/0254-tabs-after-an-upgrade.md).
 */
export function detectBusyAnswers(
  scope: Pick<typeof globalThis, 'fetch' | 'addEventListener'>,
): void {
  const { fetch } = scope;
  // Remix handles a failed action only after the stylesheets of the route are loaded. Until then, the browser would
  // report the BusyError as unhandled.
  scope.addEventListener('unhandledrejection', (event) => {
    if (event.reason instanceof BusyError) event.preventDefault();
  });
  scope.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (response.status !== 503 || !isPlainText(response)) return response;
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.origin !== location.origin || !url.pathname.endsWith('.data')) return response;
    throw new BusyError((await response.text()).trim(), findForm(url, init));
  };
}

function isPlainText(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/plain') ?? false;
}

/** Returns the form that a request of client navigation posts, if any. */
export function findForm(url: URL, init: RequestInit = {}): SentForm | undefined {
  const { method, body } = init;
  if (method?.toUpperCase() !== 'POST') return undefined;
  if (!(body instanceof FormData || body instanceof URLSearchParams)) return undefined;
  const path = url.pathname.replace(/\.data$/, '');
  return { action: `${path === '/_root' ? '/' : path}${url.search}`, body };
}
