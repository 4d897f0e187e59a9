import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { onPostgres, sqlOn } from '../support/database';
import { tempFolder } from '../support/folders';
import { everyCase } from '../support/full';
import { fullExport } from '../support/full-export';
import { addMarkedPerson, marked } from '../support/marked-person';
import { makePanels } from '../support/reopened-panel';
import { findTraces } from '../support/traces';
import { Visitor } from '../support/visitor';

const { conversation, file, ...texts } = marked;
const values = [...Object.values(texts), file];
const REASON = 'Request of 3 May';
const getText = ({ document }: Visitor) => document.querySelector('main')?.textContent ?? '';
const readAlert = ({ page }: Visitor) => page.getByRole('alert').textContent;

/** Puts the values of the participant into every place that the panel stores something in. */
async function useMarkedPerson(visitor: Visitor, dataDir: string, id: string): Promise<void> {
  const { studyNumber, phone, name, formerName, post, discussionText } = marked;
  // The page of the participant, a search, and a view with a name.
  await visitor.open(`/participant/view/${id}`);
  await visitor.open('/participants');
  await visitor.press('Search', { 'Filter Study No': studyNumber });
  await visitor.follow('Views');
  await visitor.press('Save this view', { Name: `Only ${name}` });
  await visitor.open('/phones');
  await visitor.press('Search', { 'Filter Number': phone });
  // The history: changes by a form, and a link to the phone of a peer navigator.
  await visitor.open(`/phone/edit/${encodeURIComponent(phone)}`);
  await visitor.press('Save', { Type: 'Public' });
  await visitor.press('Save', { Type: 'Participant' });
  const [navigator] = (await sqlOn(
    dataDir,
    'select phone_number from phone where phone_status = 2 order by phone_id limit 1',
  )) as { phone_number: string }[];
  await visitor.open(`/phone/participants/${encodeURIComponent(navigator?.phone_number ?? '')}`);
  await visitor.press('Link', { Participant: phone });
  // A post of a discussion, which a user corrects.
  const [discussion] = (await sqlOn(
    dataDir,
    "select collection from document where id = 'p-quixote'",
  )) as { collection: string }[];
  const discussionId = discussion?.collection.split('/').at(-2) ?? '';
  await visitor.open(`/discussion/post/${discussionId}/edit/p-quixote`);
  await visitor.press('Save', { Text: post });
  await visitor.open(`/discussion/chat/${discussionId}`);
  await visitor.open(`/phone/chat/${encodeURIComponent(conversation)}`);
  // Two SMS phones with the same number, of which one is in the bin.
  for (const smsName of [name, formerName]) {
    await visitor.open('/sms-phone/add');
    const category = visitor.document.querySelector('select option[value="1"]')?.textContent ?? '';
    await visitor.press('Save', {
      ...{ Name: smsName, Number: phone, Category: category, Status: 'Active' },
    });
    if (smsName === formerName) continue;
    const smsId = visitor.url.split('/').at(-1);
    await visitor.open(`/delete/sms-phone/${smsId}`);
    await visitor.press('Delete');
  }
  // A bulk action, a file for analysis, and a file that waits for its import.
  await visitor.open('/sms-phones');
  await visitor.press('Search', { 'Filter Number': phone });
  for (const box of visitor.document.querySelectorAll<HTMLInputElement>('tbody input'))
    box.checked = true;
  await visitor.press('Delete selected');
  await makeFile(visitor, 'participants');
  await visitor.open('/import');
  const waiting = new File([`phone_number,phone_name\n${phone},${name}\n`], 'waiting.csv');
  await visitor.press('Check file', { List: 'Phones' }, { File: waiting });
  // A draft: the form is sent while another tab has locked the session.
  await visitor.open(`/discussion/edit/${discussionId}`);
  const otherTab = await new Visitor(visitor.base, visitor).open('/home');
  await otherTab.press('Lock');
  await visitor.press('Save', { Description: discussionText });
}

/** Makes a full file of a list. */
async function makeFile(visitor: Visitor, list: string): Promise<void> {
  const body = new URLSearchParams({ format: 'csv', style: 'words', ...fullExport });
  await visitor.open(`/export-as/${list}`, { method: 'POST', body });
  await expect.poll(async () => getText(await visitor.open(visitor.url))).toContain('ready');
}

