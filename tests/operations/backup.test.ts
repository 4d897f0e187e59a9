import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSqlite } from '../../shared/db/sqlite-file';
import { demoPanel } from '../support/embedded';
import { makeFile, png } from '../support/files';
import { tempFolder } from '../support/folders';
import { sweep } from '../support/full';
import { startPanel } from '../support/panel';
import { Visitor } from '../support/visitor';

const demo = demoPanel();

/** Runs a command as the handbook shows it. Returns its exit code, its output, and its error output as `refusal`. */
async function npmRun(command: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn('npm', ['run', '--silent', command, '--', ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  let output = '';
  let refusal = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    refusal += chunk;
  });
  const [status] = await once(child, 'close');
  return { status, output, refusal: refusal.trim() };
}

const backUp = (folder: string) => npmRun('backup', [folder], { DATA_DIR: demo.panel.dataDir });

async function saveColor(visitor: Visitor, name: string): Promise<void> {
  await visitor.open('/color/add');
  await visitor.press('Save', { Name: name, Color: '#1B7F5C', Status: 'Active' });
  expect(visitor.page.getByText('The color has been successfully saved!')).toBeTruthy();
}

/** An intact backup, made once. Tests damage copies of it. */
let sound: string;
let address: string;
beforeAll(async () => {
  const visitor = await demo.signedIn();
  const body = new FormData();
  body.set('file', makeFile(png, 'picture.png', 'image/png'));
  const answer = await visitor.request('/upload/facility/facility_thumbnailUrl', {
    method: 'POST',
    body,
  });
  address = ((await answer.json()) as { address: string }).address;
  sound = path.join(demo.panel.dataDir, '..', `backup-${path.basename(demo.panel.dataDir)}`);
  expect((await backUp(sound)).refusal).toBe('');
  return () => rmSync(sound, { recursive: true, force: true });
});

/** Returns a copy of the intact backup that `spoil` has damaged. */
function spoiled(spoil: (folder: string) => void): string {
  const folder = path.join(tempFolder(), 'backup');
  cpSync(sound, folder, { recursive: true });
  spoil(folder);
  return folder;
}

/** Changes the database in a backup, and its manifest, as somebody who knows the format of a backup could do. */
function change(folder: string, statement: string): void {
  const file = path.join(folder, 'study.sqlite');
  const db = openSqlite(file);
  db.exec(statement);
  db.pragma('journal_mode = DELETE');
  db.close();
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
  const entry = manifest.files.find(({ path: name }: { path: string }) => name === 'study.sqlite');
  entry.bytes = statSync(file).size;
  entry.sha256 = execFileSync('sha256sum', [file], { encoding: 'utf8' }).slice(0, 64);
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
}

describe('a backup', () => {
  it('is refused without a folder, into a folder that is not empty, and without data', async () => {
    expect((await npmRun('backup', [])).refusal).toBe(
      'Name a folder for the backup: npm run backup -- FOLDER [--with-key]',
    );
    expect(await backUp(sound)).toMatchObject({
      status: 1,
      refusal: `${sound} is not empty: name a new folder for each backup.`,
    });
    const empty = tempFolder();
    expect((await npmRun('backup', [tempFolder()], { DATA_DIR: empty })).refusal).toBe(
      `There is no database in ${empty}: set DATA_DIR.`,
    );
  });

  it('is refused for data on PostgreSQL, even if the data folder holds an old copy', async () => {
    const { status, refusal } = await npmRun('backup', [path.join(tempFolder(), 'backup')], {
      DATA_DIR: demo.panel.dataDir,
      DATABASE_URL: 'postgres://panel@localhost/panel',
    });
    expect(status).toBe(1);
    expect(refusal).toContain('Back up the database with pg_dump');
  });

  it('can be read by its owner only', () => {
    expect(statSync(sound).mode & 0o777).toBe(0o700);
    const files = readdirSync(sound, { recursive: true }).map(String);
    expect(files).toEqual(expect.arrayContaining(['study.sqlite', 'manifest.json']));
    for (const name of files) {
      const { mode } = statSync(path.join(sound, name));
      expect([name, mode & 0o077]).toEqual([name, 0]);
    }
  });

  it('made during saves is complete: a restore brings back earlier saves, files and the audit trail', async () => {
    const visitor = await demo.signedIn();
    await saveColor(visitor, 'Before the backup');
    let saving = true;
    const stream = (async () => {
      for (let n = 0; saving; n += 1) await saveColor(visitor, `Beside the backup ${n}`);
    })();
    const folder = path.join(tempFolder(), 'backup');
    const backup = await backUp(folder);
    saving = false;
    await stream;
    expect(backup.output).toMatch(/^Backed up .+ files, \d+ bytes\.$/m);
    expect(backup.output).toMatch(/^audit_entry: \d+ entries\. Digest: [0-9a-f]{64}$/m);
    expect(backup.status).toBe(0);

    const data = path.join(tempFolder(), 'data');
    const restored = await npmRun('restore', [folder, data], { FILES_DIR: tempFolder() });
    expect(restored.refusal).toBe('');
    expect(restored.output).toContain(
      `FILES_DIR names another folder: copy the files in ${path.join(data, 'files')} to it, or remove the setting.`,
    );
    expect(restored.output).toMatch(/^study\.sqlite: .*\buser_account [1-9]\d*/m);
    expect(restored.output).toMatch(/^Restored .+ All users must sign in again\.$/m);

    const panel = await startPanel({ DATA_DIR: data });
    onTestFinished(() => panel.stop());
    // Sessions are not restored, because they may have been ended since the backup.
    const before = await new Visitor(panel.url, visitor).open('/colors');
    expect(before.title).toContain('Sign in');
    const again = await new Visitor(panel.url).signIn('mwansa@panel.example', 'demo-administrator');
    await again.open('/colors?color_name=Before+the+backup');
    expect(again.page.getAllByText('Before the backup').length).toBeGreaterThan(0);
    const file = await again.request(address);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(png);
    await saveColor(again, 'After the restore');
  });
});

