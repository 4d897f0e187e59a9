import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { columnTitles } from '../support/column-titles';
import { BYTE_ORDER_MARK, hostFile } from '../support/csv-file';
import { everyCase } from '../support/full';
import { exportFull } from '../support/full-export';
import { findOpaqueAddress } from '../support/opaque-address';
import { envelope } from '../support/recording-host';
import { remotePanel } from '../support/remote';
import {
  dailyPaths,
  hostScreens,
  listOwnColumns,
  type Screen,
  type ScreenColumn,
  shownCaptions,
} from '../support/screens';
import { take } from '../support/take';

const remote = remotePanel({}, { shared: true });

/** The fields whose cells lead to another page, and where they lead for the third row. */
const links: Record<string, Record<string, string>> = {
  '/users': { user_username: '/user/edit/3' },
  '/countries': { country_name: '/country/edit/3' },
  '/colors': { color_name: '/color/edit/3' },
  '/notifications': {
    notification_title: '/notification/edit/3',
    notification_id: '/notification/edit/3',
  },
  '/peer-navigators': {
    n_participants: '/participants?peer_navigator.is=username+C',
    n_followups: '/follow-ups?peer_navigator.is=username+C',
    n_analytics: '/analytics?username.is=username+C',
    id: '/peer-navigator/view/3',
    username: '/peer-navigator/view/3',
  },
  '/analytics': { id: '/analytic/view/3', username: '/analytic/view/3' },
  '/data-dictionary': { dict_id: '/data-dictionary/view/3', dict_field: '/data-dictionary/view/3' },
  '/study-followup': {
    sfollow_id: '/study-follow-up/view/3',
    sfollow_name: '/study-follow-up/view/3',
  },
  '/study-resources': {
    sresource_id: '/study-resource/view/3',
    sresource_name: '/study-resource/view/3',
  },
  '/sms-history': {
    sms_history_id: '/sms-history/view/3',
    sms_history_number: '/sms-history/view/3',
  },
  '/participants': { id: '/participant/view/3', study_number: '/participant/view/3' },
  '/follow-ups': { id: '/follow-up/view/3', study_number: '/follow-up/view/3' },
  '/phones': { phone_name: '/phone/edit/phone_number%20C' },
  '/quizzes': { quiz_question: '/quiz/edit/3', quiz_id: '/quiz/edit/3' },
  '/quiz-attempts': { attempt_id: '/quiz-attempt/edit/3' },
  '/sms-categories': { sms_cat_name: '/sms-category/edit/3' },
  '/sms-phones': { sms_phone_name: '/sms-phone/edit/3' },
  '/sms-messages': { sms_content: '/sms-message/edit/3', sms_id: '/sms-message/edit/3' },
};

/** The field that holds a record's id, where it is not the first column. */
const keys: Record<string, string> = { '/phones': 'phone_number' };

/** The lists with files and services, which services.test.ts tests. */
const others = ['/resources', '/facilities', '/peer-navigator-facilities'];
const lists = hostScreens.filter(({ path }) => !others.includes(path));

const ROWS = 12;

/**
 * Returns the screen with the days among the answers of participants and follow-ups marked as dates.
 * The panel shows and filters them as dates. This is its only departure from the specification's table.
 */
function withDates(screen: Screen): Screen {
  if (!['/participants', '/follow-ups'].includes(screen.path)) return screen;
  const isDay = (field: string) => /(_date|_refil)$|^birthday$/.test(field);
  return {
    ...screen,
    columns: screen.columns.map((column) =>
      isDay(column.field) ? { ...column, format: 'date' } : column,
    ),
  };
}

/**
 * Returns rows with a value in each column of the screen. The third row has 3, texts that end with C, and 3 March.
 */
function getRows(screen: Screen): Record<string, unknown>[] {
  return Array.from({ length: ROWS }, (_, index) =>
    Object.fromEntries(
      listOwnColumns(screen).map((column) => [column.field, getSample(column, index)]),
    ),
  );
}

