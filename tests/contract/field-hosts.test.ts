import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { defined } from '../../shared/defined';
import { type FieldHost, startFieldHost } from '../support/field-host/field-host';
import { type Fields, LEAKED, profiles, typical } from '../support/field-host/profiles';
import { makeFile, png } from '../support/files';
import { facility, formValues, makeRecord, type Values } from '../support/form-values';
import { everyCase, sweep } from '../support/full';
import { exportFull } from '../support/full-export';
import { findOpaqueAddress } from '../support/opaque-address';
import { type RunningPanel, startPanel } from '../support/panel';
import {
  dailyPaths,
  type Screen,
  type ScreenColumn,
  screens,
  shownCaptions,
} from '../support/screens';
import { Visitor } from '../support/visitor';

const { username, password } = demoSignIns.administrator;
/** The types of phones, by phone_status (product-spec.md §9). */
const PHONE_TYPES = ['', 'Public', 'Peer Navigator', 'Participant', 'Moderator'];
/** The lists that come from one list of the host, and not from several lists or from the document store. */
const hostLists = screens.filter(({ source }) => /^[a-z-]+\/list(\/1\/0\/na)?$/.test(source));

describe.each(everyCase ? [typical, ...profiles] : [typical])('$name', (profile) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'field-host-'));
  let host: FieldHost;
  let panel: RunningPanel;
  let visitor: Visitor;
  const lacks = (target: string) => profile.lacks?.paths.test(target) ?? false;
  const canSignIn = !profile.redirects?.test('login');

  beforeAll(async () => {
    host = await startFieldHost(profile, dataDir);
    panel = await startPanel({
      API_HOST_URL: host.url,
      SIGN_IN_ATTEMPTS: '1000000',
      LIST_CACHE_SECONDS: '0',
      API_TIMEOUT_MS: '60000',
      UPLOAD_TIMEOUT_MS: '60000',
      ...profile.settings,
    });
    visitor = new Visitor(panel.url);
    if (canSignIn) await visitor.signIn(username, password);
  });
  beforeEach(() => void host.calls.splice(0));
  afterAll(async () => {
    await panel.stop();
    await host.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('refuses a wrong password in the host’s own words, and shows nothing else of its answer', async () => {
    const stranger = await new Visitor(panel.url).signIn(username, 'a wrong password');
    expect(stranger.title).toMatch(/^(Error: )?Sign in/);
    const alert = stranger.page.getByRole('alert').textContent;
    if (canSignIn) expect(alert).toMatch(/username or password/);
    else expect(alert).toContain('redirect');
    expect(stranger.html).not.toContain(LEAKED);
    expect(panel.output()).not.toContain(LEAKED);
    expect(host.strayed).toEqual([]);
  });

  if (!canSignIn) return;

  it('signs the user in with the right password', async () => {
    await visitor.open('/home');
    expect(visitor.title).toMatch(/^Home/);
  });

  describe.each(sweep(hostLists, (screen) => dailyPaths.includes(screen.path)))(
    '$path',
    (screen) => {
      const { path: address, source, add } = screen;

      if (lacks(source)) {
        it('is not offered by this host, and no error is logged', async () => {
          await visitor.open(address);
          expect(visitor.status).toBe(200);
          expect(visitor.page.getByRole('alert').textContent).toMatch(
            /This API host does not offer /,
          );
          expect(visitor.page.queryByRole('link', { name: 'Add' })).toBeNull();
          expect(host.to('log/update')).toEqual([]);
        });
        return;
      }

      it('shows the rows in the order of the host', async () => {
        const rows = await host.rows(source);
        await visitor.open(`${address}?size=20`);
        expect(visitor.status).toBe(200);
        expect(visitor.page.getAllByText(new RegExp(`^1–[0-9]+ of ${count(rows)}$`))).not.toEqual(
          [],
        );
        const keys = [...visitor.document.querySelectorAll('tbody tr')]
          .map((row) => row.querySelector('td[class*=tier-]')?.textContent?.trim())
          .filter((text) => text !== undefined);
        expect(keys).toEqual(rows.slice(0, 20).map(getKey));
        expect(visitor.page.queryByRole('link', { name: 'Add' }) !== null).toBe(add);
      });

      it('exports the rows of the host', async () => {
        const rows = await host.rows(source);
        await visitor.open(address);
        const form = visitor.page.getByRole('button', { name: /^Export/ }).closest('form');
        const action = form?.getAttribute('action') ?? '';
        const reply = await exportFull(visitor, action.slice('/export'.length));
        expect(reply.status).toBe(200);
        const [titles = [], ...cells]: string[][] = parse(await reply.text(), { bom: true });
        expect(titles).toEqual(shownCaptions(screen));
        expect(cells.map(([key]) => key)).toEqual(rows.map(getKey));
        for (const [index, caption] of titles.entries()) {
          const { field, format } = getField(screen, caption);
          if (format !== 'plain' || !rows.some((row) => field in row)) continue;
          const sent = cells
            .map((row) => defined(row[index]))
            .filter((text) => /^\+?\d+$/.test(text));
          const held = rows
            .map((row) => String(row[field] ?? ''))
            .filter((text) => /^\+?\d+$/.test(text));
          expect(sent, caption).toEqual(held);
        }
      });
    },
  );

  describe.each(Object.values(formValues))('a $name', (form) => {
    const { entity, name, list, label } = form;
    const record = without(makeRecord(form, false));
    const change = without(form.change);

    if (lacks(`${entity}/list`)) {
      it('cannot be added, and its form says so and has no Save button', async () => {
        await visitor.open(list);
        await visitor.open(`/${entity}/add`);
        expect(visitor.page.getByRole('alert').textContent).toContain('does not offer');
        expect(visitor.page.queryByRole('button', { name: 'Save' })).toBeNull();
      });
      return;
    }

    it('is refused when it is empty, and can be added, edited and deleted', async () => {
      await visitor.open(`/${entity}/add`);
      await visitor.press('Save');
      expect(visitor.title).toBe(`Error: Add ${name}`);
      await visitor.press('Save', record);
      expect(visitor.page.queryByRole('alert')?.textContent ?? '').toBe('');
      const id = await newestId(list);
      await visitor.open(`/${entity}/edit/${id}`);
      for (const [field, value] of Object.entries(record))
        if (keepsAll(entity)) expect(visitor.shownValue(field), field).toBe(value);
      await visitor.press('Save', change);
      await visitor.open(`/${entity}/edit/${id}`);
      for (const [field, value] of Object.entries({ ...record, ...change }))
        if (keepsAll(entity)) expect(visitor.shownValue(field), field).toBe(value);
      await visitor.open(`/delete/${entity}/${id}`);
      await visitor.press('Delete');
      await visitor.open(`${list}?q=${encodeURIComponent(defined(record[label]))}`);
      expect(visitor.page.getByText('No Data')).toBeTruthy();
    });
  });

  describe('the participants of a phone', () => {
    const getPhone = async (status: number) => {
      const rows = await host.rows('phone/list');
      const row = rows.find(({ phone_status }) => Number(phone_status) === status);
      if (!row) throw new Error(`there is no phone with status ${status}`);
      return String(row.phone_number);
    };
    const getPage = (number: string) => `/phone/participants/${encodeURIComponent(number)}`;

    it('are linked to a peer navigator and unlinked', async () => {
      const number = await getPhone(2);
      const links = `peer/list/participant/${encodeURIComponent(number)}`;
      const taken = (await host.rows(links)).map(({ part_number }) => part_number);
      const phones = await host.rows('phone-participant/list');
      const free = phones.find(({ phone_number }) => !taken.includes(phone_number));
      const participant = String(free?.phone_number);
      await visitor.open(getPage(number));
      await visitor.press('Link', { Participant: participant });
      expect(visitor.page.queryByRole('alert')?.textContent ?? '').toBe('');
      const linked = await host.rows(links);
      expect(linked.map(({ part_number }) => part_number)).toContain(participant);
      await visitor.open(`${getPage(number)}/unlink/${encodeURIComponent(participant)}`);
      await visitor.press('Unlink');
      const left = await host.rows(links);
      expect(left.map(({ part_number }) => part_number)).not.toContain(participant);
    });

    it('are shown for a moderator’s phone, without a form to link more', async () => {
      await visitor.open(getPage(await getPhone(4)));
      expect(visitor.status).toBe(200);
      expect(visitor.page.queryByRole('button', { name: 'Link' })).toBeNull();
    });

    it('are reached from the phones list for peer navigators and moderators only', async () => {
      const rows = await host.rows('phone/list');
      await visitor.open('/phones?size=20');
      for (const row of rows.slice(0, 20)) {
        const number = String(row.phone_number);
        const href = await findOpaqueAddress(visitor, getPage(number));
        const link = visitor.document.querySelector(`a[href="${href}"]`);
        expect(link !== null, number).toBe([2, 4].includes(Number(row.phone_status)));
        const line = defined(visitor.page.getAllByText(number)[0]).closest('tr');
        expect(line?.textContent).toContain(PHONE_TYPES[Number(row.phone_status)]);
      }
    });
  });

  it('finds participants by their peer navigator, whatever the host calls the field', async () => {
    const rows = await host.rows('participant/list/1/0/na');
    const navigator = String(defined(rows[0]).peer_navigator ?? defined(rows[0]).username);
    const own = rows.filter((row) => (row.peer_navigator ?? row.username) === navigator);
    await visitor.open(`/participants?peer_navigator=${encodeURIComponent(navigator)}`);
    expect(visitor.page.getAllByText(new RegExp(`^1–[0-9]+ of ${count(own)}$`))).not.toEqual([]);
  });

  it('names the fields of a save that the host did not store', async () => {
    await visitor.open('/facility/add');
    await visitor.press('Save', facility);
    await visitor.open(`/facility/edit/${await newestId('/facilities')}`);
    await visitor.press('Save', { Content: '<p>Open daily</p>' });
    expect(visitor.page.queryByRole('alert')?.textContent ?? '').toBe('');
    const toast = visitor.page.getByRole('status').textContent;
    if (profile.stored) expect(toast).toBe('Saved, but this API host did not keep: Content');
    else expect(toast).toBe('The facility has been successfully saved!');
  });

  it('sends the picture of a facility to the host', async () => {
    await visitor.open('/facility/add');
    const picture = makeFile(png, 'clinic.png', 'image/png');
    const other = { ...facility, Name: 'Kanyama Clinic' };
    await visitor.press('Save', other, { 'Upload an image': picture });
    expect(visitor.page.queryByRole('alert')?.textContent ?? '').toBe('');
    expect(host.to('upload/Facility')).toHaveLength(1);
  });

  it('sends a notification to the topic of its type', async () => {
    await visitor.open('/notification/add');
    await visitor.press('Save', formValues.notification.typed);
    expect(host.to('send-fcm-topic-message').map(({ fields }) => fields)).toEqual([
      { topic: 'Moderator', title: 'Training', body: 'On Monday' },
    ]);
  });

  /** Returns the values, without the category if the host has no list of categories to choose from. */
  function without({ Category, ...values }: Values): Values {
    return Category && !lacks('sms-category/list') ? { Category, ...values } : values;
  }

  /** Returns the id of the record that was added last. */
  async function newestId(list: string): Promise<number> {
    const screen = hostLists.find(({ path: address }) => address === list);
    if (!screen) throw new Error(`there is no list ${list}`);
    const rows = await host.rows(screen.source);
    return Math.max(...rows.map((row) => Number(getKey(row))));
  }

  /** Returns whether the host stores every field that the tests type. */
  function keepsAll(entity: string): boolean {
    return !profile.stored || entity !== 'resource';
  }
});

/** Returns the number of rows as the pager of a list writes it. */
function count(rows: readonly unknown[]): string {
  return rows.length.toLocaleString('en');
}

/** Returns the id of a row. Each of these hosts sends the id as the first field. */
function getKey(row: Fields): string {
  return String(Object.values(row)[0]);
}

function getField({ columns }: Screen, caption: string): ScreenColumn {
  const column = columns.find((candidate) => candidate.caption === caption);
  if (!column) throw new Error(`the specification has no column ${caption}`);
  return column;
}