/** Returns the numbers of encrypted items and of their digests. */
async function countItems(dataDir: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['kept_form', 'job', 'item_digest'])
    counts[table] = (await sqlOn(dataDir, `select * from ${table}`)).length;
  return counts;
}

/** Adds the uploaded picture that a message of the participant shows. */
async function addPicture(dataDir: string): Promise<string> {
  const picture = path.join(dataDir, 'files', file);
  mkdirSync(path.dirname(picture), { recursive: true });
  writeFileSync(picture, `picture of ${marked.name}`);
  await sqlOn(
    dataDir,
    `insert into upload (upload_name, upload_path, upload_type, upload_size, upload_sha256)
     values (?, ?, 'image/png', 10, 'x')`,
    [`${marked.name}.png`, `/files/${file}`],
  );
  return picture;
}

if (everyCase)
  it('an erasure is refused to strangers, researchers, and without a proof, a reason or the right number', async () => {
    const { dataDir, open } = makePanels();
    const { panel, visitor } = await open();
    const id = await addMarkedPerson(visitor, dataDir);
    const address = `/participant/erase/${id}`;
    const body = new URLSearchParams({ reason: REASON, total: '1' });

    const stranger = new Visitor(panel.url);
    await stranger.open(address, { method: 'POST', body });
    expect(new URL(stranger.url).pathname).toBe('/login');
    const { username, password } = demoSignIns.researcher;
    const researcher = await new Visitor(panel.url).signIn(username, password);
    await researcher.open(`/participant/view/${id}`);
    expect(researcher.page.queryByRole('link', { name: 'Erase participant' })).toBeNull();
    for (const init of [{}, { method: 'POST', body }]) {
      await researcher.open(address, init);
      expect(researcher.status).toBe(403);
      expect(getText(researcher)).toContain('Only administrators erase participants.');
    }
    await visitor.open('/participant/erase/99999999');
    expect(visitor.status).toBe(404);
    await visitor.open('/erasure/nothing');
    expect(visitor.status).toBe(404);

    await visitor.open(`/participant/view/${id}`);
    await visitor.follow('Erase participant');
    expect(visitor.url).not.toContain(id);
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe(
      `Erase participant ${marked.studyNumber}?`,
    );
    expect(visitor.title).not.toContain(marked.studyNumber);
    const number = (kind: string) =>
      visitor.page.getByRole('row', { name: new RegExp(`^${kind} \\d`) }).textContent;
    expect(number('Participants')).toBe('Participants1');
    expect(number('Followups')).toBe('Followups1');
    expect(number('Usage Analytics')).toBe('Usage Analytics1');
    expect(number('Conversations of the messenger')).toBe('Conversations of the messenger2');
    for (const [reason, message] of [
      ['', 'Enter the reason'],
      [`about ${marked.name.toUpperCase()}, see there`, 'The reason must not name the participant'],
      ['x'.repeat(501), 'The reason must have 500 characters or fewer'],
    ] as const) {
      await visitor.press('Erase for good', { Reason: reason });
      expect(visitor.status).toBe(400);
      expect(getText(visitor)).toContain(message);
    }
    await visitor.open(visitor.url, { method: 'POST', body });
    expect(visitor.status).toBe(409);
    expect(readAlert(visitor)).toContain('Nothing was erased.');

    await sqlOn(
      dataDir,
      `insert into import_job (job_id, wire_name, state, rows, skipped, saved_by, saved_at, started_at)
     values ('j', 'phone', 'staging', 0, 0, 'ann', '', 0)`,
    );
    await visitor.press('Erase for good', { Reason: REASON });
    expect(visitor.status).toBe(409);
    expect(readAlert(visitor)).toContain('An import is running.');
    await sqlOn(dataDir, "delete from import_job where job_id = 'j'");

    await sqlOn(dataDir, `update session set data = replace(data, '"provenAt":', '"former":')`);
    await visitor.open(visitor.url);
    await visitor.press('Erase for good', { Reason: REASON });
    expect(visitor.status).toBe(400);
    expect(getText(visitor)).toContain('Enter your password to confirm that it is you');
    expect(visitor.shownValue('Reason')).toBe(REASON);
    await visitor.press('Erase for good', { 'Your password': 'wrong' });
    expect(visitor.status).toBe(400);
    const rows = await sqlOn(dataDir, 'select id from participant where study_number = ?', [
      marked.studyNumber,
    ]);
    expect(rows).toHaveLength(1);
    expect(await sqlOn(dataDir, 'select id from erasure')).toEqual([]);
    await visitor.press('Erase for good', { 'Your password': demoSignIns.administrator.password });
    expect(getText(visitor)).toContain('The participant was erased on');
  });

