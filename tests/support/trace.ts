import type { SentText } from './identifying-values';
import type { Visitor } from './visitor';

const MAX_REDIRECTS = 5;

/** The pages with the messages of one chat or discussion, as a list or as a transcript. */
const CHAT = /^\/(phone|discussion)\/chat\//;

/** Opens pages for a visitor. Collects what the panel sends in addresses, titles, cookies and the Referer. */
export class Trace {
  readonly sent: SentText[] = [];
  /** The status of the last answer. */
  status = 0;

  constructor(readonly visitor: Visitor) {}

  /**
   * Sends a request as from a link on the page `referer`, and follows the redirects. Returns the addresses in the page
   * that opens, or an empty list if the answer is not a page.
   */
  async open(address: string, referer = '', init: RequestInit = {}): Promise<string[]> {
    const { visitor, sent } = this;
    // Older browsers send the whole address of the page with the link as the Referer.
    const headers = { ...init.headers, ...(referer && { referer }) };
    let next = new URL(address, visitor.base).href;
    let options: RequestInit = { ...init, headers };
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const where = maskValues(next);
      if (referer) sent.push({ text: referer, where: `Referer for ${where}` });
      const answer = await visitor.request(next, options);
      this.status = answer.status;
      for (const cookie of answer.headers.getSetCookie()) sent.push({ text: cookie, where });
      for (const name of ['content-disposition', 'link']) {
        const header = answer.headers.get(name);
        if (header) sent.push({ text: header, where: `${name} of ${where}` });
      }
      const location = answer.headers.get('location');
      if (location) {
        await answer.body?.cancel();
        sent.push({ text: location, where });
        next = new URL(location, next).href;
        options = { headers };
        continue;
      }
      if (!answer.headers.get('content-type')?.includes('html')) {
        await answer.body?.cancel();
        return [];
      }
      await visitor.show(answer);
      sent.push({ text: visitor.title, where: `title of ${where}` });
      const addresses = collectAddresses(visitor);
      for (const text of addresses) sent.push({ text, where });
      return addresses;
    }
    throw new Error(`too many redirects, last to ${next}`);
  }

  /** Fills in and posts the form that contains the named button, as `Visitor.press` does. */
  async press(button: string, values: Record<string, string> = {}): Promise<string[]> {
    const { visitor } = this;
    const { url } = visitor;
    const pressed = visitor.page.getByRole<HTMLButtonElement>('button', { name: button });
    const own = pressed.getAttribute('formaction') ?? pressed.form?.getAttribute('action');
    const action = new URL(own ?? url, url).href;
    return this.open(action, url, { method: 'POST', body: visitor.getBody(button, values) });
  }
}

/** Returns the addresses in a page that a browser would open or post to. Omits the addresses of attachments. */
export function collectAddresses({ document, url, base }: Visitor): string[] {
  const links = [
    ...document.querySelectorAll('a[href], link[href], form[action], [formaction], [src]'),
  ];
  const hasAttachments = CHAT.test(new URL(url).pathname);
  return links.flatMap((link) =>
    ['href', 'action', 'formaction', 'src'].flatMap((name) => {
      const address = link.getAttribute(name);
      if (!address) return [];
      const { href } = new URL(address, url);
      return hasAttachments && isAttachment(link, href, base) ? [] : [href];
    }),
  );
}

/**
 * Returns whether a link in a bubble or a cell of a chat leads to an attachment outside the panel. The sender chose its
 * address, which is a part of the message and not an address that the panel makes.
 */
function isAttachment(link: Element, href: string, base: string): boolean {
  return link.matches('.bubble a, td a') && /^https?:/.test(href) && !href.startsWith(base);
}

/** Returns the address with … for ids, and without the values of parameters. It is the same for pages of one kind. */
export function maskValues(address: string): string {
  const { pathname, searchParams } = new URL(address);
  const path = pathname.replace(/\/[\w-]{38,}|\/\d+|\/(chat|demo)-\d+/g, '/…');
  return `${path}?${[...searchParams.keys()].sort()}`;
}
