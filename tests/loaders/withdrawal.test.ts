import { readHistory } from 'backend/history/read-history';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { toOpaqueId } from '~/lib/core/addresses/record-address.server';
import type { ConfirmView } from '~/lib/core/confirm/confirm-view';
import { formInputs } from '~/lib/core/form/form-view';
import { getHistoryStore } from '~/lib/core/history/history-store.server';
import { getApiHost } from '~/lib/core/host/host.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { countWrite } from '~/lib/core/host/writes.server';
import type { ListView } from '~/lib/core/list/list-view';
import { config } from '~/lib/core/server/config.server';
import { getStore } from '~/lib/core/server/store.server';
import type { DetailView } from '~/lib/detail/detail-view';
import { findStudyNumbers } from '~/lib/export/find-study-numbers.server';
import type { CardView } from '~/lib/overview/overview-view';
import { refreshOverview, settleRefresh } from '~/lib/overview/refresh-overview.server';
import type { SearchView } from '~/lib/search/search-view';
import { loader as followUps } from '../../app/routes/_signed-in+/_main-app+/follow-ups';
import { action, loader } from '../../app/routes/_signed-in+/_main-app+/participant.withdraw.$eid';
import { loader as participants } from '../../app/routes/_signed-in+/_main-app+/participants';
import { loader as detail } from '../../app/routes/_signed-in+/$entity.view.$eid';
import { action as order } from '../../app/routes/_signed-in+/export-as.$';
import { loader as filePage } from '../../app/routes/_signed-in+/exported.$token';
import { loader as download } from '../../app/routes/_signed-in+/exported.$token_.$part';
import { loader as home } from '../../app/routes/_signed-in+/home';
import { action as search, loader as searched } from '../../app/routes/_signed-in+/search';
import { defined } from '../../shared/defined';
import { callRoute, signedInAs } from '../support/call-route';
import { fullExport } from '../support/full-export';

const ID = '1';
const REASON = 'Letter of 3 May';
const params = { eid: toOpaqueId('participant', ID) };
let cookie: string;
let researcher: string;
/** The number of audit entries before the test. */
let earlier = 0;
const former = config.OVERVIEW_SECONDS;

beforeAll(async () => {
  cookie = await signedInAs('administrator');
  researcher = await signedInAs('researcher');
  config.OVERVIEW_SECONDS = 300;
});

afterAll(() => void Object.assign(config, { OVERVIEW_SECONDS: former }));

beforeEach(async () => {
  // A page of an earlier test may have started to compute figures.
  await settleRefresh();
  const { db } = await openEmbeddedHost();
  // Those of other files, which use the same database.
  await db.deleteFrom('participant').execute();
  await db.deleteFrom('follow_up').execute();
  await (await getStore()).deleteFrom('shared_setting').where('name', '=', 'overview').execute();
  // As after a change by the panel, which makes what it keeps of lists out of date.
  countWrite();
  earlier = (await readAudit()).length;
  const today = new Date().toISOString().slice(0, 10);
  const next_date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await db
    .insertInto('participant')
    .values([
      {
        id: 1,
        study_number: 'W-00001',
        phone_number: '+260977009901',
        assessment_date: today,
        next_date,
      },
      {
        id: 2,
        study_number: 'W-00002',
        phone_number: '+260977009902',
        assessment_date: today,
        next_date,
      },
    ])
    .execute();
  await db
    .insertInto('follow_up')
    .values([
      { id: 1, study_number: 'W-00001', record_upload_date: today },
      { id: 2, study_number: 'W-00002', record_upload_date: today },
    ])
    .execute();
});

/** Opens the page. Returns its heading, and what its form posts. */
async function ask() {
  const { status, data } = await callRoute(loader, '/participant/withdraw/x', { cookie, params });
  expect(status).toBe(200);
  const { heading, token = '', hidden } = data as ConfirmView;
  return { heading, token, seen: defined(hidden?.seen) };
}

const post = ({ token = '', ...fields }: Record<string, string>) => {
  const form = { ...fields, [formInputs.token]: token };
  return callRoute(action, '/participant/withdraw/x', { cookie, params, form });
};

/** Answers the page's question with yes. */
async function confirm(reason = ''): Promise<void> {
  const { seen, token } = await ask();
  const { status, headers } = await post({ reason, seen, token });
  expect([status, headers.get('location')]).toEqual([302, `/participant/view/${params.eid}`]);
}

async function openList(route: typeof participants, address: string): Promise<ListView> {
  const { status, data } = await callRoute(route, address, { cookie: researcher });
  expect(status).toBe(200);
  return data as ListView;
}

const readKeys = ({ rows }: ListView) => rows.map(({ key }) => key).sort();

