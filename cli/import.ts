import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Database } from '../backend/db/types';
import { findUsersNamed } from '../backend/entities/user';
import { checkImportFile, importFile } from '../backend/import/import-file';
import type { ImportJob } from '../backend/import/import-job';
import { importTable } from '../backend/import/import-tables';
import type { ImportReport } from '../backend/import/report';
import type { Mail } from '../backend/wire/messages';
import { DataFolderInUseError } from '../shared/db/lock';
import { withoutStatementLimit } from '../shared/db/time-limits';
import { toErrorText } from '../shared/error-text';
import { getRemoteAddress } from '../shared/settings/host-address';
import { buildChoices, printSuspicious, readChoice } from './import-choices';
import { print } from './print';
import { readArguments } from './read-arguments';
import { UsageError } from './usage-error';
import { openPanelData } from './with-panel';

const mapSchema = z.record(z.string(), z.string().nullable());

/**
 * Runs `npm run import`: imports a CSV or JSON file into the embedded host's database. Without `--yes`, only
 * reports the changes that it would make. Errors are part of the report, on standard output.
 */
export async function run(args: string[]): Promise<void> {
  try {
    await withoutStatementLimit(() => importRecords(args));
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof DataFolderInUseError)
      print(`${error.message} While the panel runs, use its page Import Data (/import).`);
    else print(error instanceof Error ? error.message : toErrorText(error));
  }
}

async function importRecords(args: string[]): Promise<void> {
  const { positionals, values } = readArguments('import', args);
  const [list, file, ...more] = positionals;
  if (!list || !file || more.length > 0) throw new UsageError('Name a list and one file', 'import');
  const suspicious = (values.suspicious ?? []).map(readChoice);
  if (values.yes && values['dry-run']) throw new Error('Give --yes or --dry-run, not both.');
  if (values.yes && !values.as)
    throw new Error('Say who imports: --as and the username of an administrator.');
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const map = values.map === undefined ? undefined : await readMap(values.map);

  // The configuration reads LOG_LEVEL when it is imported.
  process.env.LOG_LEVEL ||= 'error';
  const { config } = await import('../app/lib/core/server/config.server');
  const { importables, findImportableList } = await import('../app/lib/import/importable');
  const importable = findImportableList(list);
  const spec = importable && importTable(importable.wireName);
  if (!importable || !spec)
    throw new Error(
      `There is no list ${list}. Lists: ${importables.map((one) => one.list).join(', ')}.`,
    );
  if (getRemoteAddress(config))
    throw new Error('API_HOST_URL is set: this command works on the embedded host alone.');

  const { sendMail } = await import('../app/lib/core/host/mailer.server');
  const { getImageFolder } = await import('../app/lib/core/host/file-origins.server');
  const { sanitizeHtml } = await import('../shared/rich-text/sanitize');
  await withEmbeddedHost(async (db) => {
    const job: ImportJob = {
      spec,
      open: () => createReadStream(file),
      names: { titles: importable.titles, map },
      choices: buildChoices(suspicious, spec, importable.titles, map),
      timeZone: config.STUDY_TIME_ZONE,
      cleanHtml: (html) => sanitizeHtml(html, getImageFolder()),
    };
    const user = values.as === undefined ? undefined : await findAdministrator(db, values.as);
    const fileName = path.basename(file);
    const checked = await checkImportFile(db, { ...job, onProgress: reportProgress('Checked') });
    const undecided = checked.columns.filter((column) => column.undecided);
    const stops = checked.refused > 0 || undecided.length > 0;
    if (!user || !values.yes || stops) {
      printReport(checked);
      if (undecided.length > 0)
        print(
          `Choose what happens to the suspicious values: --suspicious "${undecided[0]?.title}=empty" or "${undecided[0]?.title}=keep"`,
        );
      if (checked.refused > 0) print('Nothing was imported. Correct these rows and try again.');
      else if (stops) print('Nothing was imported.');
      else print('Nothing was imported. To import: the same command with --yes --as USERNAME');
      if (stops) process.exitCode = 1;
      return;
    }
    const mails: Mail[] = [];
    const done = await importFile(
      db,
      { ...job, onProgress: reportProgress('Imported') },
      {
        ...{ user, fileName, now: new Date(), keepsHistory: true },
        after: (written) => mails.push(...written.mails),
      },
    );
    for (const mail of mails) await sendMail(mail).catch((error: Error) => print(error.message));
    printReport(done);
    print(done.refused > 0 ? 'Nothing was imported.' : `Imported ${fileName} into ${list}.`);
    if (done.refused > 0) process.exitCode = 1;
  });
}

/** Runs work on the database of the embedded host. */
async function withEmbeddedHost(work: (db: Database) => Promise<void>): Promise<void> {
  const { openEmbeddedHost } = await import('../app/lib/core/host/open-embedded.server');
  const close = await openPanelData();
  try {
    await work((await openEmbeddedHost()).db);
  } finally {
    await close();
  }
}

async function readMap(file: string) {
  try {
    return mapSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    throw new Error(`${file} must be a JSON object of column names.`);
  }
}

/** Returns the username of the active administrator with this name. Throws an error if there is none. */
async function findAdministrator(db: Database, name: string): Promise<string> {
  const users = await findUsersNamed(db, name);
  const user = users.find(({ user_role, user_status }) => user_role === 1 && user_status === 1);
  if (!user) throw new Error(`${name} is not an active administrator of this panel.`);
  return String(user.user_username);
}

/**
 * Creates the function that prints the number of rows. On a terminal it updates a single line; elsewhere it
 * prints a new line every 20,000 rows.
 */
function reportProgress(verb: string) {
  const step = process.stderr.isTTY ? 1_000 : 20_000;
  let next = step;
  return (rows: number) => {
    if (rows < next) return;
    next = rows + step;
    const text = `${verb} ${rows.toLocaleString('en')} rows`;
    process.stderr.write(process.stderr.isTTY ? `\r${text}` : `${text}\n`);
  };
}

function printReport(report: ImportReport): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
  for (const { line, reason } of report.refusals)
    print(reason.startsWith(`Line ${line} `) ? reason : `Line ${line}: ${reason}`);
  const unshown = report.refused - report.refusals.length;
  if (unshown > 0) print(`… and ${unshown.toLocaleString('en')} more rows`);
  if (report.stopped)
    print(`The check stopped after ${report.refused.toLocaleString('en')} wrong rows.`);
  if (report.leftAside.length > 0)
    print(`Columns that are not imported: ${report.leftAside.join(', ')}`);
  for (const column of report.columns) printSuspicious(column);
  for (const { title, repeated } of report.columns)
    for (const { line, first } of repeated?.examples ?? [])
      print(`Line ${line} has the ${title} of line ${first}`);
  for (const { column, records } of report.changes) print(`Changes in ${column}: ${records}`);
  const { rows, added, changed, unchanged, refused } = report;
  print(
    `${rows} rows: ${added} new, ${changed} changed, ${unchanged} unchanged, ${refused} refused`,
  );
}
