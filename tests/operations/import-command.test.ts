import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readSqlite } from '../../shared/db/sqlite-file';
import { tempFolder } from '../support/folders';
import { everyCase, sweep } from '../support/full';
import { builtCli } from '../support/run';
import { startHost } from '../support/start-host';

/** Runs `npm run import --` with the arguments, and returns its output and exit code. */
async function command(dataDir: string, ...args: string[]) {
  const child = spawn('node', [...builtCli, 'import', ...args], {
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir },
  });
  const [out, progress, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('exit', resolve)),
  ]);
  return { out, progress, code };
}

/** Returns a data folder that a host has used before it was stopped. */
async function dataFolder() {
  const dataDir = path.join(tempFolder(), 'data');
  const { close } = await startHost({ dataDir });
  await close();
  return dataDir;
}

function file(name: string, content: string): string {
  const target = path.join(tempFolder(), name);
  writeFileSync(target, content);
  return target;
}

function participants(dataDir: string) {
  const db = readSqlite(path.join(dataDir, 'study.sqlite'));
  try {
    return db.prepare('select study_number, phone_number from participant').all();
  } finally {
    db.close();
  }
}

/** Returns the changes in the history. */
function getHistory(dataDir: string) {
  const db = readSqlite(path.join(dataDir, 'study.sqlite'));
  try {
    return db.prepare('select entity, action, username from record_change').all();
  } finally {
    db.close();
  }
}

const people = 'Study No,Phone Number\nS-1,+260\nS-2,\n';