async function openDetail(entity: string, id: string): Promise<DetailView> {
  const { data } = await callRoute(detail, `/${entity}/view/${id}`, {
    cookie,
    params: { entity, eid: entity === 'participant' ? toOpaqueId('participant', id) : id },
  });
  return data as DetailView;
}

/** Returns the audit entries of the test, without those of views. */
async function readEntries(): Promise<string[]> {
  return (await readAudit()).slice(earlier);
}

async function readAudit(): Promise<string[]> {
  const { db } = await openEmbeddedHost();
  const rows = await db
    .selectFrom('audit_entry')
    .select(['audit_username', 'audit_action', 'audit_description'])
    .where('audit_action', '<>', 'View')
    .orderBy('audit_id')
    .execute();
  return rows.map((row) => Object.values(row).join(' | '));
}

describe('the withdrawal of a participant is refused', () => {
  it('to users who are no administrators, and for a participant who does not exist', async () => {
    for (const route of [loader, action])
      expect(
        (await callRoute(route, '/participant/withdraw/x', { cookie: researcher, params })).status,
      ).toBe(403);
    const unknown = { eid: toOpaqueId('participant', '99999999') };
    const path = '/participant/withdraw/x';
    expect((await callRoute(loader, path, { cookie, params: unknown })).status).toBe(404);
    const form = { reason: '', seen: '', token: 'x' };
    expect((await callRoute(action, path, { cookie, params: unknown, form })).status).toBe(404);
    expect((await openDetail('participant', ID)).withdrawn).toBeUndefined();
  });

  it('for a reason that is too long or names the participant, which stays typed', async () => {
    const { seen, token } = await ask();
    for (const [reason, message] of [
      ['x'.repeat(501), '500 characters or fewer'],
      ['Letter of W-00001', 'must not name the participant'],
      ['Called from +260977009901', 'must not name the participant'],
    ] as const) {
      const { status, data } = await post({ reason, seen, token });
      expect([status, data]).toEqual([
        400,
        {
          ...{ status: 'error', initialValue: { reason, seen } },
          error: { reason: [expect.stringContaining(message)] },
        },
      ]);
    }
    expect((await ask()).seen).toBe('');
  });

  it('if somebody else has changed it since the page was opened', async () => {
    const { seen, token } = await ask();
    await confirm();
    const late = await post({ reason: REASON, seen, token });
    expect([late.status, late.data]).toEqual([
      409,
      {
        ...{ status: 'error', initialValue: { reason: REASON, seen } },
        error: { '': [expect.stringContaining('Somebody else has changed this')] },
      },
    ]);
    const now = await ask();
    expect(now.heading).toBe('Take back the withdrawal of W-00001?');
    expect(now.seen).toMatch(/^\d/);
  });
});