it('an erasure leaves nothing in any table and any file, and the chains still verify', async () => {
  const { dataDir, open, command } = makePanels();
  const first = await open();
  const id = await addMarkedPerson(first.visitor, dataDir);
  const picture = await addPicture(dataDir);
  await useMarkedPerson(first.visitor, dataDir, id);
  const { username, password } = demoSignIns.researcher;
  await makeFile(await new Visitor(first.panel.url).signIn(username, password), 'sms-categories');
  await first.panel.stop();
  const before = await findTraces(dataDir, values);
  // A draft is encrypted with the address of its form, which the search does not know.
  const readable = values.filter((value) => value !== marked.discussionText);
  expect([...new Set(before.map(({ value }) => value))].sort()).toEqual(readable.sort());
  const places = new Set(before.map(({ place }) => place));
  for (const place of [
    ...['identities', 'changes', 'views', 'keys of the access log'],
    ...['job', 'job_part'],
  ])
    expect([place, places.has(place)]).toEqual([place, true]);
  expect(await countItems(dataDir)).toEqual({ kept_form: 1, job: 7, item_digest: 8 });

  const { panel, visitor } = await open();
  await visitor.open(`/participant/view/${id}`);
  const address = visitor.url;
  await visitor.follow('Erase participant');
  await visitor.press('Erase for good', { Reason: REASON });
  const certificate = new URL(visitor.url).pathname;
  expect(certificate).toMatch(/^\/erasure\/[\w-]{22}$/);
  expect(getText(visitor)).toContain('The participant was erased on');
  expect(getText(visitor)).toContain('SMS History1');
  expect(getText(visitor)).toContain('Uploaded files1');
  expect(getText(visitor)).toContain('Backups that were made before the erasure.');
  expect(existsSync(picture)).toBe(false);
  await visitor.open(address);
  expect(visitor.status).toBe(404);
  await visitor.open(`/participant/erase/${id}`);
  expect(new URL(visitor.url).pathname).toBe(certificate);
  await expect
    .poll(async () => getText(await visitor.open('/audit?audit_action=Delete')))
    .toContain('Erased a participant');
  await panel.stop();

  expect(await findTraces(dataDir, values)).toEqual([]);
  // The file of somebody else, with other records.
  expect(await countItems(dataDir)).toEqual({ kept_form: 0, job: 1, item_digest: 1 });
  const audit = await command('audit:verify', ['--without-checkpoints']);
  expect(audit).toMatchObject({ status: 0, stderr: '' });
  const history = await command('history:verify', ['--without-checkpoints']);
  expect(history).toMatchObject({ status: 0, stderr: '' });
  const list = readFileSync(path.join(`${dataDir}-keys`, 'erased-participants.jsonl'), 'utf8');
  for (const value of values) expect(list).not.toContain(value);

  // The next start has nothing to do, and other people's records are still there.
  const again = await open();
  await again.visitor.open(certificate);
  expect(getText(again.visitor)).not.toContain('repeated');
  await again.visitor.open('/participants');
  expect(again.visitor.document.querySelectorAll('tbody tr').length).toBeGreaterThan(5);
});

/** The statements that make every deletion of a document fail, and those that end this. */
const failing = onPostgres
  ? {
      begin: [
        "create function stop() returns trigger language plpgsql as 'begin raise exception ''stop''; end'",
        'create trigger stop before delete on document for each row execute function stop()',
      ],
      end: ['drop function stop() cascade'],
    }
  : {
      begin: [
        "create trigger stop before delete on document begin select raise(abort, 'stop'); end",
      ],
      end: ['drop trigger stop'],
    };

