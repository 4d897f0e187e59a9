import { createHash } from 'node:crypto';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import type { ListView } from '~/lib/core/list/list-view';
import { linkToRows, type SummaryGroup, type SummaryTable } from '~/lib/core/list/summary-view';
import { loader as participants } from '../../app/routes/_signed-in+/_main-app+/participants';
import { loader as navigators } from '../../app/routes/_signed-in+/_main-app+/peer-navigators';
import { action as exportAction } from '../../app/routes/_signed-in+/export.$';
import { action as filtersAction } from '../../app/routes/_signed-in+/filters.$';
import { action as view } from '../../app/routes/_signed-in+/view.$';
import { defined } from '../../shared/defined';
import { callRoute, signedInAs } from '../support/call-route';

let cookie: string;
beforeAll(async () => {
  cookie = await signedInAs('researcher');
  const { db } = await openEmbeddedHost();
  const answers = ['Interested', 'Not interested', '=1+1', 'interested', null];
  // Those of other files, which use the same database.
  await db.deleteFrom('participant').execute();
  await db
    .insertInto('participant')
    .values(
      Array.from({ length: 60 }, (_, index) => ({
        study_number: `S-${index}`,
        srh_prep_interest: answers[index % answers.length] ?? null,
        peer_navigator: index < 10 ? 'ann@study.example' : `pn${index % 3}`,
        assessment_date: index === 7 ? 'unknown' : `2024-0${1 + (index % 4) * 2}-15`,
        own_phone: index % 2 ? 'Yes' : null,
      })),
    )
    .execute();
});

const open = (search: string) => callRoute(participants, `/participants${search}`, { cookie });

async function readView(search: string): Promise<ListView> {
  const { status, data } = await open(search);
  expect(status).toBe(200);
  return data as ListView;
}

async function readTable(search: string): Promise<SummaryTable> {
  const { summary } = await readView(search);
  if (!summary?.table) throw new Error(`no summary: ${search}`);
  return summary.table;
}

/** Exports a summary in a format. */
async function exportAs(search: string, format: string) {
  const form = { format };
  const params = { '*': 'participants' };
  return callRoute(exportAction, `/export/participants${search}`, { cookie, params, form });
}

/** Returns the lines of the exported file of a summary. */
async function readExport(search: string): Promise<string[]> {
  const { response } = await callRoute(exportAction, `/export/participants${search}`, {
    cookie,
    params: { '*': 'participants' },
    form: {},
  });
  return (await response?.text())?.trimEnd().split('\r\n') ?? [];
}

/** Opens the rows of a cell, by its link or its form, and returns their number. */
async function countLinked(table: SummaryTable, row?: SummaryGroup, column?: SummaryGroup) {
  const link = linkToRows(table.links, row, column);
  if (!link) return undefined;
  if (!link.fields) {
    const { pager, droppedNote } = await readView(link.href.slice('/participants'.length));
    expect(droppedNote).toBeUndefined();
    return pager.total;
  }
  const form = link.fields.map(({ name, value }): [string, string] => [name, value]);
  const { headers } = await callRoute(view, link.href, {
    cookie,
    params: { '*': 'participants' },
    form,
  });
  const location = headers.get('location') ?? '';
  expect(location).not.toContain('ann');
  return (await readView(location.slice('/participants'.length))).pager.total;
}