function getSample({ field, format }: ScreenColumn, index: number): string {
  const day = String(index + 1).padStart(2, '0');
  if (format === 'date') return `2024-03-${day}`;
  if (format === 'date-time') return `2024-03-${day} 14:05:00`;
  if (isNumber(field)) return String(index + 1);
  return `${field} ${letter(index)}`;
}

/** Returns whether a field is a count, an id or a duration. Hosts send these as text (wire.md). */
function isNumber(field: string): boolean {
  return (
    /(^|_)id$|^n_|^a_|^t_|_score$|_months$|_days$|^attempt_quiz$/.test(field) ||
    ['parent', 'status', 'upload', 'duration'].includes(field)
  );
}

function letter(index: number): string {
  return String.fromCharCode(65 + index);
}

/** Returns the text that the cell of a value shows. */
function shownAs({ format }: ScreenColumn, value: string, index: number): string {
  const day = `${String(index + 1).padStart(2, '0')} March 2024`;
  if (format === 'plain') return value;
  return format === 'date' ? day : `${day} 14:05`;
}

/** Returns the text of a value in a file. */
function exportedAs({ format }: ScreenColumn, value: string, index: number): string {
  const day = `2024-03-${String(index + 1).padStart(2, '0')}`;
  if (format === 'plain') return value;
  return format === 'date' ? day : `${day} 14:05`;
}

/** Returns the texts of the cells in the shown columns, by row. */
function cells(): string[][] {
  const rows = [...remote.visitor.document.querySelectorAll('tbody tr')].filter((row) =>
    row.querySelector('[class*=tier-]'),
  );
  return rows.map((row) => [...row.querySelectorAll(':scope > td[class*=tier-]')].map(toPlainText));
}

/** Returns the visible text of a cell, without the text for screen readers only. */
function toPlainText(cell: Element): string {
  const seen = cell.cloneNode(true) as Element;
  for (const hidden of seen.querySelectorAll('.sr-only')) hidden.remove();
  return seen.textContent?.trim() ?? '';
}

function captions(): string[] {
  return columnTitles(remote.visitor.document.querySelectorAll('thead th'));
}

