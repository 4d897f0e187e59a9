import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { onPostgres, sqlOn } from '../support/database';
import { tempFolder } from '../support/folders';
import { everyCase } from '../support/full';
import { addSmsPhone, makePanels } from '../support/reopened-panel';
import type { Visitor } from '../support/visitor';

const names = ['Erasmus Before', 'Erasmus After'];

/** Returns the texts of the history's rows. */
async function readRows(visitor: Visitor, id: string): Promise<string[]> {
  await visitor.open(`/history/sms-phone/${id}`);
  return [...visitor.document.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '');
}

if (everyCase)
  it('history:erase refuses invalid arguments, records without a history, and a wrong number of changes', async () => {
    const { open, command } = makePanels();
    const { panel, visitor } = await open();
    const id = await addSmsPhone(visitor, names);
    await panel.stop();
    const as = ['--as', 'ann'];
    for (const [args, message] of [
      [[], /^Name an entity and the id of a record/],
      [['sms-phone'], /^Name an entity and the id of a record/],
      [['planet', '1'], /^There is no entity planet\. Entities: .*sms-phone/],
      [['sms-phone', '99999'], /^This SMS phone has no history that can be read\./],
      [['sms-phone', id, '--changes', 'x', ...as], /^The number of changes must be a whole number/],
      [['sms-phone', id, '--changes', '', ...as], /^The number of changes must be a whole number/],
      [['sms-phone', id, '--changes', '2'], /^Say who erases/],
      [['sms-phone', id, '--changes', '1', ...as], /^The history has 2 changes, not 1\./],
      [['sms-phone', id, '--all'], /--all/],
    ] as const) {
      const { status, stdout, stderr } = await command('history:erase', [...args]);
      expect([args, status, stdout]).toEqual([args, 1, '']);
      expect(stderr).toMatch(message);
    }
    const nowhere = { DATA_DIR: tempFolder(), DATABASE_URL: '' };
    expect((await command('history:erase', ['sms-phone', id], nowhere)).stderr).toMatch(
      /^There is no database in /,
    );
    const asked = await command('history:erase', ['sms-phone', id]);
    expect(asked).toMatchObject({ status: 0, stderr: '' });
    expect(asked.stdout).toBe(
      'The history of this SMS phone has 2 changes. Values that are not erased yet: those of 2 changes.\n' +
        'Add --changes 2 --as USERNAME to erase its identifying values.\n',
    );
    const again = await open();
    expect((await readRows(again.visitor, id)).join()).toContain('Erasmus After');
  });

it('history:erase erases the identifying values for good, and the panel shows that they were erased', async () => {
  const { dataDir, open, command } = makePanels();
  const { panel, visitor } = await open();
  const id = await addSmsPhone(visitor, names);
  const rows = await readRows(visitor, id);
  const [link] = visitor.page.getAllByRole('link', { name: 'Take back' });
  const undo = link?.getAttribute('href') ?? '';
  await visitor.open(undo);
  const stale = visitor.getBody('Take back this change');
  const [identity] = (await sqlOn(
    dataDir,
    "select sealed from record_identity where entity = 'sms-phone'",
  )) as { sealed: string }[];
  const args = ['sms-phone', id, '--changes', '2', '--as', 'ann'];
  if (!onPostgres)
    expect((await command('history:erase', args)).stderr).toMatch(/is in use by another process/);
  await panel.stop();
  await sqlOn(
    dataDir,
    `insert into imported_change (change_id, entity, record_id, after_change, username, at)
     values ('c', 'sms-phone', '${id}', '{"sms_phone_name":"Left"}', 'ann', 0)`,
  );
  expect((await command('history:erase', args)).stderr).toMatch(/The history has 3 changes, not 2/);
  args[3] = '3';
  expect(await command('history:erase', args)).toEqual({
    status: 0,
    stdout: 'Erased the identifying values of 3 changes. Backups still hold them.\n',
    stderr: '',
  });
  expect(await command('history:erase', args)).toEqual({
    status: 0,
    stdout: 'Nothing to do: these values were erased before.\n',
    stderr: '',
  });
  if (!onPostgres) {
    const files = readdirSync(dataDir).filter((name) => name.startsWith('study.sqlite'));
    const content = files.map((name) => readFileSync(path.join(dataDir, name), 'latin1')).join('');
    expect(content).not.toContain(identity?.sealed);
  }
  const verified = await command('history:verify', ['--without-checkpoints']);
  expect(verified).toMatchObject({ status: 0, stderr: '' });
  expect(verified.stdout).toMatch(/^History: 3 changes, verified\./);

  const { visitor: later } = await open();
  const erased = await readRows(later, id);
  // The change of the import has one row.
  expect(erased).toHaveLength(rows.length + 1);
  expect(erased.join()).not.toContain('Erasmus');
  expect(erased.filter((row) => row.includes('ErasedErased'))).toHaveLength(4);
  expect(erased.join()).toContain('Active');
  expect(later.page.queryByRole('link', { name: 'Take back' })).toBeNull();
  await later.open(undo);
  expect(later.page.getByRole('alert').textContent).toContain(
    'The values of this change were erased. It cannot be taken back.',
  );
  const refused = await later.request(undo, { method: 'POST', body: stale });
  expect(refused.status).toBe(409);
  await expect
    .poll(async () => {
      await later.open('/audit?audit_action=Delete&audit_user=ann');
      return later.html;
    })
    .toContain(`Erased the identifying values in the history of SMS phone ${id}: 3 changes`);
  // Changes after the erasure are encrypted with a new key.
  await later.open(`/sms-phone/edit/${id}`);
  await later.press('Save', { Name: 'Erasmus Again' });
  expect((await readRows(later, id))[0]).toContain('Erasmus Again');
});
