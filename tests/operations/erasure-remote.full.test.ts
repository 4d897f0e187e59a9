import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { onPostgres, sqlOn } from '../support/database';
import { startFieldHost } from '../support/field-host/field-host';
import { type FieldProfile, profiles, typical } from '../support/field-host/profiles';
import { tempFolder } from '../support/folders';
import { addToOwnStore, marked } from '../support/marked-person';
import { makePanels } from '../support/reopened-panel';
import { findTraces } from '../support/traces';
import type { Visitor } from '../support/visitor';

const { studyNumber, phone, name, formerName, note, sms, email, message, conversation } = marked;
const REASON = 'Request of 3 May';
const STAFF_PHONE = '+260979913378';
const getText = ({ document }: Visitor) => document.querySelector('main')?.textContent ?? '';

/** The records of the participant at the host: their table, and their values. */
const records: readonly [string, Record<string, string | number>][] = [
  ['participant', { id: 9901, study_number: studyNumber, phone_number: phone }],
  ['participant', { id: 9902, study_number: 'QZ-77132', phone_number: STAFF_PHONE }],
  ['follow_up', { id: 9901, study_number: studyNumber, checkin_notes: note }],
  ['phone', { phone_number: phone, phone_name: formerName, phone_status: 3 }],
  ['phone', { phone_number: STAFF_PHONE, phone_name: 'A moderator', phone_status: 4 }],
  ['sms_history', { sms_history_number: phone, sms_history_message: sms }],
  ['study_follow_up', { sfollow_whatsapp: phone, sfollow_name: name, sfollow_email: email }],
];

/** Starts a panel with a remote host that has the participant, and has no erasure. */
async function startStudy(profile: FieldProfile) {
  const hostDir = path.join(tempFolder(), 'host');
  const host = await startFieldHost(profile, hostDir);
  onTestFinished(() => host.stop());
  for (const [table, row] of records)
    await sqlOn(
      hostDir,
      `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map(() => '?')})`,
      Object.values(row),
    );
  const { dataDir, open, command } = makePanels();
  const settings = { API_HOST_URL: host.url, LIST_CACHE_SECONDS: '0', ...profile.settings };
  return {
    ...{ hostDir, dataDir },
    open: () => open(settings),
    command: (name: string, ...args: string[]) => command(name, args, settings),
  };
}

/** Puts values of the participant into the panel's own store. */
async function useParticipant(visitor: Visitor): Promise<void> {
  await visitor.open('/participant/view/9901');
  await visitor.open('/phones');
  await visitor.press('Search', { 'Filter Number': phone });
  await visitor.open(`/phone/edit/${encodeURIComponent(phone)}`);
  await visitor.press('Save', { Type: 'Public' });
  await visitor.press('Save', { Type: 'Participant' });
  await visitor.open('/sms-phone/add');
  const category = visitor.document.querySelector('select option[value="1"]')?.textContent ?? '';
  await visitor.press('Save', {
    ...{ Name: name, Number: phone, Category: category, Status: 'Active' },
  });
}

