import { beforeAll, describe, expect, it } from 'vitest';
import { participant } from '../../app/lib/core/entities/participant';
import { formLimits } from '../../shared/form-reader/limits';
import { MAX_FILTER_VALUES } from '../../shared/list/filters';
import { MAX_PAGE_SIZE } from '../../shared/list/grammar';
import { sharedDemo } from '../support/embedded';
import { sweep } from '../support/full';
import { decodePageData, measureDepth, readPageData } from '../support/page-data';
import type { Visitor } from '../support/visitor';

const demo = sharedDemo();
let visitor: Visitor;
beforeAll(async () => {
  visitor = await demo.signedIn();
});

/** The deepest page data have ten levels. The encoder of Remix fails at about 900. */
const DEEP = 20;

const lists = {
  '/quiz/add': ['quiz_options', 'id', 'answer', 'correct'],
  '/quiz/edit/7': ['quiz_options', 'id', 'answer', 'correct'],
  '/resource/add': ['resource_items', 'id', 'question', 'answer'],
} as const;
type Path = keyof typeof lists;

/** Returns the fields of a form with `count` rows, each with all of its inputs. */
function fillRows(path: Path, count: number): Record<string, string> {
  const [list, ...inputs] = lists[path];
  const names = Array.from({ length: count }, (_, row) =>
    inputs.map((input) => `${list}[${row}].${input}`),
  ).flat();
  return { r_type: '2', ...Object.fromEntries(names.map((name) => [name, 'x'])) };
}

function post(path: string, fields: Record<string, string>, light = false) {
  return visitor.request(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: light ? { 'Save-Data': 'on' } : {},
  });
}

/** Expects that a form comes back as a page with script, as a light page, and as page data. */
async function expectForm(path: Path, fields: Record<string, string>, status: number) {
  for (const light of [false, true]) {
    const answer = await post(path, fields, light);
    expect([light, answer.status]).toEqual([light, status]);
    expect(await answer.text()).toMatch(/<button[^>]*>Save<|<\/form>/);
  }
  const answer = await post(`${path}.data`, fields);
  expect(answer.status).toBe(status);
  const data = await decodePageData(answer);
  expect(data).toMatchObject({ data: { initialValue: {} } });
  expect(measureDepth(data)).toBeLessThan(DEEP);
}

async function expectRefusal(path: string, fields: Record<string, string>, message: string) {
  const answer = await post(path, fields);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(message);
}

describe.each(sweep(Object.keys(lists) as Path[], (path) => path === '/quiz/edit/7'))(
  'the form %s',
  (path) => {
    const [list, first, second] = lists[path];
    const button = (type: string, payload: Record<string, number>) => ({
      __intent__: JSON.stringify({ type, payload: { name: list, ...payload } }),
    });

    it('comes back with the largest number of rows, and is refused with one more', async () => {
      await expectForm(path, fillRows(path, formLimits.rows), 400);
      const limit = `Forms can hold up to ${formLimits.rows} rows.`;
      await expectRefusal(path, fillRows(path, formLimits.rows + 1), limit);
      await expectRefusal(path, { [`${list}[9999].${second}`]: 'x' }, limit);
    });

    it.each([
      ['insert', { index: 1_000 }],
      ['remove', { index: 1_000 }],
      ['reorder', { from: 1_000, to: 0 }],
      ['reorder', { from: 0, to: 1_000 }],
      ['update', { index: 1_000 }],
    ])('comes back after the button to %s with the index %j', async (type, payload) => {
      for (const count of [2, formLimits.rows])
        await expectForm(path, { ...fillRows(path, count), ...button(type, payload) }, 200);
    });

    it.each([1_001, -1, 0.5, 1e9])('is refused with a button for the row %d', async (index) => {
      const message = 'The form was sent with a button that it does not have.';
      await expectRefusal(path, { ...fillRows(path, 2), ...button('remove', { index }) }, message);
    });

    it('comes back without a field whose name has the most levels, and is refused with a longer name', async () => {
      const longest = `${'a.'.repeat(formLimits.nameLength / 2 - 1)}aa`;
      expect(longest).toHaveLength(formLimits.nameLength);
      await expectForm(path, { ...fillRows(path, 1), [longest]: 'x' }, 400);
      for (const name of [`${longest}a`, `${list}[99999].${second}`, `${list}[0][0].${second}`])
        await expectRefusal(path, { [name]: 'x' }, 'The form could not be read.');
      for (const name of [`${list}[0].${first}.x`, `${list}[0].${second}[0]`, 'a[0][0]'])
        await expectRefusal(path, { [name]: 'x' }, 'The form could not be read.');
    });
  },
);

describe('the list of participants', () => {
  /** Returns a filter with `count` values, of which one is a status in the demo study. */
  const listValues = (count: number) =>
    Array.from({ length: count }, (_, n) => `record_status.in=${n ? `x${n}` : 'Enrolled'}`).join(
      '&',
    );
  const columns = participant.list.columns.map(({ field }) => field).join(',');

  it.each([
    ['the most rows and all columns', `size=${MAX_PAGE_SIZE}&cols=${columns}`, ''],
    ['one row too many', `size=${MAX_PAGE_SIZE + 1}`, 'size'],
    ['the last page that an address can name', 'page=999999999999999', ''],
    ['the last page, of the most rows', `page=999999999999999&size=${MAX_PAGE_SIZE}`, ''],
    ['a page that no address can name', 'page=1000000000000000', 'page'],
    ['the most values of a filter', listValues(MAX_FILTER_VALUES), ''],
    ['one value of a filter too many', listValues(MAX_FILTER_VALUES + 1), 'record_status.in'],
  ])('is shown with %s', async (_what, query, leftOut) => {
    await visitor.open(`/participants?${query}`);
    expect(visitor.status).toBe(200);
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toContain('Participants');
    expect(visitor.document.querySelectorAll('tbody tr').length).toBeGreaterThan(0);
    const note = `Part of the address was not understood and has been left out: ${leftOut}`;
    if (leftOut) expect(visitor.html).toContain(note);
    else expect(visitor.html).not.toContain('was not understood');
    const data = await readPageData(visitor, `/participants?${query}`);
    expect(measureDepth(data)).toBeLessThan(DEEP);
  });
});
