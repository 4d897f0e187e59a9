import { describe, expect, it } from 'vitest';
import { MAX_DEPTH } from '../../shared/parse-json';
import { sweep } from '../support/full';
import {
  decodePageData,
  findMarked,
  Marked,
  measureDepth,
  readPageData,
} from '../support/page-data';
import { envelope } from '../support/recording-host';
import { remotePanel } from '../support/remote';
import { Visitor } from '../support/visitor';

const remote = remotePanel({}, { oneSession: true });

/** The levels of an answer around a value of a record: the answer, its items and the record. */
const AROUND = 3;
/** The deepest page data have ten levels. The encoder of Remix fails at about 900. */
const DEEP = 20;

const nest = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** Makes the host answer every list and every record with rows of which each value is the given one. */
function answerAll(value: unknown) {
  const fill = (key: string, ...fields: string[]) =>
    envelope([{ [key]: 22, ...Object.fromEntries(fields.map((field) => [field, value])) }]);
  const { host } = remote;
  host.onAny('sms-category', () =>
    fill('sms_cat_id', 'sms_cat_name', 'sms_cat_description', 'sms_cat_createdate', 'c_status'),
  );
  host.onAny('quiz', () => fill('quiz_id', 'quiz_question', 'quiz_options', 'q_status'));
  host.onAny('resource', () =>
    fill('resource_id', 'resource_name', 'resource_items', 'resource_content', 'r_type'),
  );
  host.onAny('participant', () =>
    fill('id', 'study_number', 'peer_navigator', 'record_status', 'next_date', 'country'),
  );
}

const pages = sweep(
  [
    '/sms-categories',
    '/sms-category/edit/22',
    '/delete/sms-category/22',
    '/quizzes',
    '/quiz/edit/22',
    '/resources',
    '/resource/edit/22',
    '/participants',
    '/participants?by=record_status',
    '/participant/view/22',
    '/filters/participants',
    '/columns/participants',
    '/home',
  ],
  (page) =>
    /^\/(sms-category\/edit|resource\/edit|participants$|participant\/view|filters|home)/.test(
      page,
    ),
);

describe('a page with values of a host', () => {
  it.each(pages)(
    'is shown, and its data are flat, when the values are nested as deeply as the panel reads: %s',
    async (address) => {
      answerAll(nest(MAX_DEPTH - AROUND));
      await remote.visitor.open(address);
      expect(remote.visitor.status).toBe(200);
      expect(remote.visitor.html).not.toContain('Unable to process server response');
      const data = await readPageData(remote.visitor, remote.visitor.url);
      expect(measureDepth(data)).toBeLessThan(DEEP);
    },
  );

  it.each(['/sms-categories', '/sms-category/edit/22'])(
    'says that the answer is unreadable when the values are nested one level deeper: %s',
    async (address) => {
      answerAll(nest(MAX_DEPTH - AROUND + 1));
      await remote.visitor.open(address);
      expect(remote.visitor.status).toBe(200);
      expect(remote.visitor.page.getByRole('alert').textContent).toContain(
        'Unable to process server response from server',
      );
      expect(measureDepth(await readPageData(remote.visitor, address))).toBeLessThan(DEEP);
    },
  );

  it.each(pages)(
    'has no errors in its data when the values look as Remix writes errors: %s',
    async (address) => {
      const values = [
        ['SanitizedError', 'Function', 'alert(1)'],
        ['E', 'alert(1)', 'Function'],
        { __type: 'Error', __subType: 'Function', message: 'alert(1)' },
      ];
      for (const value of values) {
        answerAll(value);
        // Follows the redirect to the address in which the id is encrypted.
        const { url } = await remote.visitor.open(address);
        expect(findMarked(await readPageData(remote.visitor, url))).toEqual([]);
      }
    },
  );
});

