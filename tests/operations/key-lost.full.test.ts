import path from 'node:path';
import { expect, it } from 'vitest';
import { onPostgres, sqlOn } from '../support/database';
import { tempFolder } from '../support/folders';
import { everyCase } from '../support/full';
import { TEST_KEY } from '../support/keys';
import { addSmsPhone, makePanels } from '../support/reopened-panel';
import type { Visitor } from '../support/visitor';

const NEW_KEY = 'a new panel key of 32 characters'.replaceAll(' ', '-');
const NUMBER = '+260000000002';
const names = ['Clavis Before', 'Clavis After'];

/** The addresses that depend on the panel key, and the id of the record that has a history. */
interface Remains {
  phone: string;
  view: string;
  access: string;
  id: string;
  undo: string;
}

/** Lets a panel store what depends on its key: a history, a view, an opaque address and an access to a phone. */
async function leaveRemains(visitor: Visitor): Promise<Remains> {
  const id = await addSmsPhone(visitor, names);
  await visitor.open(`/history/sms-phone/${id}`);
  const [link] = visitor.page.getAllByRole('link', { name: 'Take back' });
  await visitor.open(`/phone/edit/${encodeURIComponent(NUMBER)}`);
  const phone = new URL(visitor.url).pathname;
  const body = new URLSearchParams({ phone_number: NUMBER });
  const view = (await visitor.request('/view/phones', { method: 'POST', body })).headers;
  await visitor.open('/profile/accesses?access_list=phone&access_kind=Form');
  const access = visitor.document.querySelector('a[href^="/profile/access/"]');
  return {
    ...{ phone, view: view.get('location') ?? '', id },
    access: access?.getAttribute('href') ?? '',
    undo: link?.getAttribute('href') ?? '',
  };
}

/** Expects the address, the view and the access to lead to the phone. */
async function expectPhone(visitor: Visitor, { phone, view, access }: Remains): Promise<void> {
  await visitor.open(phone);
  expect([visitor.status, visitor.html.includes(NUMBER)]).toEqual([200, true]);
  await visitor.open(view);
  expect(visitor.document.querySelectorAll('tbody tr')).toHaveLength(1);
  expect(visitor.html).toContain(NUMBER);
  await visitor.open(access);
  expect(visitor.html).toContain(NUMBER);
}

/** Expects pages to work, to say what cannot be read any more, and to show values that are stored from now on. */
async function expectLost(visitor: Visitor, remains: Remains): Promise<void> {
  await visitor.open(remains.phone);
  expect(visitor.status).toBe(404);
  await visitor.open(remains.view);
  expect(visitor.status).toBe(200);
  expect(visitor.html).toContain('The filters of this address have expired');
  await visitor.open(`/history/sms-phone/${remains.id}`);
  expect(visitor.status).toBe(200);
  expect(visitor.html).toContain('The panel key was lost');
  expect(visitor.html).not.toContain('Clavis Before');
  await visitor.open(remains.undo);
  expect(visitor.status).toBe(404);
  await visitor.open(remains.access);
  expect(visitor.html).toContain('Cannot be read: the panel key for it is missing');
  expect(visitor.html).not.toContain(NUMBER);
  await visitor.open(`/sms-phone/edit/${remains.id}`);
  await visitor.press('Save', { Name: 'Clavis Again' });
  await visitor.open(`/history/sms-phone/${remains.id}`);
  expect(visitor.html).toContain('Clavis Again');
  await expectPhone(visitor, await leaveRemains(visitor));
}

