import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { onPostgres, sqlOn } from '../support/database';
import { tempFolder } from '../support/folders';
import { sweep } from '../support/full';
import { addMarkedPerson, marked } from '../support/marked-person';
import { makePanels } from '../support/reopened-panel';

const REASON = 'Request of 3 May';
const named = ['--as', 'mwansa', '--reason', REASON];
const { studyNumber } = marked;

it('all data of a participant are written to a new file, which the audit log and the access log name', async () => {
  const { dataDir, open, command } = makePanels();
  const { panel, visitor } = await open();
  await addMarkedPerson(visitor, dataDir);
  const folder = tempFolder();
  const file = path.join(folder, 'data.html');
  if (!onPostgres) {
    const running = await command('participant:report', [studyNumber, file, ...named]);
    expect([running.status, running.stderr]).toEqual([1, expect.stringContaining('in use')]);
  }
  await panel.stop();

  const taken = path.join(folder, 'taken.html');
  writeFileSync(taken, 'mine');
  const refusals: [string[], RegExp, Record<string, string>?][] = [
    [[], /^Name one participant by their study number, and one file/],
    [[studyNumber, ...named], /^Name one participant/],
    [['  ', file, ...named], /^Name one participant/],
    [[studyNumber, file, file, ...named], /^Name one participant/],
    [[studyNumber, file], /^Say who produces the file/],
    [[studyNumber, file, '--as', 'mwansa'], /^Enter the reason: --reason/],
    [[studyNumber, file, '--as', 'mwansa', '--reason', `of ${studyNumber}`], /must not name/],
    [['QZ-7713', file, ...named], /^There is no participant with this study number\.$/m],
    [['%', file, ...named], /^There is no participant with this study number\.$/m],
    [[studyNumber, taken, ...named], /^There is a file with this name already/],
    [[studyNumber, folder, ...named], /^There is a file with this name already/],
    [[studyNumber, path.join(folder, 'no', 'data.html'), ...named], /^There is no such folder/],
    [
      [studyNumber, file, ...named],
      /^The API host did not send the list Participants/,
      { API_HOST_URL: 'http://127.0.0.1:9' },
    ],
  ];
  for (const [args, message, env] of sweep(
    refusals,
    ([args]) => args[0] === 'QZ-7713' || args[1] === taken,
  )) {
    const refused = await command('participant:report', args, env);
    expect([args, refused.status, refused.stdout]).toEqual([args, 1, '']);
    expect(refused.stderr).toMatch(message);
  }
  expect(readdirSync(folder)).toEqual(['taken.html']);
  expect(readFileSync(taken, 'utf8')).toBe('mine');
  const entered = () =>
    sqlOn(
      dataDir,
      'select audit_username, audit_action, audit_description from audit_entry where audit_title = ?',
      ['Data of a participant'],
    ) as Promise<Record<string, string>[]>;
  expect(await entered()).toEqual([]);

  const written = await command('participant:report', [` ${studyNumber}`, file, ...named]);
  expect(written).toMatchObject({ status: 0, stderr: '' });
  expect(written.stdout).toContain(`are in ${file}`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const text = readFileSync(file, 'utf8');
  const { conversation, file: picture, postBefore, ...values } = marked;
  const { post, discussionText, ...stored } = values;
  for (const value of [...Object.values(stored), postBefore, picture])
    expect([value, text.includes(value)]).toEqual([value, true]);
  expect(text).toContain('<dt>User</dt><dd>mwansa</dd>');
  const [entry, ...more] = await entered();
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ audit_username: 'mwansa', audit_action: 'Export' });
  expect(entry?.audit_description).toMatch(
    /^Produced all data of participant [\w-]{30,} with a command: Request of 3 May$/,
  );
  const again = await command('participant:report', [studyNumber, file, ...named]);
  expect(again).toMatchObject({ status: 1, stdout: '' });
  expect(existsSync(file)).toBe(true);
  expect(await command('audit:verify', ['--without-checkpoints'])).toMatchObject({
    status: 0,
    stderr: '',
  });
});