it('a page that fails has an error without its name and its message in its data', async () => {
  const { visitor } = remote;
  await remote.sql('alter table view_choice rename to lost_table');
  try {
    const data = await decodePageData(await visitor.request('/sms-categories.data'));
    const errors = findMarked(data);
    expect(errors).not.toEqual([]);
    const sanitized = new Marked('SanitizedError', ['Error', 'Unexpected Server Error', undefined]);
    for (const error of errors) expect(error).toEqual(sanitized);

    await visitor.open('/sms-categories');
    expect(visitor.status).toBe(500);
    expect(visitor.html).toContain('Unexpected Server Error');
    for (const detail of ['SqliteError', 'view_choice', '__subType'])
      expect(visitor.html).not.toContain(detail);
  } finally {
    await remote.sql('alter table lost_table rename to view_choice');
  }
});

it('a request in the format of page data is refused, and nothing of it is read', async () => {
  const body = '[{"_1":2},"sms_cat_name",["SanitizedError",3,4],"Function","alert(1)"]';
  const stranger = new Visitor(remote.panel.url);
  for (const [visitor, path] of [
    [remote.visitor, '/sms-category/add'],
    [remote.visitor, '/sms-category/add.data'],
    [stranger, '/login'],
  ] as const) {
    const headers = { 'content-type': 'text/x-script' };
    const answer = await visitor.request(path, { method: 'POST', headers, body });
    expect([path, answer.status]).toEqual([path, 400]);
    expect(await answer.text()).toContain('The form could not be read.');
  }
  expect(remote.host.to('sms-category/update')).toEqual([]);
});

it('there is no endpoint for the routes of other addresses', async () => {
  const paths = Array.from({ length: 500 }, (_, n) => `p=/a${n}/b`).join('&');
  const answer = await remote.visitor.request(`/__manifest?version=x&${paths}`);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/home']);
});

describe('a link', () => {
  const foreign = ['/\\evil.example', '\\\\evil.example', '//evil.example', '/\\/evil.example'];

  /** Returns the addresses to which the links, forms and buttons of the page lead. */
  function listTargets(): string[] {
    const { document, url } = remote.visitor;
    return ['href', 'action', 'formaction'].flatMap((name) =>
      [...document.querySelectorAll(`a[${name}], form[${name}], button[${name}]`)].map(
        (element) => new URL(element.getAttribute(name) ?? '', url).href,
      ),
    );
  }

  const isForeign = (target: string) =>
    /^https?:/.test(target) && new URL(target).origin !== remote.panel.url;

  it.each(foreign)('leads to no other site when ids and texts of a host are %j', async (value) => {
    const ids = ['sms_cat_id', 'quiz_id', 'resource_id', 'id', 'country_id', 'color_id'];
    const texts = ['sms_cat_name', 'quiz_question', 'resource_name', 'study_number', 'username'];
    const row = Object.fromEntries([...ids, ...texts, 'phone_number'].map((name) => [name, value]));
    remote.host.onAny('', () => envelope([row]));
    const lists = ['/sms-categories', '/quizzes', '/resources', '/participants', '/countries'];
    for (const list of [...lists, '/colors', '/phones', '/peer-navigators', '/home']) {
      await remote.visitor.open(list);
      expect(remote.visitor.status).toBe(200);
      const targets = listTargets();
      expect(targets.length).toBeGreaterThan(10);
      expect([list, targets.filter(isForeign)]).toEqual([list, []]);
    }
  });

  it.each(foreign)('leads to no other site when the address names %j', async (value) => {
    remote.host.onAny('sms-category', () => envelope([{ sms_cat_id: 22, sms_cat_name: 'News' }]));
    const text = encodeURIComponent(value);
    for (const address of [
      `/sms-category/edit/22?list=${text}`,
      `/delete/sms-category/22?list=${text}`,
      `/sms-categories?open=${text}&sort=${text}&view=${text}&by=${text}`,
      `/columns/sms-categories?cols=${text}`,
      `/login?to=${text}`,
    ]) {
      await remote.visitor.open(address);
      const targets = listTargets();
      expect(targets.length).toBeGreaterThan(0);
      expect([address, targets.filter(isForeign)]).toEqual([address, []]);
    }
  });
});