it.each([typical, ...profiles.filter((one) => one.name === 'a host of another version')])(
  '$name: an erasure leaves nothing in the panel, and names what the host keeps',
  async (profile) => {
    const { dataDir, open } = await startStudy(profile);
    const { panel, visitor } = await open();
    await addToOwnStore(dataDir);
    await useParticipant(visitor);

    await visitor.open('/participant/view/9902');
    await visitor.follow('Erase participant');
    expect(getText(visitor)).toContain('Records of a phone that somebody else uses too');
    expect(getText(visitor)).toContain('The records at the API host (Participants: 1).');

    await visitor.open('/participant/view/9901');
    await visitor.follow('Erase participant');
    expect(getText(visitor)).toContain('The API host keeps its records.');
    const onHost =
      'The records at the API host (Participants: 1, Followups: 1, Study Followup: 1, Phones: 1, SMS Phones: 1, SMS History: 1).';
    expect(getText(visitor)).toContain(onHost);
    const history = /^Histories of records/;
    expect(visitor.page.getByRole('row', { name: history }).textContent).toMatch(/2$/);
    await visitor.press('Erase for good', { Reason: `about ${name}` });
    expect(getText(visitor)).toContain('must not name the participant');
    await visitor.press('Erase for good', { Reason: REASON });
    expect(getText(visitor)).toContain('The participant was erased on');
    for (const text of [onHost, 'The API host: its usage records'])
      expect(getText(visitor)).toContain(text);
    const first = visitor.url;

    // Only the host still has the participant. What the panel stores from now on can be erased again.
    await panel.stop();
    const values = [studyNumber, phone, name, formerName, note, sms, email, message, conversation];
    for (const value of values) expect(panel.output()).not.toContain(value);
    expect(await findTraces(dataDir, values)).toEqual([]);
    const again = await open();
    await useParticipant(again.visitor);
    await again.visitor.open('/participant/erase/9901');
    await again.visitor.press('Erase for good', { Reason: REASON });
    expect(getText(again.visitor)).toContain('The participant was erased on');
    expect(new URL(again.visitor.url).pathname).not.toBe(new URL(first).pathname);
    await again.visitor.open('/audit/erasures');
    expect(again.visitor.page.getAllByRole('link', { name: /^[\w-]{22}$/ })).toHaveLength(2);
    await again.panel.stop();
    expect(await findTraces(dataDir, values)).toEqual([]);
  },
);

it('an erasure is applied again after the history of an older backup was restored', async () => {
  const { dataDir, open } = await startStudy(typical);
  const { panel, visitor } = await open();
  await useParticipant(visitor);
  await panel.stop();
  type Identity = Record<'id' | 'digest' | 'sealed', string>;
  const backup = (await sqlOn(dataDir, 'select * from record_identity')) as Identity[];
  const changed = await open();
  await changed.visitor.open('/participant/erase/9901');
  await changed.visitor.press('Erase for good', { Reason: REASON });
  await changed.panel.stop();
  for (const { id, digest, sealed } of backup)
    await sqlOn(dataDir, 'update record_identity set digest = ?, sealed = ? where id = ?', [
      ...[digest, sealed, id],
    ]);
  await sqlOn(dataDir, 'delete from erasure');
  expect(await findTraces(dataDir, [phone, name])).not.toEqual([]);

  const restored = await open();
  await restored.visitor.open('/audit/erasures');
  expect(restored.visitor.page.getAllByRole('link', { name: /^[\w-]{22}$/ })).toHaveLength(1);
  await restored.panel.stop();
  expect(await findTraces(dataDir, [phone, name, studyNumber])).toEqual([]);
});

it('somebody without a history is recognized in restored documents of the messenger', async () => {
  const { dataDir, open } = await startStudy(typical);
  const first = await open();
  await addToOwnStore(dataDir);
  const backup = await sqlOn(
    dataDir,
    'select collection, id, data from document where collection like ? or id = ? or data like ?',
    [`%${phone}%`, phone, `%${phone}%`],
  );
  const values = [phone, name, message, studyNumber];
  const erase = async ({ visitor, panel }: Awaited<ReturnType<typeof open>>) => {
    await visitor.open('/participant/erase/9901');
    await visitor.press('Erase for good', { Reason: REASON });
    await panel.stop();
    expect(await findTraces(dataDir, values)).toEqual([]);
  };
  const restore = async (createdAfter: number) => {
    for (const { collection, id, data } of backup as Record<string, string>[])
      await sqlOn(
        dataDir,
        'insert into document (collection, id, data, order_key, version) values (?, ?, ?, null, 1)',
        [collection ?? '', id ?? '', data ?? ''],
      );
    await sqlOn(dataDir, 'delete from erasure where created_at > ?', [createdAfter]);
    expect(await findTraces(dataDir, values)).not.toEqual([]);
  };
  const countCertificates = async ({ visitor }: Awaited<ReturnType<typeof open>>) => {
    await visitor.open('/audit/erasures');
    return visitor.page.getAllByRole('link', { name: /^[\w-]{22}$/ }).length;
  };
  await erase(first);
  await restore(0);
  const restored = await open();
  expect(await countCertificates(restored)).toBe(1);
  // The next backup that is restored is older than the second erasure, and newer than the first.
  const between = Date.now();
  await erase(restored);
  await restore(between);
  const last = await open();
  expect(await countCertificates(last)).toBe(2);
  await last.panel.stop();
  expect(await findTraces(dataDir, values)).toEqual([]);
});

