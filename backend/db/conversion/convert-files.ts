import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { STUDY_FILE } from 'shared/db/connect';
import { openSqlite, readSqlite, type SqliteHandle } from 'shared/db/sqlite-file';
import { toErrorText } from 'shared/error-text';
import { compareTables } from './compare-tables';
import { ConversionError } from './conversion-error';
import { copyPanel, nameInStudy } from './copy-panel';
import { FORMER_FILES, FORMER_FOLDER, type FormerFile } from './former-files';
import { explainUncollected, UNCOLLECTED } from './former-tables';

/** The new file while it is written. It has no write-ahead log, so that it is one file. */
const DRAFT = 'study.draft.sqlite';
/** The endings of the names of a SQLite file and of the files beside it. */
const TAILS = ['', '-journal', '-wal', '-shm'];
/** The first bytes of a SQLite file (sqlite.org/fileformat.html). */
const SQLITE_HEADER = 'SQLite format 3\0';
/** The `user_version` of a new file until the former ones are moved away. Other files have 0. */
const UNFINISHED = 1;
/** The free space that a conversion needs, as a part of the size of the former files. */
const NEEDED_SPACE = 1.2;

const MARKER = `The data that was in this file is in ${STUDY_FILE} since this folder was opened by a later version of the panel.
This file keeps an earlier version from starting on the folder, where it would begin an empty installation.
`;

/** Called before each step with its name, so that a test can interrupt the conversion there. */
type OnStep = (step: string) => void;

export interface ConvertOptions {
  onStep?: OnStep;
  /** Returns the free space of the folder's disk in bytes, for tests. */
  getFreeBytes?: (dir: string) => number;
}

/**
 * Makes the study's database of the host's and the panel's databases of an earlier version, whole or not at all: the new
 * file is written beside them, compared with them row by row, synced and renamed. Then the former files are moved into
 * `former/`, and a text at their old names keeps an earlier version from starting. After an interruption, the next call
 * begins anew. Does nothing in a folder that has no former database. The caller has locked the folder. Throws
 * ConversionError if the new file could not be written, after which the folder is as it was.
 */
export function convertFiles(dir: string, options: ConvertOptions = {}): void {
  const { onStep = () => {} } = options;
  const study = path.join(dir, STUDY_FILE);
  const isUnfinished = isDatabase(study) && readUserVersion(study) === UNFINISHED;
  const sources = findSources(dir, isUnfinished);
  if (existsSync(study) && statSync(study).size > 0 && !isUnfinished) {
    if (sources.length > 0)
      throw new ConversionError(
        `The data folder ${dir} has a database of this version and of an earlier one: move ${sources.map(({ name }) => name).join(' and ')} away, or ${STUDY_FILE}.`,
      );
    return;
  }
  if (isConverted(dir) && !isUnfinished)
    throw new ConversionError(
      `The data folder ${dir} had a database ${STUDY_FILE}, which is missing: restore a backup into another folder.`,
    );
  // Without former files, nothing else can be made of an unfinished one: it is whole, because it was renamed last.
  if (sources.length === 0) {
    if (isUnfinished) finish(study);
    return;
  }
  checkSpace(dir, sources, options.getFreeBytes ?? getFreeBytes);
  const draft = path.join(dir, DRAFT);
  try {
    writeDraft(draft, sources, onStep);
    onStep('sync');
    sync(draft);
    onStep('rename');
    for (const tail of ['-wal', '-shm']) rmSync(study + tail, { force: true });
    renameSync(draft, study);
    sync(dir);
  } catch (error) {
    for (const tail of TAILS) rmSync(draft + tail, { force: true });
    if (error instanceof ConversionError) throw error;
    throw new ConversionError(
      `The databases in ${dir} could not be converted (${toErrorText(error)}): nothing was changed.`,
      { cause: error },
    );
  }
  for (const { name, file } of sources) {
    onStep(`move ${name}`);
    if (file === path.join(dir, name)) moveAway(dir, name);
  }
  onStep('use');
  finish(study);
}

interface Source {
  name: FormerFile;
  file: string;
}

/** Returns whether a data folder has a database of this version or of an earlier one. */
export function hasDatabase(dir: string): boolean {
  return isDatabase(path.join(dir, STUDY_FILE)) || findSources(dir, false).length > 0;
}

/** Returns whether the old name of a database has the text that a conversion leaves. */
function isConverted(dir: string): boolean {
  return FORMER_FILES.some((name) => startsWith(path.join(dir, name), MARKER.slice(0, 40)));
}

/** Finds the former databases at their old names, and where an interrupted conversion has moved them. */
function findSources(dir: string, wasInterrupted: boolean): Source[] {
  return FORMER_FILES.flatMap((name) => {
    const moved = wasInterrupted ? [path.join(dir, FORMER_FOLDER, name)] : [];
    const file = [path.join(dir, name), ...moved].find(isDatabase);
    return file === undefined ? [] : [{ name, file }];
  });
}

function isDatabase(file: string): boolean {
  return startsWith(file, SQLITE_HEADER);
}

/** Returns whether a file exists and begins with this text. */
function startsWith(file: string, text: string): boolean {
  if (!existsSync(file)) return false;
  const handle = openSync(file, 'r');
  try {
    const start = Buffer.alloc(text.length);
    readSync(handle, start);
    return start.toString('latin1') === text;
  } finally {
    closeSync(handle);
  }
}

function readUserVersion(study: string): unknown {
  const sqlite = readSqlite(study);
  try {
    return sqlite.pragma('user_version', { simple: true });
  } finally {
    sqlite.close();
  }
}

