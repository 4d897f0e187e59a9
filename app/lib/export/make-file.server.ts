import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { stamp } from 'shared/db/clock';
import type { Row } from 'shared/list/memory';
import { neutralize } from 'shared/list/neutralize';
import type { Result } from 'shared/result';
import { settleAccesses } from '../core/access/collect-accesses.server';
import { openExport } from '../core/access/note-access.server';
import { computeMentionDigests, storeDigests } from '../core/digests/item-digests.server';
import { Mentions } from '../core/digests/mentions.server';
import type { ChangeEntry } from '../core/host/change-entry';
import { makeProgress } from '../core/jobs/job-progress.server';
import { shouldStop } from '../core/jobs/run-job.server';
import { buildExportName, storeEntryFirst } from '../core/list/export-file.server';
import { formatExported } from '../core/list/format';
import { config } from '../core/server/config.server';
import { getStore } from '../core/server/store.server';
import { toCsvCell } from './csv-rows';
import { describeExportFile, type ExportFacts, toReadmeText } from './describe-file';
import { makeContent } from './export-content';
import { ExportFailure } from './export-failure';
import type { ExportOrder } from './export-order';
import { isStoreFull, PART_BYTES, storePart } from './export-parts.server';
import { exportJobs, type MadeFile } from './export-store.server';
import { buildVariables, readVariableValue } from './variables';
import { isMadeByHost, writeByHost } from './write-by-host.server';
import { getNotes, write } from './write-file.server';

/** The maximum size of a file in bytes. */
const MAX_BYTES = 512 * 1024 * 1024;
/** The number of parts after which the free space is checked again. */
const PARTS_PER_CHECK = 16;

/** The reasons why a file was not made, for its user. */
const failures = {
  tooLarge: 'The file would be larger than 512 MB. Set filters, or choose fewer columns.',
  storeFull:
    'There is no space for this file: the files of all users together have reached the limit of this panel. Delete files that you no longer need, or try again tomorrow.',
} as const;

interface Target {
  owner: string;
  token: string;
  exportId: string;
  list: string;
  /** The address of the list, with its state. */
  address: string;
}

/** Makes a file. Returns what its user learns about it, or the reason why it was not made. */
export async function makeFile(
  order: ExportOrder,
  target: Target,
): Promise<Result<MadeFile, string>> {
  const { token, exportId, list, address } = target;
  const mentions = new Mentions();
  try {
    const { sha256, bytes, content, notice } = await storeContent(order, target, mentions);
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
    mentions.addReferences([address]);
    mentions.addTexts([address, ...readme.split('\n')]);
    await storeDigests(await getStore(), 'job', token, await computeMentionDigests(mentions));
    return { ok: true, value: { rows: written.rows, bytes, sha256, readme, notice } };
  } catch (error) {
    if (error instanceof ExportFailure) return { ok: false, error: error.message };
    throw error;
  }
}

async function storeContent(
  order: ExportOrder,
  { owner, token, exportId, list }: Target,
  mentions: Mentions,
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
      : variables.map((variable) => readVariableValue(variable, row, style, timeZone));
  async function* readCells() {
    let rowsDone = 0;
    const storeProgress = makeProgress(token);
    for await (const part of rows) {
      if (shouldStop()) throw new ExportFailure(exportJobs.failures.stopped);
      await access?.add(part);
      mentions.addRows(entity, part);
      yield part.map(convert).map(readRow);
      rowsDone += part.length;
      if (!(await storeProgress(rowsDone))) throw new ExportFailure('the file was deleted');
      await setImmediate();
    }
  }
  const toCell = isList ? neutralize : toCsvCell;
  const content = makeContent(facts, variables, explanations, readCells(), toCell);
  let notice: string | undefined;
  const chunks = isMadeByHost(order)
    ? writeByHost(content, buildExportName(entity), (text) => {
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

/** Yields the chunks of a file in parts of at least `bytes` bytes, except for the last part. */
async function* gather(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < bytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** The facts by which `npm run export:trace` finds the export of a file. */
interface Trace {
  exportId: string;
  sha256: string;
  username: string;
  /** The text of the audit entry. */
  description: string;
}

/** Stores which export a file comes from. The traces stay when the file is deleted. */
async function storeTrace({ exportId, sha256, username, description }: Trace) {
  await (await getStore())
    .insertInto('export_trace')
    .values({ export_id: exportId, sha256, username, description, made_at: Date.now() })
    .execute();
}
