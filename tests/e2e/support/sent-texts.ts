import type { BrowserContext, Page } from '@playwright/test';
import type { SentText } from '../../support/identifying-values';

/** Matches the headers that contain only the panel's own settings. */
const FIXED = /^(content-security-policy|permissions-policy|strict-transport-security)$/;

/**
 * Collects what a browser sends or stores apart from the content of pages: addresses, headers, titles, the state of the
 * history, cookies, storage and messages on the console.
 */
export class SentTexts {
  readonly texts: SentText[] = [];
  /** The part of the test that is running. */
  #where = '';
  #headers: Promise<void>[] = [];
  /** Addresses that the user has typed, such as old bookmarks. */
  readonly #typed = new Set<string>();

  constructor(
    readonly context: BrowserContext,
    readonly base: string,
  ) {
    context.on('request', (request) => {
      const where = this.#where;
      if (!this.#typed.has(request.url())) this.note(request.url(), 'a request');
      this.#headers.push(
        request.allHeaders().then((headers) => {
          for (const name of ['referer', 'cookie'])
            this.texts.push({ text: headers[name] ?? '', where: `${where}: ${name}` });
        }),
      );
    });
    context.on('response', (response) => {
      const where = this.#where;
      // An uploaded file is sent with the name that a user gave it. This name is data, like the file's content.
      const isUpload = new URL(response.url()).pathname.startsWith('/files/');
      this.#headers.push(
        response.allHeaders().then((headers) => {
          // The headers include the name of a downloaded file.
          for (const [name, text] of Object.entries(headers))
            if (!FIXED.test(name) && !(isUpload && name === 'content-disposition'))
              this.texts.push({ text, where: `${where}: header ${name}` });
        }),
      );
    });
    context.on('console', (message) => this.note(message.text(), 'the console'));
    context.on('weberror', (error) => this.note(String(error.error()), 'an error'));
  }

  /** Starts a part of the test. The texts that follow are stored with its name. */
  start(where: string): void {
    this.#where = where;
  }

  /** Opens an address as if the user had typed it. Does not collect this address, because the panel did not make it. */
  async type(page: Page, address: string): Promise<void> {
    this.#typed.add(new URL(address, this.base).href);
    await page.goto(address);
    await this.capture(page);
  }

  /** Collects what the browser now shows and stores apart from the content of the page. */
  async capture(page: Page): Promise<void> {
    this.note(page.url(), 'the address');
    this.note(await page.title(), 'the title');
    const stored = await page.evaluate(async () => ({
      state: JSON.stringify(history.state),
      window: window.name,
      cookies: document.cookie,
      local: JSON.stringify({ ...localStorage }),
      session: JSON.stringify({ ...sessionStorage }),
      databases: JSON.stringify(await indexedDB.databases()),
      caches: JSON.stringify(await caches.keys()),
      fetched: performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join('\n'),
    }));
    for (const [kind, text] of Object.entries(stored)) this.note(text ?? '', kind);
    for (const { name, value } of await this.context.cookies())
      this.note(`${name}=${value}`, 'a cookie');
  }

  /** Waits until the headers of all requests are known. */
  async finish(): Promise<void> {
    // If a page was left before its headers arrived, they are lost.
    await Promise.allSettled(this.#headers);
  }

  /** Stores a text with the name of its kind, such as 'a cookie'. */
  note(text: string, kind: string): void {
    this.texts.push({ text, where: `${this.#where}: ${kind}` });
  }
}