it('after a rotation, addresses, views, histories and accesses of the earlier key still open', async () => {
  const { open, command } = makePanels();
  const first = await open();
  const remains = await leaveRemains(first.visitor);
  await expectPhone(first.visitor, remains);
  const body = new URLSearchParams({ name: 'Before' });
  await first.visitor.request('/views/countries?country_name=a', { method: 'POST', body });
  await first.panel.stop();
  const rotated = { PANEL_KEY: NEW_KEY, PANEL_KEY_PREVIOUS: TEST_KEY };
  const { visitor } = await open(rotated);
  await expectPhone(visitor, remains);
  await visitor.open('/views/countries');
  await visitor.follow('Before');
  expect(visitor.page.getByText(/^Name contains “a”/)).toBeDefined();
  await visitor.open(`/history/sms-phone/${remains.id}`);
  expect(visitor.html).toContain('Clavis Before');
  expect(visitor.html).not.toContain('The panel key was lost');
  await visitor.open(`/phone/edit/${encodeURIComponent(NUMBER)}`);
  expect(new URL(visitor.url).pathname).not.toBe(remains.phone);
  const verified = await command('history:verify', ['--without-checkpoints'], rotated);
  expect(verified).toMatchObject({ status: 0, stderr: '' });
  expect(verified.stdout).not.toContain('cannot be read');
});

it('a panel whose key is lost starts after key:rotate --lost, and says what cannot be read', async () => {
  const { open, command } = makePanels();
  const first = await open();
  const remains = await leaveRemains(first.visitor);
  await first.panel.stop();
  const lost = { PANEL_KEY: NEW_KEY };
  await expect(open(lost)).rejects.toThrow(/belongs to the panel key/);
  expect(await command('key:rotate', ['--lost'], lost)).toMatchObject({ status: 0, stderr: '' });
  const verified = await command('history:verify', ['--without-checkpoints'], lost);
  expect(verified).toMatchObject({ status: 0, stderr: '' });
  expect(verified.stdout).toContain(
    'Records that cannot be read, because their panel key is missing: 1.',
  );
  const { visitor } = await open(lost);
  await expectLost(visitor, remains);
});

if (!onPostgres)
  it('key:rotate --lost also works for a panel with a remote API host, which leaves the tables of the host empty', async () => {
    const { dataDir, open, command } = makePanels();
    const first = await open();
    await first.panel.stop();
    for (const statement of [
      'delete from host_setting',
      'delete from user_account',
      "update chain_head set last_id = 0, last_digest = '', head_key = null, head_signature = null",
    ])
      await sqlOn(dataDir, statement);
    const lost = { PANEL_KEY: NEW_KEY };
    expect(await command('key:rotate', ['--lost'], lost)).toMatchObject({ status: 0, stderr: '' });
    expect((await command('key:rotate', ['--lost'], lost)).stderr).toContain(
      'No key is lost: run this command without --lost.',
    );
  });

if (everyCase && !onPostgres)
  it('a backup that is restored without its key can be used with another key', async () => {
    const { open, command } = makePanels();
    const first = await open();
    const remains = await leaveRemains(first.visitor);
    await first.panel.stop();
    const backup = path.join(tempFolder(), 'backup');
    expect(await command('backup', [backup])).toMatchObject({ status: 0 });
    const target = path.join(tempFolder(), 'restored');
    const restored = await command('restore', ['--lost-key', backup, target], { PANEL_KEY: '' });
    expect(restored).toMatchObject({ status: 0, stderr: '' });
    // A change that an import of an earlier version has left moves to the history, although its key is lost.
    await sqlOn(
      target,
      `insert into imported_change (change_id, entity, record_id, after_change, username, at)
       values ('c', 'sms-phone', '99', '{"sms_phone_name":"Left"}', 'ann', 0)`,
    );
    const panels = makePanels(target);
    const lost = { PANEL_KEY: NEW_KEY };
    const { panel, visitor } = await panels.open(lost);
    await expectLost(visitor, remains);
    await panel.stop();
    // The history continued without the key that signed its head. That is an error until somebody acknowledges it.
    const verified = await panels.command('history:verify', ['--without-checkpoints'], lost);
    expect(verified.status).toBe(1);
    expect(verified.stdout).toContain('continued from a head without a valid signature');
    const why = ['--without-checkpoints', '--acknowledge', 'the key of the backup is lost'];
    const acknowledged = await panels.command('history:verify', why, lost);
    expect(acknowledged.status).toBe(0);
    expect(acknowledged.stdout).toContain('because their panel key is missing: 1.');
  });