describe.each(lists)('$path', (specified) => {
  const { path, heading, entity } = specified;
  const screen = withDates(specified);
  const rows = getRows(screen);
  const defaults = screen.columns.filter(({ off }) => !off);

  function answer() {
    remote.host.on(screen.source, () => envelope(rows));
  }

  it('is closed to visitors who are not signed in', async () => {
    const reply = await fetch(`${remote.panel.url}${path}`, { redirect: 'manual' });
    expect(reply.headers.get('location')).toBe(`/login?to=${encodeURIComponent(path)}`);
    const exported = await fetch(`${remote.panel.url}/export${path}`, {
      method: 'POST',
      redirect: 'manual',
    });
    expect(exported.headers.get('location')).toBe('/login');
    expect(remote.host.calls).toEqual([]);
  });

  it('has the columns, captions, page size and buttons of the specification', async () => {
    answer();
    const { visitor } = remote;
    await visitor.open(path);
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe(`${heading} ${ROWS}`);
    expect(captions()).toEqual(shownCaptions(screen));
    const size = screen.pageSize;
    expect(cells()).toEqual(
      rows
        .slice(0, size)
        .map((row, index) =>
          defaults.map((column) => shownAs(column, String(row[column.field]), index)),
        ),
    );
    expect(visitor.page.getByText(`1–${size} of ${ROWS}`)).toBeTruthy();
    const add = visitor.page.queryByRole('link', { name: 'Add' });
    expect(add?.getAttribute('href')).toBe(screen.add ? `/${entity}/add` : undefined);
    expect(visitor.page.queryAllByRole('link', { name: /^Delete / })).toHaveLength(
      screen.remove ? size : 0,
    );
    expect(visitor.page.getByRole('button', { name: `Export ${ROWS} rows` })).toBeTruthy();
    await visitor.follow('Columns');
    expect(chooser()).toEqual(
      [...screen.columns]
        .map(({ field, caption, off }) => ({ field, caption, shown: !off }))
        .sort((a, b) => a.field.localeCompare(b.field)),
    );
  });

  // The code that the next tests check is the same for all lists.
  if (!everyCase && !dailyPaths.includes(path)) return;

  it('leads from a row to its record and to the page that asks before a delete', async () => {
    answer();
    const { visitor } = remote;
    await visitor.open(path);
    for (const [field, href] of Object.entries(links[path] ?? {})) {
      const column = defaults.findIndex((candidate) => candidate.field === field);
      const isPersonal = ['/phones', '/participants'].includes(path);
      expect(linkIn(2, column)).toBe(isPersonal ? await findOpaqueAddress(visitor, href) : href);
    }
    if (!links[path]) {
      expect(visitor.document.querySelectorAll('tbody td[class*=tier-] a')).toHaveLength(0);
    }
    if (screen.remove) {
      const [, , third] = take(visitor.page.getAllByRole('link', { name: /^Delete / }), 3);
      expect(third.getAttribute('href')).toBe(`/delete/${entity}/3`);
    }
  });

  it('is paged, sized, sorted, filtered and searched by links and a plain form', async () => {
    answer();
    const { visitor } = remote;
    const size = screen.pageSize;
    await visitor.open(path);
    await visitor.follow('Page 2');
    expect(visitor.page.getByText(`${size + 1}–${Math.min(2 * size, ROWS)} of 12`)).toBeTruthy();
    await visitor.follow('20 rows a page');
    expect(cells()).toHaveLength(ROWS);

    await visitor.open(path);
    expect(titleLinks()).toEqual(defaults.map(({ field }) => `${path}?sort=${field}`));
    // As numbers, 12 comes after 9.
    for (const column of defaults.filter(({ field }) => isNumber(field))) {
      await visitor.open(`${path}?size=20&sort=-${column.field}`);
      expect(
        cells()
          .map((row) => row[defaults.indexOf(column)])
          .slice(0, 4),
      ).toEqual(['12', '11', '10', '9']);
    }

    await visitor.open(path);
    await narrow(defaults, 2);
    expect(visitor.page.queryByText(/was not understood/)).toBeNull();
    const [row] = cells();
    expect(row).toEqual(defaults.map((column) => shownAs(column, getSample(column, 2), 2)));
    expect(cells()).toHaveLength(1);
    const filters = within(visitor.page.getByRole('list', { name: 'Filters in force' }));
    expect(filters.getAllByRole('link', { name: /Remove this filter/ })).toHaveLength(
      defaults.length,
    );
    await visitor.follow('Clear all filters');
    const text = defaults.find(({ format, field }) => format === 'plain' && !isNumber(field));
    if (!text) throw new Error('the screen shows no text');
    await visitor.open(path);
    // Each word may be in another column: the letter of the row is in no name of a field.
    const names = defaults.map(({ field }) => field.toUpperCase()).join();
    const letter = [...'JKGH'].find((one) => !names.includes(one));
    await visitor.press('Search', { 'Search the shown columns': `${text.field} ${letter}` });
    expect(cells()).toHaveLength(1);
    await visitor.press('Search', { 'Search the shown columns': '<script>%_' });
    expect(visitor.page.getAllByText('No Data').length).toBeGreaterThan(0);
  });

  it('shows the columns that are chosen, and exports the filtered rows in them', async () => {
    answer();
    remote.host.on('downloadJson', (call, response) => {
      response.setHeader('content-type', 'text/csv');
      response.end(hostFile(call));
    });
    const { visitor } = remote;
    const [key] = take(screen.columns, 1);
    const chosen = [key, ...listOwnColumns(screen).slice(-2)];
    const id = key.field;
    await visitor.open(`${path}?${id}.min=2&${id}.max=9`);
    await visitor.follow('Columns');
    for (const box of boxes()) box.checked = chosen.some(({ field }) => field === box.value);
    await visitor.press('Show these columns');
    expect(captions()).toEqual(chosen.map(({ caption }) => caption));

    const form = visitor.page.getByRole('button', { name: 'Export 8 rows' }).closest('form');
    const action = form?.getAttribute('action') ?? '';
    const reply = await exportFull(visitor, action.slice('/export'.length));
    const name = path.slice(1);
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="${name}.csv"`);
    const [call] = take(remote.host.to('downloadJson'), 1);
    const { method, fields } = call;
    // The file of the host, after the byte order mark by which spreadsheets recognize UTF-8.
    expect(Buffer.from(await reply.arrayBuffer()).toString()).toBe(
      BYTE_ORDER_MARK + hostFile(call),
    );
    expect(method).toBe('POST');
    expect(Object.keys(fields)).toEqual(['ufilename', 'ujson']);
    expect(fields.ufilename).toBe(name);
    expect(JSON.parse(defined(fields.ujson))).toEqual(
      rows
        .slice(1, 9)
        .map((row, index) =>
          Object.fromEntries(
            chosen.map((column) => [
              column.caption,
              exportedAs(column, String(row[column.field]), index + 1),
            ]),
          ),
        ),
    );
  });

  it('shows rows of nulls, numbers, texts and objects without an error', async () => {
    const fields = [
      ...screen.columns.map(({ field }) => field),
      ...(keys[path] ? [keys[path]] : []),
    ];
    const getRow = (value: unknown) => Object.fromEntries(fields.map((field) => [field, value]));
    remote.host.on(screen.source, () =>
      envelope([getRow(null), getRow('17'), getRow(17), getRow({ nested: [1] }), {}]),
    );
    await remote.visitor.open(path);
    expect(remote.visitor.status).toBe(200);
    expect(remote.visitor.page.getByText('1–5 of 5')).toBeTruthy();
    expect(cells()).toHaveLength(5);
  });
});

/** Fills the filters of all columns with the values of one row, and applies them. */
async function narrow(columns: readonly ScreenColumn[], index: number) {
  const { visitor } = remote;
  const values: Record<string, string> = {};
  for (const column of columns) {
    const label = `Filter ${column.caption}`;
    const value = getSample(column, index);
    const control = visitor.document.querySelector(
      `[form=filter]:is([name="${column.field}"], [name="${column.field}.in"])`,
    );
    if (control) values[label] = value;
    else if (column.format === 'plain') {
      values[`${label} at least`] = value;
      values[`${label} at most`] = value;
    } else {
      values[`${label} from`] = value.slice(0, 10);
      values[`${label} to`] = value.slice(0, 10);
    }
    // The panel does not offer the words of these rows as choices, so the test adds them.
    if (control?.tagName === 'SELECT') {
      const option = visitor.document.createElement('option');
      option.text = value;
      control.append(option);
    }
  }
  await visitor.press('Apply', values);
}

function titleLinks(): (string | null)[] {
  return [...remote.visitor.document.querySelectorAll('thead th a')].map((link) =>
    link.getAttribute('href'),
  );
}

function linkIn(row: number, column: number): string | null | undefined {
  const bodyRow = [...remote.visitor.document.querySelectorAll('tbody tr')].filter((candidate) =>
    candidate.querySelector('[class*=tier-]'),
  )[row];
  const cell = bodyRow?.querySelectorAll(':scope > td[class*=tier-]')[column];
  return cell?.querySelector('a')?.getAttribute('href');
}

function boxes(): HTMLInputElement[] {
  return [
    ...remote.visitor.document.querySelectorAll<HTMLInputElement>(
      'input[name=cols][type=checkbox]',
    ),
  ];
}

function chooser() {
  return boxes()
    .map((box) => ({
      field: box.value,
      caption: box.closest('label')?.textContent?.trim(),
      shown: box.checked,
    }))
    .sort((a, b) => a.field.localeCompare(b.field));
}