if (everyCase)
  it('an erasure that fails half way, and whose panel is killed, is completed at the next start', async () => {
    const { dataDir, open, command } = makePanels();
    const { panel, visitor } = await open();
    const id = await addMarkedPerson(visitor, dataDir);
    for (const statement of failing.begin) await sqlOn(dataDir, statement);
    await visitor.open(`/participant/erase/${id}`);
    // Two at once: both users see the same certificate.
    const body = visitor.getBody('Erase for good', { Reason: REASON });
    const answers = await Promise.all(
      [1, 2].map(() => visitor.request(visitor.url, { method: 'POST', body })),
    );
    const certificates = new Set(answers.map(({ headers }) => headers.get('location')));
    expect(certificates.size).toBe(1);
    const [certificate = ''] = certificates as Set<string>;
    await visitor.open(certificate);
    expect(getText(visitor)).toContain('The erasure is not completed.');
    await visitor.press('Try again now');
    expect(visitor.status).toBe(503);
    const left = await sqlOn(dataDir, 'select id from participant where study_number = ?', [
      marked.studyNumber,
    ]);
    expect(left).toEqual([]);
    panel.signal('SIGKILL');
    await panel.ended;
    for (const statement of failing.end) await sqlOn(dataDir, statement);

    const again = await open();
    await again.visitor.open(certificate);
    expect(getText(again.visitor)).toContain('The participant was erased on');
    await expect
      .poll(async () => getText(await again.visitor.open('/audit?audit_action=Delete')))
      .toContain('Erased a participant');
    expect(getText(again.visitor).match(/Erased a participant/g)).toHaveLength(1);
    await again.panel.stop();
    expect(await findTraces(dataDir, values)).toEqual([]);
    expect(await command('history:verify', ['--without-checkpoints'])).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

if (everyCase && !onPostgres)
  it('a restored backup from before an erasure is erased again, by the command and by a start', async () => {
    const { dataDir, open, command } = makePanels();
    const { panel, visitor } = await open();
    const id = await addMarkedPerson(visitor, dataDir);
    await panel.stop();
    const backup = path.join(tempFolder(), 'backup');
    expect(await command('backup', [backup])).toMatchObject({ status: 0 });
    const copied = makePanels();
    cpSync(dataDir, copied.dataDir, { recursive: true });

    const asked = await command('participant:erase', [id]);
    expect(asked).toMatchObject({ status: 0, stderr: '' });
    const total = /--records (\d+)/.exec(asked.stdout)?.[1] ?? '';
    const named = ['--as', 'ann', '--reason', REASON];
    for (const [args, message] of [
      [[], /^Name one participant/],
      [['99999999'], /^There is no participant with this id/],
      [[id, '--records', total], /^Say who erases/],
      [[id, '--records', total, '--as', 'ann'], /^Enter the reason/],
      [[id, '--records', '1', ...named], /^The participant has \d+ records, not 1/],
    ] as const)
      expect((await command('participant:erase', [...args])).stderr).toMatch(message);
    const erased = await command('participant:erase', [id, '--records', total, ...named]);
    expect(erased).toMatchObject({ status: 0, stderr: '' });
    expect(erased.stdout).toContain('SMS History: 1');
    expect(erased.stdout).toContain('The erasure does not reach:');
    expect(await findTraces(dataDir, values)).toEqual([]);

    const list = 'erased-participants.jsonl';
    const restored = makePanels();
    const restore = [backup, restored.dataDir];
    mkdirSync(`${restored.dataDir}-keys`, { recursive: true });
    cpSync(path.join(`${dataDir}-keys`, list), path.join(`${restored.dataDir}-keys`, list));
    const output = await command('restore', restore, { DATA_DIR: restored.dataDir });
    expect(output).toMatchObject({ status: 0, stderr: '' });
    expect(output.stdout).toContain('and are erased again: 1.');
    expect(await findTraces(restored.dataDir, values)).toEqual([]);
    expect(await restored.command('audit:verify', ['--without-checkpoints'])).toMatchObject({
      status: 0,
    });
    expect(await restored.command('history:verify', ['--without-checkpoints'])).toMatchObject({
      status: 0,
    });

    mkdirSync(`${copied.dataDir}-keys`, { recursive: true });
    cpSync(path.join(`${dataDir}-keys`, list), path.join(`${copied.dataDir}-keys`, list));
    const later = await copied.open();
    await later.visitor.open(`/participant/view/${id}`);
    expect(later.visitor.status).toBe(404);
    await later.panel.stop();
    expect(await findTraces(copied.dataDir, values)).toEqual([]);
  });
