import { afterAll, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { declarations } from '../../shared/entities';
import type { EntityDeclaration } from '../../shared/entities/declaration';
import { screens, signedOutScreens } from '../e2e/support/screens';
import { demoPanel } from '../support/embedded';
import { everyCase } from '../support/full';
import type { Visitor } from '../support/visitor';

const demo = demoPanel({ METRICS_PORT: '0', LOG_LEVEL: 'debug' });

/** The tables of the demo study with people's data, by the entity whose fields they hold. */
const tables = {
  participant: 'participant',
  'follow-up': 'followup',
  phone: 'phone',
  user: 'user_account',
  'sms-phone': 'sms_phone',
} as const;
/** A shorter value, such as "No", occurs in addresses by chance. */
const MIN_LENGTH = 6;
const MAX_PAGES = everyCase ? 2_000 : 150;

/** Everything that the panel has sent in addresses, titles and cookies, with the page that it was found on. */
const sent: { text: string; where: string }[] = [];
let visitor: Visitor;

/** Returns the values of the demo study that identify people. */
async function listIdentifyingValues(): Promise<Set<string>> {
  const values = new Set<string>();
  for (const [name, table] of Object.entries(tables)) {
    const { fields } = defined(
      (declarations as readonly EntityDeclaration[]).find((entity) => entity.name === name),
    );
    const rows = await demo.sql('host', `select * from ${table}`);
    for (const row of rows)
      for (const [field, value] of Object.entries(Object(row)))
        if (fields[field]?.identifying === true && String(value ?? '').length >= MIN_LENGTH)
          values.add(String(value));
  }
  return values;
}

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

/** Opens pages from the given ones on, and notes what each of them and each redirect sends. */
async function walk(start: readonly string[]) {
  const { url: base } = demo.panel;
  const queue = start.map((path) => new URL(path, base).href);
  const seen = new Set(queue.map(shapeOf));
  for (let next = queue.shift(); next && seen.size < MAX_PAGES; next = queue.shift()) {
    const answer = await visitor.request(next);
    const location = answer.headers.get('location');
    const where = shapeOf(next);
    for (const cookie of answer.headers.getSetCookie()) sent.push({ text: cookie, where });
    if (location) sent.push({ text: location, where });
    if (!answer.headers.get('content-type')?.includes('html')) {
      await answer.body?.cancel();
      if (location) enqueue([new URL(location, base).href]);
      continue;
    }
    await visitor.open(next);
    sent.push({ text: visitor.title, where: `title of ${where}` });
    const addresses = collectAddresses(visitor);
    for (const text of addresses) sent.push({ text, where });
    enqueue(addresses.filter((address) => address.startsWith(base)));
  }

  function enqueue(addresses: readonly string[]) {
    for (const address of addresses) {
      const shape = shapeOf(address);
      if (seen.has(shape) || /\/(logout|assets|files|export|view)\b/.test(shape)) continue;
      seen.add(shape);
      queue.push(address);
    }
  }
}

/** Presses the buttons of the page that lead to lists by posted values. */
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

it('no address, title, cookie or log line of the panel contains a value that identifies a person', async () => {
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

  const values = await listIdentifyingValues();
  expect(values.size).toBeGreaterThan(1_000);
  expect(sent.length).toBeGreaterThan(1_000);
  const found = new Set<string>();
  for (const { text, where } of sent) {
    const decoded = decode(text).replaceAll('+', ' +');
    // Whole parts of an address, because a name may be a part of the panel's own words.
    for (const part of [decoded, ...decoded.split(/[/?&=#,;"'\s]+/)])
      if (values.has(part)) found.add(`${where}: ${part}`);
    for (const number of decoded.match(/\+?\d{9,15}|S-\d{3,}|[\w.-]+@[\w.-]+/g) ?? [])
      if (values.has(number) || values.has(`+${number}`)) found.add(`${where}: ${number}`);
  }
  expect([...found]).toEqual([]);
  // Lines that are no JSON greet the operator with the accounts of the demo study.
  const log = demo.panel
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n');
  expect([...values].filter((value) => log.includes(value))).toEqual([]);
}, 300_000);

afterAll(() => {
  console.log(`${sent.length} addresses, titles and cookies were looked through`);
});

/** Decodes an address in which another one may be a parameter. */
function decode(text: string): string {
  try {
    return decodeURIComponent(decodeURIComponent(text));
  } catch {
    return text;
  }
}