it('commands withdraw a participant, write their data, and erase them, also after the host has deleted them', async () => {
  const { hostDir, dataDir, open, command } = await startStudy(typical);
  const named = ['--as', 'ann', '--reason', REASON];
  if (!onPostgres)
    expect((await command('participant:erase', '9901')).stderr).toContain('There is no database');
  const { panel, visitor } = await open();
  await useParticipant(visitor);
  if (!onPostgres)
    expect((await command('participant:erase', '9901')).stderr).toContain('is in use');
  await panel.stop();

  expect((await command('participant:withdraw', 'nobody', ...named)).stderr).toContain(
    'There is no participant with this study number.',
  );
  const withdrawn = await command('participant:withdraw', studyNumber, ...named);
  expect(withdrawn).toMatchObject({ status: 0, stderr: '' });
  expect((await command('participant:withdraw', studyNumber, ...named)).stderr).toContain(
    'is withdrawn already',
  );
  const file = path.join(tempFolder(), 'data.html');
  const written = await command('participant:report', studyNumber, file, ...named);
  expect(written).toMatchObject({ status: 0, stderr: '' });
  for (const value of [studyNumber, phone, name, formerName, note, sms, email])
    expect([value, readFileSync(file, 'utf8').includes(value)]).toEqual([value, true]);
  const again = await open();
  await again.visitor.open('/participants');
  expect(getText(again.visitor)).toContain('Withdrawn participants are not shown.');
  for (const title of ['Withdrawal of a participant', 'Data of a participant']) {
    await again.visitor.open(`/audit?${new URLSearchParams({ audit_title: title })}`);
    expect(getText(again.visitor)).toContain(`: ${REASON}`);
  }
  await again.panel.stop();

  // The operator of the host has deleted the participant too early. The history of the withdrawal knows the record.
  await sqlOn(hostDir, 'delete from participant where id = 9901');
  const asked = await command('participant:erase', '9901');
  expect(asked).toMatchObject({ status: 0, stderr: '' });
  expect(asked.stdout).toContain('Histories of records: 1');
  const records = /--records (\d+)/.exec(asked.stdout)?.[1] ?? '';
  const done = await command('participant:erase', '9901', '--records', records, ...named);
  expect(done).toMatchObject({ status: 0, stderr: '' });
  expect(done.stdout).toMatch(/^Erased participant [\w-]{30,} on /);
  expect((await command('participant:erase', '9901')).stderr).toContain('There is no participant');
  expect(await findTraces(dataDir, [studyNumber])).toEqual([]);
});

it('nothing is erased while a list of the host cannot be read', async () => {
  const { open } = await startStudy({
    ...typical,
    redirects: /^sms-history/,
  });
  const { visitor } = await open();
  await visitor.open('/participant/erase/9901');
  expect(visitor.status).toBe(503);
  expect(getText(visitor)).toContain(
    'Nothing was erased. The API host did not send the list SMS History.',
  );
});

it('the file with all data of a participant has the records of the host', async () => {
  const { open } = await startStudy(typical);
  const { visitor } = await open();
  await useParticipant(visitor);
  await visitor.open('/participant/report/9901');
  expect(visitor.page.getByRole('row', { name: /^SMS History/ }).textContent).toBe('SMS History1');
  await visitor.press('Make the file', { Reason: REASON });
  await visitor.follow('Download the file');
  for (const value of [studyNumber, phone, name, formerName, note, sms, email])
    expect([value, visitor.html.includes(value)]).toEqual([value, true]);
});
