import { afterAll, expect, it } from 'vitest';
import { screens, signedOutScreens } from '../e2e/support/screens';
import { demoPanel } from '../support/embedded';
import { everyCase } from '../support/full';
import {
  findIdentifying,
  listIdentifyingValues,
  type SentText,
} from '../support/identifying-values';
import { readLog, readMetrics } from '../support/panel-output';
import type { Visitor } from '../support/visitor';

const demo = demoPanel({ METRICS_PORT: '0', LOG_LEVEL: 'debug' });

const MAX_PAGES = everyCase ? 2_000 : 150;

/** Everything that the panel has sent in addresses, titles and cookies, with the page that it was found on. */
const sent: SentText[] = [];
let visitor: Visitor;

/** Returns the addresses in a page that a browser would open or post to. */
function collectAddresses({ document, url }: Visitor): string[] {
  const links = [...document.querySelectorAll('a[href], link[href], form[action], [src]')];
  return links.flatMap((link) =>
    ['href', 'action', 'src'].flatMap((name) => {
      const address = link.getAttribute(name);
      return address ? [new URL(address, url).href] : [];
    }),
  );
}

/** Returns the address without its values, so that pages of the same kind are opened once. */
function shapeOf(address: string): string {
  const { pathname, searchParams } = new URL(address);
  const path = pathname.replace(/\/[\w-]{38,}|\/\d+|\/(chat|demo)-\d+/g, '/…');
  return `${path}?${[...searchParams.keys()].sort()}`;
}

/** Opens the given pages and those that they link to. Stores what each page and each redirect sends. */
async function walk(start: readonly string[]) {
  const { url: base } = demo.panel;
  // Older browsers send the address of the page with the link as the Referer.
  const queue = start.map((path) => ({ next: new URL(path, base).href, referer: '' }));
  const seen = new Set(queue.map(({ next }) => shapeOf(next)));
  for (let item = queue.shift(); item && seen.size < MAX_PAGES; item = queue.shift()) {
    const { next, referer } = item;
    const headers: HeadersInit = referer ? { referer } : {};
    if (referer) sent.push({ text: referer, where: `Referer for ${shapeOf(next)}` });
    const answer = await visitor.request(next, { headers });
    const location = answer.headers.get('location');
    const where = shapeOf(next);
    for (const cookie of answer.headers.getSetCookie()) sent.push({ text: cookie, where });
    if (location) sent.push({ text: location, where });
    if (!answer.headers.get('content-type')?.includes('html')) {
      await answer.body?.cancel();
      if (location) enqueue([new URL(location, base).href], referer);
      continue;
    }
    await visitor.open(next, { headers });
    sent.push({ text: visitor.title, where: `title of ${where}` });
    const addresses = collectAddresses(visitor);
    for (const text of addresses) sent.push({ text, where });
    enqueue(
      addresses.filter((address) => address.startsWith(base)),
      visitor.url,
    );
  }

  function enqueue(addresses: readonly string[], referer: string) {
    for (const address of addresses) {
      const shape = shapeOf(address);
      if (seen.has(shape) || /\/(logout|assets|files|export|view)\b/.test(shape)) continue;
      seen.add(shape);
      queue.push({ next: address, referer });
    }
  }
}

/** Submits the forms of the page that open a list by posting filter values. */
async function pressPostLinks() {
  const forms = [...visitor.document.querySelectorAll('form[action^="/view/"]')];
  for (const form of forms as HTMLFormElement[]) {
    const inputs = [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')];
    const body = new URLSearchParams(inputs.map(({ name, value }) => [name, value]));
    const action = form.getAttribute('action') ?? '';
    const answer = await visitor.request(action, { method: 'POST', body });
    sent.push({ text: answer.headers.get('location') ?? '', where: `a link to ${action}` });
  }
}

it(
  'no address, Referer, title, cookie, log line or metric of the panel contains a value that identifies a person',
  async () => {
    visitor = await demo.signedIn();
    await walk(screens);
    for (const path of ['/participant/view/1', '/follow-up/view/1', '/quiz-attempt/edit/1']) {
      await visitor.open(path);
      await pressPostLinks();
    }
    await visitor.open('/phones');
    for (const label of ['Filter Name', 'Filter Number', 'Search the shown columns']) {
      await visitor.press('Search', { [label]: '+26000000000' });
      sent.push({ text: visitor.url, where: `the filter ${label}` });
      for (const text of collectAddresses(visitor)) sent.push({ text, where: `after ${label}` });
    }
    visitor = demo.stranger();
    await walk([...signedOutScreens, ...screens]);

    const values = await listIdentifyingValues(demo.sql);
    expect(values.size).toBeGreaterThan(1_000);
    expect(sent.length).toBeGreaterThan(1_000);
    // Most links are on every page.
    const distinct = [...new Map(sent.map((one) => [one.text, one])).values()];
    expect(findIdentifying(distinct, values)).toEqual([]);
    const log = readLog(demo.panel);
    expect(log.split('\n').length).toBeGreaterThan(100);
    const metrics = await readMetrics(demo.panel);
    expect(metrics).toContain('route="/participants"');
    for (const text of [log, metrics])
      expect([...values].filter((value) => text.includes(value))).toEqual([]);
  },
  everyCase ? 1_800_000 : 300_000,
);

afterAll(() => {
  console.log(`${sent.length} addresses, titles and cookies were looked through`);
});
