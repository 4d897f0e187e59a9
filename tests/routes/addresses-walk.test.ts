import { expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';
import { sweep } from '../support/full';
import { findIdentifying, listIdentifyingValues } from '../support/identifying-values';
import { readLog, readMetrics } from '../support/panel-output';
import { signedOutScreens, sweptScreens } from '../support/panel-screens';
import { dailyPaths, screens as listScreens } from '../support/screens';
import { Trace } from '../support/trace';
import { walk } from '../support/walk';

const demo = demoPanel({ METRICS_PORT: '0', LOG_LEVEL: 'debug' });

/** Matches an address that names a participant or a phone by an id that is not encrypted. */
const PLAIN_ID =
  /\/(?:participant|phone)\/[a-z]+\/[+\d]+(?=$|[/?#])|\/(?:accesses|history)\/(?:participant|phone)\/[+\d]+(?=$|[/?#])|\/(?:participants|phones)\?(?:.*&)?open=[+\d]+(?=$|[&#])/;

/** Matches the number of a participant or phone in a title, an audit entry or a filter. */
const PLAIN_NUMBER =
  /\b(?:participant|(?<!SMS )phone) \+?\d+\b|\/(?:participants|phones)\?(?:.*&)?(?:phone_)?id\.m/;

/** The lists of the specification, except those with a parameter in the path, which `screens` has with an id. */
const listPaths = sweep(
  listScreens.map(({ path }) => path).filter((path) => !path.includes('{')),
  (path) => dailyPaths.includes(path),
);

/** The screens of the menu and of the specification, forms and pages of single records. */
const start = [...new Set([...sweptScreens, ...listPaths])];

/** Submits the forms of the page that open a list by posting filter values. */
async function pressPostLinks({ visitor, sent }: Trace) {
  const forms = [...visitor.document.querySelectorAll('form[action^="/view/"]')];
  for (const form of forms as HTMLFormElement[]) {
    const inputs = [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')];
    const body = new URLSearchParams(inputs.map(({ name, value }) => [name, value]));
    const action = form.getAttribute('action') ?? '';
    const answer = await visitor.request(action, { method: 'POST', body });
    sent.push({ text: answer.headers.get('location') ?? '', where: `a link to ${action}` });
  }
}

it('no address, Referer, title, cookie, log line or metric of the panel contains a value that identifies a person', async () => {
  // The demo study has only the names of screens in this field.
  const newest = 'select max(id) from analytic';
  await demo.sql(`update analytic set subject = 'Wezi Mockanda' where id = (${newest})`);
  const signedIn = new Trace(await demo.signedIn());
  const opened = await walk(signedIn, start);
  for (const path of start) {
    const title = opened.get(demo.panel.url + path);
    expect(title, path).toBeDefined();
    expect(title, path).not.toMatch(/^Sign in/);
  }
  for (const path of ['/participant/view/1', '/follow-up/view/1', '/quiz-attempt/edit/1']) {
    await signedIn.visitor.open(path);
    await pressPostLinks(signedIn);
  }
  for (const path of ['/audit/accesses/participant/1', '/history/participant/1'])
    await signedIn.open(path);
  await signedIn.open('/participants');
  await signedIn.press('Search', { 'Filter ID at least': '2', 'Filter ID at most': '2' });
  for (const label of ['Filter Name', 'Filter Number', 'Search the shown columns']) {
    await signedIn.open('/phones');
    await signedIn.press('Search', { [label]: '+26000000000' });
  }
  const signedOut = new Trace(demo.stranger());
  const all = [...signedOutScreens, ...start];
  expect([...(await walk(signedOut, all)).keys()]).toEqual(
    expect.arrayContaining(all.map((path) => demo.panel.url + path)),
  );

  const values = await listIdentifyingValues(demo.sql);
  const sent = [...signedIn.sent, ...signedOut.sent];
  expect(values).toContain('Wezi Mockanda');
  expect(values.size).toBeGreaterThan(1_000);
  expect(sent.length).toBeGreaterThan(5_000);
  const log = readLog(demo.panel);
  expect(log.split('\n').length).toBeGreaterThan(100);
  const metrics = await readMetrics(demo.panel);
  expect(metrics).toContain('route="/participants"');
  // Removes duplicates, because most links are on every page.
  const distinct = [...new Map(sent.map((one) => [one.text, one])).values()];
  const written = [
    { text: log, where: 'the log' },
    { text: metrics, where: 'the metrics' },
  ];
  expect(findIdentifying([...distinct, ...written], values)).toEqual([]);
  expect(distinct.filter(({ text }) => PLAIN_ID.test(text))).toEqual([]);
  const entries = (await demo.sql('select audit_title, audit_description from audit_entry')) as {
    audit_title: string;
    audit_description: string;
  }[];
  expect(entries.length).toBeGreaterThan(100);
  const texts = entries.flatMap((entry) => [entry.audit_title, entry.audit_description]);
  const named = [...texts, ...distinct.map(({ text }) => text)];
  expect(named.filter((text) => PLAIN_NUMBER.test(text))).toEqual([]);
  expect(distinct.filter(({ text }) => /\/participants\?open=[\w-]{38,}/.test(text))).not.toEqual(
    [],
  );
  console.log(`${opened.size} pages, ${sent.length} addresses, titles and cookies were searched`);
});