describe('a withdrawn participant', () => {
  it('is withdrawn only once by a form that is posted twice', async () => {
    const { seen, token } = await ask();
    for (const time of ['first', 'second']) {
      const answer = await post({ reason: REASON, seen, token });
      expect([time, answer.status, answer.data]).toEqual([time, 302, undefined]);
    }
    expect(await readEntries()).toEqual([
      `mwansa | Update | Withdrew participant ${params.eid}: ${REASON}`,
    ]);
  });

  it('is in no list or summary, which says so and leads to the list with them', async () => {
    const before = await openList(participants, '/participants');
    expect([readKeys(before).length, before.withdrawn]).toEqual([2, undefined]);
    await confirm();
    const list = await openList(participants, '/participants');
    expect(list.rows).toHaveLength(1);
    expect(list.pager.total).toBe(1);
    expect(list.withdrawn).toEqual({
      text: 'Withdrawn participants are not shown.',
      href: '/participants?withdrawn=included',
    });
    const all = await openList(participants, '/participants?withdrawn=included');
    const marked = all.rows.flatMap(({ cells }) =>
      cells.filter((cell) => typeof cell !== 'string' && 'note' in cell && cell.note),
    );
    expect(marked).toEqual([
      expect.objectContaining({
        ...{ text: 'W-00001', note: 'Withdrawn' },
        href: expect.stringMatching(/^\/participant\/view\//),
      }),
    ]);
    expect(all.otherColumnsHref).toMatch(/cols=.*withdrawn_on/);
    const followed = await openList(followUps, '/follow-ups');
    expect([readKeys(followed), followed.withdrawn?.text]).toEqual([
      ['2'],
      'The followups of withdrawn participants are not shown.',
    ]);
    const summary = await openList(participants, '/participants?by=assessment_date.year');
    expect([summary.pager.total, summary.withdrawn?.href]).toEqual([
      1,
      '/participants?withdrawn=included&by=assessment_date.year',
    ]);
    // The filter matches nobody who has withdrawn.
    const other = await openList(participants, '/participants?assessment_date.to=2001-01-01');
    expect(other.withdrawn).toBeUndefined();
  });

  it('has its reason on the page, in lists and in summaries, with numbers in it masked', async () => {
    const reason = 'Moved away, see +260977123456';
    await confirm(reason);
    expect((await openDetail('participant', ID)).withdrawn).toContain(`Reason: ${reason}.`);
    const asked = 'withdrawn=included&cols=study_number,withdrawal_reason';
    const list = await openList(participants, `/participants?${asked}&withdrawal_reason.empty=no`);
    expect(list.rows.map(({ cells }) => cells.at(-1))).toEqual([reason]);
    const readGroups = async () => {
      const address = '/participants?withdrawn=included&by=withdrawal_reason';
      return (await openList(participants, address)).summary?.table?.rows.map(({ text }) => text);
    };
    expect(await readGroups()).toEqual([reason, 'No answer']);
    config.MASK_IDENTIFIERS = true;
    onTestFinished(() => void Object.assign(config, { MASK_IDENTIFIERS: false }));
    const masked = [
      (await openDetail('participant', ID)).withdrawn,
      ...((await readGroups()) ?? []),
    ];
    expect(masked.join()).toContain('Moved away');
    expect(masked.join()).not.toContain('977123');
    config.MASK_IDENTIFIERS = false;
    const history = await readHistory(await getHistoryStore(), {
      ...{ entity: 'participant', recordId: ID },
    });
    expect(JSON.stringify(history)).toContain(reason);
    await confirm();
    expect((await openDetail('participant', ID)).withdrawn).toBeUndefined();
    const { db } = await openEmbeddedHost();
    const stored = await db.selectFrom('participant').select('withdrawal_reason').execute();
    expect(stored).toEqual([{ withdrawal_reason: null }, { withdrawal_reason: null }]);
  });

  it('is searched once for all pages of a list, and again after a change', async () => {
    const asked = vi.spyOn(getApiHost(), 'list');
    const countCalls = async (path: string) => {
      asked.mockClear();
      const { withdrawn } = await openList(participants, path);
      return [asked.mock.calls.length, withdrawn?.text];
    };
    expect(await countCalls('/participants')).toEqual([2, undefined]);
    expect(await countCalls('/participants?sort=id')).toEqual([1, undefined]);
    await confirm();
    const text = 'Withdrawn participants are not shown.';
    expect(await countCalls('/participants')).toEqual([2, text]);
    expect(await countCalls('/participants?sort=id')).toEqual([1, text]);
    asked.mockRestore();
  });

  it('is in lists and summaries that ask for them, and stays in their links', async () => {
    await confirm();
    const list = await openList(participants, '/participants?withdrawn=included');
    expect([list.rows.length, list.pager.total, list.withdrawn]).toEqual([2, 2, undefined]);
    expect(list.columns.map(({ title }) => title)).toContain('Withdrawn On');
    expect(list.chips).toEqual([
      { text: 'Withdrawn participants are included', href: '/participants' },
    ]);
    expect(list.clearHref).toBe('/participants');
    expect(list.hiddenInputs).toContainEqual({ name: 'withdrawn', value: 'included' });
    for (const { sortHref } of list.columns) expect(sortHref).toContain('withdrawn=included');
    expect(list.exportHref).toBe('/export/participants?withdrawn=included');
    const summary = await openList(
      participants,
      '/participants?withdrawn=included&by=assessment_date.year',
    );
    expect(summary.pager.total).toBe(2);
    const only = await openList(participants, '/participants?withdrawn_on.empty=no');
    expect(only.rows).toHaveLength(1);
  });

  it('is in no figure of the home page and in no search', async () => {
    const readFigures = async () => {
      await (await getStore()).deleteFrom('overview').execute();
      await refreshOverview();
      const { data } = await callRoute(home, '/home', { cookie: researcher });
      const { cards } = data as { cards: CardView[] };
      const numbers = ['participants', 'follow-ups'].map((name) =>
        cards.find((card) => card.name === name)?.figures.map(({ text }) => text),
      );
      return numbers.flat();
    };
    const find = async (text: string) => {
      const posted = await callRoute(search, '/search', { cookie, form: { find: text } });
      const location = posted.headers.get('location') ?? '';
      if (!location.startsWith('/search')) return location;
      const { groups } = (await callRoute(searched, location, { cookie })).data as SearchView;
      return groups.find(({ title }) => title === 'Participants')?.total ?? 0;
    };
    expect(await readFigures()).toEqual(['2', '2', '2', '0', '2', '0']);
    expect([await find('W-0000'), await find('W-00001')]).toEqual([
      2,
      `/participant/view/${params.eid}`,
    ]);
    await confirm();
    expect(await readFigures()).toEqual(['1', '1', '1', '0', '1', '0']);
    expect([await find('W-0000'), await find('W-00001')]).toEqual([1, 0]);
  });

  it('is in no export, unless the export asks for them, and then the file and the audit log say so', async () => {
    await confirm();
    const make = async (query: string, level: Record<string, string>) => {
      const ordered = await callRoute(order, `/export-as/participants?${query}`, {
        cookie,
        params: { '*': 'participants' },
        form: { format: 'csv', style: 'words', ...level },
      });
      const path = ordered.headers.get('location') ?? '';
      const token = path.split('/').at(-1) ?? '';
      const state = async () =>
        (await callRoute(filePage, path, { cookie, params: { token } })).data as { state: string };
      await expect.poll(async () => (await state()).state).toBe('ready');
      const read = async (part: string) =>
        defined(
          (await callRoute(download, `${path}/${part}`, { cookie, params: { token, part } }))
            .response,
        ).text();
      return { data: await read('data'), readme: await read('readme') };
    };
    const columns = 'cols=study_number,withdrawn_on,withdrawal_reason';
    const plain = await make(columns, fullExport);
    expect(plain.data).not.toContain('W-00001');
    expect(plain.data).toContain('W-00002');
    expect(plain.readme).toContain('all rows; withdrawn participants are left out');
    const asked = await make(`${columns}&withdrawn=included`, fullExport);
    expect(asked.data).toContain('W-00001');
    const words = 'withdrawn participants are included';
    expect(asked.readme).toContain(`all rows; ${words}`);
    const pseudonymised = await make('withdrawn=included&own_phone.empty=yes', {
      level: 'pseudonymised',
    });
    expect(pseudonymised.readme).toContain(words);
    const exports = (await readEntries()).filter((text) => text.includes('| Exported'));
    expect(exports.map((text) => text.includes(words))).toEqual([false, true, true]);
    // The pseudonyms of a person stay the same in all lists.
    const numbers = await findStudyNumbers();
    expect(numbers.ok && numbers.value.get('+260977009901')).toBe('W-00001');
  });

  it('has a page that says so, with all records of the person', async () => {
    await confirm();
    const view = await openDetail('participant', ID);
    expect(view.withdrawn).toMatch(/^Withdrawn on \S.+\. Lists, .* leave out this participant/);
    const next = view.summary?.find(({ title }) => title === 'Next follow-up');
    expect(next?.text).toBe('None: the participant has withdrawn');
    expect(view.timeline?.items.map(({ title }) => title)).toContain('Follow-up uploaded');
    expect(view.rights.map(({ title }) => title)).toEqual([
      'Take back the withdrawal',
      'Download all data',
      'Erase participant',
    ]);
    const link = view.related.find(({ title }) => title === 'Followups');
    expect(link?.fields).toContainEqual({ name: 'withdrawn', value: 'included' });
    const followUp = await openDetail('follow-up', '1');
    expect(followUp.withdrawn).toMatch(/^The participant withdrew on .* leave out this follow-up/);
    const other = await openDetail('participant', '2');
    expect(other.withdrawn).toBeUndefined();
    expect(other.rights.map(({ title }) => title)).toContain('Withdraw');
    for (const { href } of [...view.rights, ...other.rights])
      expect(href).toMatch(/^\/participant\/\w+\/[\w-]{30,}$/);
  });

  it('has the withdrawal and its end in the audit log and in the history', async () => {
    await confirm(REASON);
    await confirm('Asked to\ncontinue');
    expect(await readEntries()).toEqual([
      `mwansa | Update | Withdrew participant ${params.eid}: ${REASON}`,
      `mwansa | Update | Took back the withdrawal of participant ${params.eid}: Asked to continue`,
    ]);
    const name = { entity: 'participant', recordId: ID };
    // Tests before this one have changed the same record.
    const changes = (await readHistory(await getHistoryStore(), name)).slice(-2);
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(changes.map(({ username, action: kind, fields }) => [username, kind, fields])).toEqual([
      [
        'mwansa',
        'Update',
        [
          expect.objectContaining({ field: 'withdrawn_on', before: null, after: day }),
          expect.objectContaining({ field: 'withdrawal_reason', before: null, after: REASON }),
        ],
      ],
      [
        'mwansa',
        'Update',
        [
          expect.objectContaining({ field: 'withdrawn_on', before: day, after: null }),
          expect.objectContaining({ field: 'withdrawal_reason', before: REASON, after: null }),
        ],
      ],
    ]);
    expect((await openList(participants, '/participants')).rows).toHaveLength(2);
    expect((await openDetail('participant', ID)).withdrawn).toBeUndefined();
  });
});