describe('a restore', () => {
  it('is refused without a folder, into the folder of a running panel, and into a folder that is not empty', async () => {
    const { dataDir } = demo.panel;
    expect((await npmRun('restore', [sound])).refusal).toBe(
      'Name the backup and a data folder: npm run restore -- BACKUP FOLDER [--lost-key]',
    );
    expect(await npmRun('restore', [sound, dataDir])).toMatchObject({
      status: 1,
      refusal: `The data folder ${dataDir} is in use by another process.`,
    });
    const taken = tempFolder();
    writeFileSync(path.join(taken, 'notes.txt'), '');
    expect((await npmRun('restore', [sound, taken])).refusal).toBe(
      `The data folder ${taken} is not empty: name a new one, or move this one away.`,
    );
    expect(readdirSync(taken)).toEqual(['notes.txt']);
  });

  it.each(
    sweep<[string, (folder: string) => void, RegExp]>(
      [
        [
          'that was interrupted',
          (folder) => rmSync(path.join(folder, 'manifest.json')),
          /is not a backup, or the backup was interrupted/,
        ],
        [
          'with a file missing',
          (folder) => rmSync(path.join(folder, 'study.sqlite')),
          /^The backup is incomplete: study\.sqlite is missing\.$/,
        ],
        [
          'with a file changed',
          (folder) => appendFileSync(path.join(folder, address.slice(1)), 'x'),
          /^The backup is damaged: files\/[0-9a-f]{32}\.png has changed since the backup\.$/,
        ],
        [
          'of a newer version',
          (folder) =>
            change(
              folder,
              `insert into kysely_migration values ('2099-01-01-later', '2099-01-01')`,
            ),
          /is of a newer version of the panel: 2099-01-01-later is not known\.$/,
        ],
        [
          'whose audit trail was rewritten',
          (folder) =>
            change(
              folder,
              `drop trigger audit_entry_no_update; update audit_entry set audit_username = 'nobody' where audit_id = 1`,
            ),
          /^The audit log could not be verified\.\naudit_entry: Entry 1 was altered/,
        ],
        [
          'whose manifest names a file outside the folder',
          (folder) =>
            writeFileSync(
              path.join(folder, 'manifest.json'),
              JSON.stringify({
                format: 1,
                made: '',
                files: [{ path: '../../etc/passwd', bytes: 1, sha256: 'a'.repeat(64) }],
              }),
            ),
          /is damaged, or of a newer version of the panel\.$/,
        ],
      ],
      ([what]) => what === 'with a file changed' || what === 'whose audit trail was rewritten',
    ),
  )('is refused from a backup %s, and creates no data folder', async (_what, spoil, refusal) => {
    const data = path.join(tempFolder(), 'data');
    const answer = await npmRun('restore', [spoiled(spoil), data]);
    expect(answer.status).toBe(1);
    expect(answer.refusal).toMatch(refusal);
    expect(() => readdirSync(data)).toThrow(/ENOENT/);
  });
});