describe('the summary of a list', () => {
  it('is not shown or exported without a session', async () => {
    for (const answer of [
      await callRoute(participants, '/participants?by=own_phone'),
      await callRoute(exportAction, '/export/participants?by=own_phone', {
        params: { '*': 'participants' },
        form: {},
      }),
    ])
      expect(answer.headers.get('location')).toMatch(/^\/login/);
  });

  it.each(['study_number', 'birthday.year', 'phone_number', 'residency'])(
    'is refused for %s, whose values identify people',
    async (field) => {
      const { summary, droppedNote, pager } = await readView(`?by=${field}`);
      expect(summary).toBeUndefined();
      expect(pager.total).toBe(60);
      expect(droppedNote).toMatch(
        /^Rows cannot be grouped by .+, because the values identify people\.$/,
      );
    },
  );

  it.each([
    ['?by=nowhere', 'by'],
    ['?by=id', 'by'],
    ['?by=own_phone&of=sum:own_phone', 'of'],
    ['?by=own_phone&of=max:id', 'of'],
  ])('names the part of %s that is left out', async (search, name) => {
    expect((await readView(search)).droppedNote).toBe(
      `Part of the address was not understood and has been left out: ${name}.`,
    );
  });

  it('has an address with the fields in one parameter, in place of those of its form', async () => {
    const { headers } = await open(
      '?by=own_phone&by=assessment_date.year&of=count&own_phone.empty=no',
    );
    expect(headers.get('location')).toBe(
      '/participants?own_phone.empty=no&by=own_phone,assessment_date.year',
    );
    expect((await open('?by=own_phone&by=')).headers.get('location')).toBe(
      '/participants?by=own_phone',
    );
  });

  it('is offered by the list, with its filters', async () => {
    expect((await readView('?own_phone.in=Yes')).summaryHref).toBe(
      '/participants?own_phone.in=Yes&by=peer_navigator',
    );
  });

  it('groups by answers, largest first, and rows without an answer last', async () => {
    const table = await readTable('?by=srh_prep_interest');
    expect(table).toMatchObject({
      caption: 'Number of participants by PrEP Interest',
      picture: 'bars',
      rowTotals: [
        [24, 24],
        [12, 12],
        [12, 12],
        [12, 12],
      ],
      total: [60, 60],
    });
    expect(table.rows.map(({ text }) => text)).toEqual([
      'Interested',
      '=1+1',
      'Not interested',
      'No answer',
    ]);
  });

  it('groups dates in the order of time without gaps', async () => {
    const table = await readTable('?by=assessment_date.month&of=share');
    expect(table.picture).toBe('line');
    expect(table.rows.map(({ text }) => text)).toEqual([
      'January 2024',
      'February 2024',
      'March 2024',
      'April 2024',
      'May 2024',
      'June 2024',
      'July 2024',
      'Other',
    ]);
    expect(table.rowTotals[0]).toEqual([25, 15]);
    expect(table.rowTotals[1]).toEqual([0, 0]);
    const weeks = await readTable('?by=assessment_date.week&assessment_date.to=2024-01-31');
    expect(weeks.rows.map(({ text }) => text)).toEqual(['Week 3, 2024']);
    const quarters = await readTable('?by=assessment_date.quarter');
    expect(quarters.rows[0]?.text).toBe('Q1 2024');
  });

  it.each([
    ['?by=srh_prep_interest,assessment_date.month'],
    ['?by=peer_navigator,own_phone&of=share'],
    ['?by=assessment_date.week,peer_navigator&assessment_date.from=2024-02-01'],
    [
      '?by=assessment_date.quarter,srh_prep_interest&assessment_date.from=2024-01-20&own_phone.in=Yes',
    ],
    [
      '?by=own_phone,srh_prep_interest&own_phone.in=Yes&own_phone.empty=yes&srh_prep_interest=nterest',
    ],
    ['?by=peer_navigator&q=ann'],
    ['?by=peer_navigator,own_phone&peer_navigator=ann@'],
  ])('leads from each figure of %s to as many rows', async (search) => {
    const located = (await open(search)).headers.get('location');
    const table = await readTable(located ? located.slice('/participants'.length) : search);
    for (const [index, row] of table.rows.entries()) {
      const [, total] = table.rowTotals[index] ?? [];
      expect([undefined, total]).toContain(await countLinked(table, row));
      const place = index % (table.columns?.length ?? 1);
      const column = table.columns?.[place];
      const [, rows = 0] = table.cells[index]?.[place] ?? [];
      if (column && rows > 0)
        expect([undefined, rows]).toContain(await countLinked(table, row, column));
    }
    for (const [index, column] of (table.columns ?? []).entries())
      expect([undefined, table.columnTotals[index]?.[1]]).toContain(
        await countLinked(table, undefined, column),
      );
    expect(await countLinked(table)).toBe(table.total[1]);
    const unlinked = table.rows.filter((row) => !linkToRows(table.links, row));
    expect(unlinked.map(({ kind }) => kind).filter((kind) => kind !== 'other')).toEqual([]);
  });

  it('keeps names of accounts that identify people out of addresses', async () => {
    const table = await readTable('?by=peer_navigator');
    const ann = table.rows.find(({ text }) => text === 'ann@study.example');
    expect(linkToRows(table.links, ann)).toEqual({
      href: '/view/participants',
      fields: [{ name: 'peer_navigator.in', value: 'ann@study.example' }],
    });
  });

  it('groups navigators by the names of their accounts, so that a picture shows who is silent', async () => {
    const { db } = await openEmbeddedHost();
    await db.deleteFrom('peer_navigator').execute();
    await db
      .insertInto('peer_navigator')
      .values([
        { username: 'pn1', upload_date: '2026-01-01 10:00:00' },
        { username: 'pn2', upload_date: '2025-01-01 10:00:00' },
        { username: 'pn3', upload_date: null },
      ])
      .execute();
    const address = '/peer-navigators?by=username&of=max:days_since_upload';
    const { data } = await callRoute(navigators, address, { cookie });
    const { table } = defined((data as ListView).summary);
    expect(table?.picture).toBe('bars');
    expect(table?.rows.map(({ text, search }) => [text, search])).toEqual([
      ['pn1', 'username.in=pn1'],
      ['pn2', 'username.in=pn2'],
      ['pn3', 'username.in=pn3'],
    ]);
    const [one, two, three] = (table?.rowTotals ?? []).map(([days]) => days);
    expect(Number(two) - Number(one)).toBe(365);
    expect(three).toBeNull();
  });

  it('keeps its filters, and stays when they change', async () => {
    const summary = await readView('?own_phone.in=Yes&by=srh_prep_interest');
    expect(summary.chips).toEqual([
      { text: 'Own Phone is Yes', href: '/participants?by=srh_prep_interest' },
    ]);
    expect(summary.pager.total).toBe(30);
    expect(summary.summaryHref).toBe('/participants?own_phone.in=Yes');
    const { headers } = await callRoute(filtersAction, '/filters/participants', {
      cookie,
      params: { '*': 'participants' },
      form: { by: 'srh_prep_interest', 'own_phone.in': 'Yes' },
    });
    expect(headers.get('location')).toBe('/participants?own_phone.in=Yes&by=srh_prep_interest');
  });

  it('is exported with its totals, without formulas', async () => {
    const { response } = await callRoute(
      exportAction,
      '/export/participants?by=srh_prep_interest,own_phone',
      { cookie, params: { '*': 'participants' }, form: {} },
    );
    expect(response?.headers.get('content-disposition')).toContain('participants-summary.csv');
    expect((await response?.text())?.split('\r\n')).toEqual([
      'PrEP Interest,Yes,No answer,Total',
      'Interested,12,12,24',
      "'=1+1,6,6,12",
      'Not interested,6,6,12',
      'No answer,6,6,12',
      'Total,30,30,60',
      '',
    ]);
  });

  it('is exported without counts below 5, which the page shows', async () => {
    const search = '?by=peer_navigator,srh_prep_interest';
    const lines = await readExport(search);
    const width = lines[0]?.split(',').length;
    const { summary } = await readView(search);
    const counts = summary?.table?.cells.flat().map(([figure]) => figure);
    expect(counts).toContain(2);
    expect(summary?.exportNote).toBe(
      'In the exported file, numbers of fewer than 5 records are replaced by [c], and so are figures from which they could be computed. Two files with different filters can together show such a number, as the difference of two figures. Before you share several files, compare them.',
    );
    expect(lines.at(-1)).toBe(
      `"[c] stands for a number of fewer than 5 records, and for figures from which such a number could be computed."${','.repeat((width ?? 1) - 1)}`,
    );
    const figures = lines.slice(1, -1).flatMap((line) => line.split(',').slice(1));
    expect(figures).toContain('[c]');
    expect(figures.map(Number).filter((figure) => figure > 0 && figure < 5)).toEqual([]);
    expect(lines.at(-2)).toMatch(/,60$/);
    const ann = lines.find((line) => line.startsWith('ann@'))?.split(',');
    expect(ann?.slice(1)).toEqual(['[c]', '[c]', '[c]', '[c]', '10']);
  });

  it('is exported in no other format than those of its page', async () => {
    for (const format of ['package', 'exe', '__proto__'])
      expect((await exportAs('?by=own_phone', format)).status, format).toBe(400);
  });

  it('is exported for Excel with numbers in its cells, and says what it is', async () => {
    const search = '?by=srh_prep_interest,own_phone&own_phone.in=Yes';
    const { response } = await exportAs(search, 'xlsx');
    expect(response?.headers.get('content-disposition')).toContain('participants-summary.xlsx');
    const { sheets } = await readXlsx(Buffer.from(await defined(response).arrayBuffer()));
    expect(sheets.map(({ name }) => name)).toEqual(['Summary', 'Read me']);
    const [table, readme] = sheets;
    expect(table?.rows).toEqual([
      ['PrEP Interest', 'Yes', 'Total'],
      ['Interested', 12, 12],
      ['=1+1', 6, 6],
      ['Not interested', 6, 6],
      ['No answer', 6, 6],
      ['Total', 30, 30],
    ]);
    // Sorting with the filters leaves the totals in the last row.
    expect(table?.autoFilter).toMatchObject({ range: 'A1:C5' });
    expect(Object.fromEntries(readme?.rows.slice(1) ?? [])).toMatchObject({
      Summary: 'Number of participants by PrEP Interest and Own Phone',
      Filters: expect.stringContaining('Own Phone'),
      Export: expect.stringMatching(/^[0-9a-f]{16}$/),
      'Made by': 'lungile',
    });
  });

  it('is exported as JSON, without counts below 5 in any format', async () => {
    const search = '?by=peer_navigator,srh_prep_interest';
    const { response } = await exportAs(search, 'json');
    const file = JSON.parse(await defined(response).text());
    expect(file.columns.slice(0, 2)).toEqual(['Peer Navigator', 'Interested']);
    expect(file.rows.find(([name]: [string]) => name.startsWith('ann@'))?.slice(1)).toEqual([
      ...['[c]', '[c]', '[c]', '[c]', 10],
    ]);
    expect(file.notes).toEqual([
      expect.stringMatching(/^\[c\] stands for a number of fewer than 5/),
    ]);
    const sheet = await exportAs(search, 'xlsx');
    const { sheets } = await readXlsx(Buffer.from(await defined(sheet.response).arrayBuffer()));
    expect(sheets[0]?.rows).toEqual([file.columns, ...file.rows, file.totals]);
    expect(sheets[1]?.rows.at(-1)).toEqual(['Note', file.notes[0]]);
  });

  it('has its SHA-256 in the audit log before it is sent', async () => {
    const { response } = await exportAs('?by=own_phone', 'json');
    const file = await defined(response).text();
    const sha256 = createHash('sha256').update(file).digest('hex');
    const { db } = await openEmbeddedHost();
    const read = async () => {
      const rows = await db.selectFrom('audit_entry').select('audit_description').execute();
      return rows.map(({ audit_description }) => audit_description).join('\n');
    };
    await expect
      .poll(read)
      .toMatch(
        new RegExp(
          `Exported a summary of Participants as json: .+; export ${JSON.parse(file).readme.Export}, SHA-256 ${sha256}`,
        ),
      );
  });

  it('is exported without its groups if all rows are fewer than 5', async () => {
    const rows = 'assessment_date.from=2024-01-01&assessment_date.to=2024-01-31';
    for (const by of ['own_phone', 'own_phone,peer_navigator'])
      expect(await readExport(`?${rows}&srh_prep_interest.in=%3D1%2B1&by=${by}`)).toEqual([
        'Own Phone,Number of rows',
        'Total,[c]',
        '"[c] stands for a number of fewer than 5 records, and for figures from which such a number could be computed.",',
        '"The groups are left out, because numbers of fewer than 5 records could be computed from their figures.",',
      ]);
  });

  it('is entered in the audit log, without values that identify people', async () => {
    await readView('?by=peer_navigator&of=share');
    await expect
      .poll(async () => {
        const { db } = await openEmbeddedHost();
        const rows = await db.selectFrom('audit_entry').select('audit_description').execute();
        return rows.map(({ audit_description }) => audit_description);
      })
      .toContain('Viewed a summary of Participants: Share of participants by Peer Navigator');
  });
});