/** Removes the mark of an unfinished conversion. */
function finish(study: string): void {
  const sqlite = openSqlite(study);
  try {
    sqlite.pragma('user_version = 0');
  } finally {
    sqlite.close();
  }
}

function checkSpace(
  dir: string,
  sources: readonly Source[],
  getFree: (dir: string) => number,
): void {
  // A panel that was killed has left changes in the write-ahead logs. They go into the former file and into the new one.
  const files = sources
    .flatMap(({ file }) => [file, `${file}-wal`, `${file}-wal`])
    .filter(existsSync);
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const needed = Math.ceil((bytes * NEEDED_SPACE) / 1_000_000);
  if (getFree(dir) < needed * 1_000_000)
    throw new ConversionError(
      `The databases in ${dir} become one database, which needs ${needed} MB of free space: free some, and start again.`,
    );
}

function getFreeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
}

/** Writes the new file. Throws if its rows are not those of the former databases. */
function writeDraft(draft: string, sources: readonly Source[], onStep: OnStep): void {
  for (const tail of TAILS) rmSync(draft + tail, { force: true });
  const host = sources.find(({ name }) => name === 'host.sqlite');
  const panel = sources.find(({ name }) => name === 'panel.sqlite');
  onStep('host');
  if (host) copyHost(host.file, draft);
  const sqlite = openSqlite(draft);
  try {
    // The draft is deleted if anything fails.
    sqlite.pragma('journal_mode = OFF');
    sqlite.pragma('foreign_keys = OFF');
    sqlite.pragma(`user_version = ${UNFINISHED}`);
    ignoreFormerFunctions(sqlite);
    // The pages of dropped tables are overwritten with zeros.
    sqlite.pragma('secure_delete = ON');
    dropTextIndexes(sqlite);
    for (const { name, file } of sources)
      sqlite.prepare(`attach ? as ${getSchema(name)}`).run(file);
    refuseUncollected(sqlite, sources);
    onStep('panel');
    if (panel) sqlite.transaction(() => copyPanel(sqlite, getSchema(panel.name)))();
    onStep('compare');
    for (const { name } of sources)
      compareTables(sqlite, getSchema(name), name === 'panel.sqlite' ? nameInStudy : keepName);
  } finally {
    sqlite.close();
  }
}

function keepName(table: string): string {
  return table;
}

function getSchema(name: FormerFile): string {
  return `former_${path.parse(name).name}`;
}

/** Copies the host's database without its free pages, which may contain what was deleted. */
function copyHost(file: string, draft: string): void {
  // SQLite would create a file that everybody can read.
  closeSync(openSync(draft, 'wx', 0o600));
  const sqlite = openSqlite(file);
  try {
    ignoreFormerFunctions(sqlite);
    sqlite.prepare('vacuum into ?').run(draft);
  } finally {
    sqlite.close();
  }
}

/** Lets indexes be copied that call functions of the first versions. Migration 0010 drops these indexes. */
function ignoreFormerFunctions(sqlite: SqliteHandle): void {
  for (const name of ['study_time', 'odd_study_time'])
    sqlite.function(name, { deterministic: true, varargs: true }, () => null);
}

/** Throws ConversionError if the earlier version must still collect changes of imports. */
function refuseUncollected(sqlite: SqliteHandle, sources: readonly Source[]): void {
  for (const schema of sources.map(({ name }) => getSchema(name)))
    for (const { table, column, condition } of UNCOLLECTED) {
      const columns = sqlite.pragma(`${schema}.table_info("${table}")`) as { name: string }[];
      if (!columns.some(({ name }) => name === column)) continue;
      const query = `select count(*) from ${schema}."${table}" where ${condition}`;
      const problem = explainUncollected(Number(sqlite.prepare(query).pluck().get()));
      if (problem) throw new ConversionError(problem);
    }
}

/** Drops the text indexes of lists, which are made again at the start: old ones keep parts of deleted texts. */
function dropTextIndexes(sqlite: SqliteHandle): void {
  const list = (type: string, rest: string) =>
    sqlite
      .prepare(
        `select name from sqlite_master where type = ? and name like 'find\\_%' escape '\\' ${rest}`,
      )
      .pluck()
      .all(type)
      .map(String);
  for (const name of list('trigger', '')) sqlite.exec(`drop trigger "${name}"`);
  for (const name of list('table', "and sql like 'create virtual table%'"))
    sqlite.exec(`drop table "${name}"`);
}

/**
 * Moves a former database into the folder `former`, which only the owner can read. The old name is first the database
 * and then the text, so that an earlier version never finds it free.
 */
function moveAway(dir: string, name: FormerFile): void {
  const file = path.join(dir, name);
  // Closing the database has moved its write-ahead log into the file, unless another program is reading it.
  const log = `${file}-wal`;
  if (existsSync(log) && statSync(log).size > 0)
    throw new ConversionError(`Another program is using ${file}: end it, and start again.`);
  const folder = path.join(dir, FORMER_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const kept = path.join(folder, name);
  rmSync(kept, { force: true });
  try {
    linkSync(file, kept);
  } catch {
    // The file system has no links.
    copyFileSync(file, kept);
  }
  chmodSync(kept, 0o600);
  sync(kept);
  sync(folder);
  const marker = `${file}.marker`;
  writeFileSync(marker, MARKER, { mode: 0o600, flush: true });
  renameSync(marker, file);
  for (const tail of ['-wal', '-shm']) rmSync(file + tail, { force: true });
  sync(dir);
}

function sync(target: string): void {
  const handle = openSync(target, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
