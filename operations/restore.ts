import { existsSync, readdirSync, rmSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { lockDataFolder } from '../backend/db/lock';
import { auditLines, checkDatabase, databases, withDatabase } from './databases';
import { describeFile, type Manifest, readManifest } from './manifest';
import { fail, print } from './print';

const LOCK = 'lock.sqlite';
/** What would let somebody in who should not be any more: signing in and asking for a link begin anew. */
const forgotten: Readonly<Record<string, readonly string[]>> = {
  'host.sqlite': ['recovery_code'],
  'panel.sqlite': ['session', 'submission'],
};

/**
 * `npm run restore -- <backup> <data folder>`: checks the backup, puts it into an empty data folder, and
 * proves it by opening it there.
 */
async function main([from, to]: string[]): Promise<void> {
  if (!from || !to)
    throw new Error('Say what and where to: npm run restore -- <backup> <data folder>');
  const backup = path.resolve(from);
  const data = path.resolve(to);
  const manifest = await readManifest(backup);
  await checkBackup(backup, manifest);
  if (contentsOf(data).length > 0) {
    // Says so when it is in use.
    if (existsSync(path.join(data, LOCK))) lockDataFolder(data).release();
    throw new Error(`The data folder ${data} is not empty: name a new one, or move this one away.`);
  }
  const lock = lockDataFolder(data);
  try {
    await place(backup, data, manifest);
    for (const line of await prove(data)) print(line);
    print(`Restored ${backup} of ${manifest.made} to ${data}. Everybody signs in anew.`);
  } catch (error) {
    // Everything, or nothing.
    for (const name of contentsOf(data)) rmSync(path.join(data, name), { recursive: true });
    throw error;
  } finally {
    lock.release();
  }
}

function contentsOf(data: string): string[] {
  return existsSync(data) ? readdirSync(data).filter((name) => !name.startsWith(LOCK)) : [];
}

/** Throws one sentence when something of the backup is missing, changed, damaged or too new. */
async function checkBackup(backup: string, { files }: Manifest): Promise<void> {
  for (const { path: name, bytes, sha256 } of files) {
    const found = await describeFile(backup, name).catch(() => undefined);
    if (!found) throw new Error(`The backup is not whole: ${name} is missing.`);
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new Error(`The backup is damaged: ${name} is not as it was backed up.`);
  }
  const names = files.map((file) => file.path);
  if (!names.some((name) => name in databases))
    throw new Error(`The backup ${backup} holds no database.`);
  for (const [name, known] of Object.entries(databases))
    if (names.includes(name)) checkDatabase(path.join(backup, name), known);
  if (names.includes('host.sqlite')) await auditLines(path.join(backup, 'host.sqlite'));
}

/** The databases get their names last: before, the folder is no panel's. */
async function place(backup: string, data: string, { files }: Manifest): Promise<void> {
  const names = files.map((file) => file.path);
  for (const name of names) {
    const target = path.join(data, `${name}.restoring`);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await copyFile(path.join(backup, name), target);
    await chmod(target, 0o600);
    await flush(target);
  }
  for (const name of [...names].sort((a, b) => Number(a in databases) - Number(b in databases)))
    await rename(path.join(data, `${name}.restoring`), path.join(data, name));
  await flush(data);
}

async function flush(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Opens the databases as the panel does and says what is in them. */
async function prove(data: string): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, known] of Object.entries(databases)) {
    const file = path.join(data, name);
    if (!existsSync(file)) continue;
    const counts = await withDatabase(file, known, async (db) => {
      for (const table of forgotten[name]) await db.deleteFrom(table).execute();
      const tables = await db.introspection.getTables();
      return Promise.all(
        tables.filter(isOfStudy).map(async ({ name: table }) => {
          const { rows } = await db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('rows'))
            .executeTakeFirstOrThrow();
          return `${table} ${rows}`;
        }),
      );
    });
    lines.push(`${name}: ${counts.join(', ')}`);
    if (name === 'host.sqlite') lines.push(...(await auditLines(file)));
  }
  return lines;
}

/** Not what lists have made for themselves: db/sqlite-indexes.ts. */
function isOfStudy({ name }: { name: string }): boolean {
  return !/^(list|find|count)_/.test(name);
}

main(process.argv.slice(2)).catch(fail);
