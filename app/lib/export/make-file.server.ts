import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { stamp } from 'shared/db/clock';
import { toErrorText } from 'shared/error-text';
import type { Row } from 'shared/list/memory';
import { neutralize } from 'shared/list/neutralize';
import { settleAccesses } from '../access/collect-accesses.server';
import { openExport } from '../access/note-access.server';
import type { ChangeEntry } from '../host/change-entry';
import { messages } from '../host/messages';
import { buildFileName, storeEntryFirst } from '../list/export-file.server';
import { formatExported } from '../list/format';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { stopping } from '../server/stopping.server';
import { toCsvCell } from './csv-rows';
import { describeExportFile, type ExportFacts, toReadmeText } from './describe-file';
import { makeContent } from './export-content';
import { ExportFailure } from './export-failure';
import type { ExportOrder } from './export-order';
import { isStoreFull, PART_BYTES, storePart } from './export-parts.server';
import { completeFile, failFile, noteRowsDone, STOPPED } from './export-store.server';
import { gather } from './gather';
import { storeTrace } from './trace-store.server';
import { buildVariables, readValue } from './variables';
import { isMadeByHost, writeByHost } from './write-by-host.server';
import { getNotes, write } from './write-file.server';

/** The maximum size of a file in bytes. */
const MAX_BYTES = 512 * 1024 * 1024;
/** The number of parts after which the free space is checked again. */
const PARTS_PER_CHECK = 16;
/** The time in milliseconds after which the progress is stored again. */
const NOTE_EVERY_MS = 500;

/** The reasons why a file was not made, for its user. */
export const failures = {
  stopped: STOPPED,
  tooLarge: 'The file would be larger than 512 MB. Set filters, or choose fewer columns.',
  storeFull:
    'There is no space for this file: the files of all users together have reached the limit of this panel. Delete files that you no longer need, or try again tomorrow.',
  failed: messages.downloadFailed,
} as const;

interface Target {
  owner: string;
  token: string;
  exportId: string;
  list: string;
}

/** Makes a file and offers it to its user when it is complete. Never throws. */
export async function makeFile(
  order: ExportOrder,
  target: Target,
  isStopping: () => boolean,
): Promise<void> {
  const { owner, token, exportId, list } = target;
  try {
    const { sha256, bytes, content, notice } = await storeContent(order, target, isStopping);
    // The records of the file are in the access log before anybody can fetch it.
    await settleAccesses();
    const written = content.readWritten();
    const entry = buildEntry(order, list, exportId, written.rows, sha256);
    // The entry is stored before anybody can fetch the file.
    await storeEntryFirst(entry);
    const description = entry.describe([]);
    await storeTrace({ exportId, sha256, username: order.user.username, description });
    const described = describeExportFile(content.facts, written, getNotes(order.format));
    // A host may write the same rows in another way than the panel, which computes the digest of the rows.
    const lines = isMadeByHost(order)
      ? described.filter(([title]) => !title.includes('SHA-256'))
      : described;
    const readme = toReadmeText([...lines, ['SHA-256 of the file', sha256]]);
    await completeFile(owner, token, { rows: written.rows, bytes, sha256, readme, notice });
  } catch (error) {
    const isExpected = error instanceof ExportFailure;
    const reason = isExpected ? error.message : failures.failed;
    log[isExpected ? 'warn' : 'error'](
      { export: exportId, error: describeThrown(error) },
      'an export was interrupted',
    );
    await failFile(owner, token, reason).catch((failed: unknown) =>
      log.error({ export: exportId, error: toErrorText(failed) }, 'a failed export was not noted'),
    );
  }
}

function describeThrown(error: unknown): string {
  return error instanceof Response ? `status ${error.status}` : toErrorText(error);
}

async function storeContent(
  order: ExportOrder,
  { owner, token, exportId, list }: Target,
  isStopping: () => boolean,
) {
  const { user, entity, columns, format, style, privacy, explanations, rows } = order;
  const { convert = (row) => row } = order;
  const isList = format === 'list';
  const timeZone = config.STUDY_TIME_ZONE;
  const facts: ExportFacts = {
    ...{ exportId, list, username: user.username, timeZone, style, privacy },
    title: entity.title,
    madeAt: stamp(new Date(), timeZone).slice(0, 'YYYY-MM-DD HH:MM'.length),
    conditions: order.conditions,
  };
  const variables = buildVariables(entity, columns);
  const access = await openExport(user, entity, columns);
  const readRow = (row: Row) =>
    isList
      ? columns.map((column) => formatExported(column, row, timeZone))
      : variables.map((variable) => readValue(variable, row, style, timeZone));
  async function* readCells() {
    let done = 0;
    let noted = Date.now();
    for await (const part of rows) {
      // A stop first waits for requests, such as the one that ordered this file.
      if (stopping.now || isStopping()) throw new ExportFailure(failures.stopped);
      await access?.add(part);
      yield part.map(convert).map(readRow);
      done += part.length;
      if (Date.now() - noted > NOTE_EVERY_MS) {
        if (!(await noteRowsDone(token, done))) throw new ExportFailure('the file was deleted');
        noted = Date.now();
      }
      await setImmediate();
    }
  }
  const toCell = isList ? neutralize : toCsvCell;
  const content = makeContent(facts, variables, explanations, readCells(), toCell);
  let notice: string | undefined;
  const chunks = isMadeByHost(order)
    ? writeByHost(content, buildFileName(entity), (text) => {
        notice = text;
      })
    : write(format, content);
  const hash = createHash('sha256');
  let bytes = 0;
  let number = 0;
  for await (const part of gather(chunks, PART_BYTES)) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new ExportFailure(failures.tooLarge);
    if (number % PARTS_PER_CHECK === 0 && (await isStoreFull()))
      throw new ExportFailure(failures.storeFull);
    hash.update(part);
    await storePart(owner, token, number, part);
    number += 1;
  }
  return { sha256: hash.digest('hex'), bytes, content, notice };
}

function buildEntry(
  { user, entity, format, style, privacy, details }: ExportOrder,
  list: string,
  exportId: string,
  rows: number,
  sha256: string,
): ChangeEntry {
  const what = `${rows} rows of ${list} as ${format} with ${style}${privacy.words}: ${details}; export ${exportId}, SHA-256 ${sha256}`;
  return {
    username: user.username,
    title: entity.title,
    action: 'Export',
    attempt: `Exporting ${what}`,
    describe: () => `Exported ${what}`,
  };
}