describe('npm run import', () => {
  it.each(
    sweep(
      [
        [[], 'npm run import -- LIST FILE'],
        [['participants', 'nowhere.csv'], 'There is no file nowhere.csv.'],
        [['participants', 'package.json', '--yes'], 'Say who imports'],
        [['participants', 'package.json', '--yes', '--dry-run'], 'not both'],
        [['hats', 'package.json'], 'There is no list hats. Lists: users, '],
        [['participants', 'package.json', '--map', 'README.md'], 'must be a JSON object'],
        [
          ['participants', 'package.json', '--suspicious', 'DOB=drop'],
          'takes COLUMN=empty, COLUMN=keep',
        ],
        [['participants', 'package.json'], 'There is no database in '],
      ],
      (_refused, index) => index === 0,
    ),
  )('is refused without a stack trace with the arguments %j', async (args, sentence) => {
    const { out, code } = await command(path.join(tempFolder(), 'none'), ...args);
    expect(out).toContain(sentence);
    expect(out).not.toMatch(/^\s+at /m);
    expect(code).toBe(1);
  });

  it('explains each of its options when it is asked for help', async () => {
    const { out, code } = await command(path.join(tempFolder(), 'none'), '--help');
    expect(out).toContain('npm run import -- LIST FILE');
    for (const option of ['--map', '--suspicious', '--dry-run', '--yes', '--as'])
      expect(out).toMatch(new RegExp(`^${option}\\s`, 'm'));
    expect(code).toBe(0);
  });

  it('is refused while the panel runs, and names the page to use instead', async () => {
    const { dataDir } = await startHost();
    const { out, code } = await command(dataDir, 'participants', file('people.csv', people));
    expect(out).toContain('is in use by another process');
    expect(out).toContain('use its page Import Data (/import)');
    expect(code).toBe(1);
  });

  it('imports only in the name of an active administrator', async () => {
    const dataDir = await dataFolder();
    const csv = file('people.csv', people);
    const { out, code } = await command(dataDir, 'participants', csv, '--yes', '--as', 'ann');
    expect(out).toContain('ann is not an active administrator of this panel.');
    expect(code).toBe(1);
    expect(participants(dataDir)).toEqual([]);
  });

  it('names the refused rows, and imports nothing', async () => {
    const dataDir = await dataFolder();
    const csv = file('people.csv', `${people}S-1,\n,\n7\n`);
    const { out, code } = await command(dataDir, 'participants', csv, '--yes', '--as', 'admin');
    expect(out).toMatch(/^Line 4 repeats the Study No of line 2$/m);
    expect(out).toContain('Line 6: The row has 1 cells, the header has 2');
    expect(out).toContain('Nothing was imported.');
    expect(code).toBe(1);
    expect(participants(dataDir)).toEqual([]);
  });

  it('imports suspicious values only with a choice, which the audit entry states', async () => {
    const dataDir = await dataFolder();
    const csv = file('people.csv', 'Study No,Phone Number,Residency\nS-1,NA,1.0\n');
    const call = (...choices: string[]) =>
      command(
        ...[dataDir, 'participants', csv, '--yes', '--as', 'admin'],
        ...choices.flatMap((choice) => ['--suspicious', choice]),
      );
    const stopped = await call('Residency=keep');
    expect(stopped.code).toBe(1);
    expect(stopped.out).toContain(
      'Phone Number: 1 suspicious value like missing values (no choice): "NA" in line 2',
    );
    expect(stopped.out).toContain('--suspicious "Phone Number=empty" or "Phone Number=keep"');
    expect(participants(dataDir)).toEqual([]);

    const unknown = await call('Hat=keep');
    expect([unknown.code, unknown.out]).toEqual([1, expect.stringContaining('no column Hat')]);

    const done = await call('empty', 'residency=keep');
    expect([done.code, done.out]).toEqual([0, expect.stringContaining('Imported people.csv')]);
    expect(participants(dataDir)).toEqual([{ study_number: 'S-1', phone_number: null }]);
    const db = readSqlite(path.join(dataDir, 'study.sqlite'));
    try {
      const entry = db.prepare('select audit_description from audit_entry order by audit_id desc');
      expect(entry.get()).toEqual({
        audit_description:
          'Imported participant: 1 new, 0 changed, 0 unchanged, from people.csv; suspicious values: read as empty in “Phone Number”, kept in “Residency”',
      });
    } finally {
      db.close();
    }
  });

  it('notifies the previous address of a user whose email address it changes', async () => {
    const dataDir = await dataFolder();
    const change = file('users.csv', 'ID,Email\n1,new@panel.example\n');
    const { out, code } = await command(dataDir, 'users', change, '--yes', '--as', 'admin');
    expect([out, code]).toEqual([expect.stringContaining('Imported users.csv into users.'), 0]);
    const outbox = path.join(dataDir, 'outbox');
    const mails = readdirSync(outbox).map((name) => readFileSync(path.join(outbox, name), 'utf8'));
    expect(mails.filter((mail) => mail.includes('To: admin@panel.example'))).toHaveLength(1);
  });

  it('reports what it would do, imports with --yes, and adds nothing when it is repeated', async () => {
    const dataDir = await dataFolder();
    const csv = file('people.csv', people.replace('Study No', 'Code'));
    const map = file('map.json', '{"Code": "study_number"}');
    const call = (...more: string[]) =>
      command(dataDir, 'participants', csv, '--map', map, ...more);
    const dry = await call();
    expect(dry.out).toContain('2 rows: 2 new, 0 changed, 0 unchanged, 0 refused');
    expect(dry.out).toContain('To import: the same command with --yes --as USERNAME');
    expect(dry.code).toBe(0);
    expect(participants(dataDir)).toEqual([]);

    const done = await call('--yes', '--as', 'ADMIN');
    expect(done.out).toContain('Imported people.csv into participants.');
    expect(done.code).toBe(0);
    expect(participants(dataDir)).toEqual([
      { study_number: 'S-1', phone_number: '+260' },
      { study_number: 'S-2', phone_number: null },
    ]);
    expect(getHistory(dataDir)).toEqual([
      { entity: 'participant', action: 'Add', username: 'admin' },
      { entity: 'participant', action: 'Add', username: 'admin' },
    ]);
    const again = await call('--yes', '--as', 'admin');
    expect(again.out).toContain('2 rows: 0 new, 0 changed, 2 unchanged, 0 refused');
    expect(participants(dataDir)).toHaveLength(2);
    expect(getHistory(dataDir)).toHaveLength(2);
  });

  if (everyCase)
    it('reports its progress in a long file', async () => {
      const dataDir = await dataFolder();
      const rows = Array.from({ length: 25_000 }, (_, n) => `pn${n % 40},${n},2026-01-01 08:00:00`);
      const csv = file(
        'usage.csv',
        `username,subject,start_date,type\n${rows.join(',Screen\n')},Screen\n`,
      );
      const done = await command(dataDir, 'analytics', csv, '--yes', '--as', 'admin');
      expect(done.progress).toContain('Checked 20,000 rows');
      expect(done.progress).toContain('Imported 20,000 rows');
      expect(done.out).toContain('25000 rows: 25000 new, 0 changed, 0 unchanged, 0 refused');
    });
});
