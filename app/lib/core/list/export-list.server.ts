import { redirect } from '@remix-run/node';
import type { Row } from 'shared/list/memory';
import { neutralize } from 'shared/list/neutralize';
import type { Summary } from 'shared/list/summary/grammar';
import { type ExportAccess, openExport } from '../access/note-access.server';
import type { Column } from '../entities/column';
import { describeList, type Entity } from '../entities/entity';
import { isPersonal } from '../entities/treatment';
import { withIntents } from '../host/audit-intents.server';
import type { ChangeEntry } from '../host/change-entry';
import { describeLoadError, describeRequestError } from '../host/describe-error';
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { config } from '../server/config.server';
import type { SignedIn } from '../session/guard.server';
import { checkExportRight } from '../session/permissions';
import { makeCsvBody } from './csv-body.server';
import { describeExport } from './describe-query.server';
import { answerFile, buildExportName, storeEntryFirst } from './export-file.server';
import { exportSummary, readSummaryFormat } from './export-summary.server';
import { fetchRows } from './fetch-rows.server';
import { formatExported } from './format';
import { makeHostFile } from './host-file.server';
import { getListColumns } from './list-columns.server';
import { buildListHref, listIgnored } from './list-state';
import { buildListAddress, readList } from './open-list.server';
import { refuseExport } from './refuse-export.server';
import { streamCsv } from './stream-csv.server';

/** The maximum number of rows of a file that a remote host makes, because the panel's comparison takes time. */
const MAX_HOST_ROWS = 10_000;
/** The number of rows that are written in one piece. */
const PART = 500;

/**
 * Returns a CSV file with all rows that match the list's filters, in the shown columns. Rows of the embedded host are
 * written while they are read. A remote host makes the file itself (`downloadJson`, product-spec.md §7), and the
 * panel compares it with the rows. The panel makes the file instead if the two differ, if there are more than
 * MAX_HOST_ROWS rows, or if EXPORT_BY is `panel`. If the address summarizes the list, the file has the summary. If
 * the list has personal data, returns a redirect to the page that asks for the file's privacy. If the export fails,
 * or a filter is not understood, returns a redirect to the list, which shows a message.
 */
export async function exportList(
  signedIn: SignedIn,
  entity: Entity,
  request: Request,
  applyBackpressure: () => Promise<void> = async () => {},
): Promise<Response> {
  const { user, toast } = signedIn;
  await refuseExport(signedIn, entity);
  const state = await readList(signedIn, entity.list, new URL(request.url).searchParams);
  // Without these filters, the file would contain rows that the user did not ask for.
  if (listIgnored(state).length > 0) return redirect(await buildListAddress(signedIn, state));
  const fail = async (text: string) => {
    await toast({ kind: 'error', text });
    return redirect(buildListHref(state, { page: state.query.page }));
  };
  if (state.summary) {
    if (!checkExportRight(user, true).ok && isDetailed(entity, state.summary))
      return fail(
        'Your role may export summaries only by month or longer, and without user names.',
      );
    const format = await readSummaryFormat(request);
    const file = await exportSummary(signedIn, entity, state, state.summary, format);
    return file.ok ? file.value : fail(describeLoadError(file.error, entity.title));
  }
  // The page asks how the file may contain personal data.
  if (isPersonal(entity.list))
    return redirect(`/export-as${await buildListAddress(signedIn, state)}`);
  const query = { ...state.query, page: 1, size: undefined };
  const all = getListColumns(entity);
  const columns = state.query.cols.flatMap(
    (field) => all.find((column) => column.field === field) ?? [],
  );
  const titles = columns.map((column) => column.title);
  const filename = buildExportName(entity);
  const details = describeExport(all, columns, state);
  const buildEntry = (count: number): ChangeEntry => ({
    username: user.username,
    title: entity.title,
    action: 'Export',
    attempt: `Exporting ${count} rows of ${describeList(entity)}: ${details}`,
    describe: () => `Exported ${count} rows of ${describeList(entity)}: ${details}`,
  });

  let opening: Promise<ExportAccess | undefined> | undefined;
  // The stream may read its first rows before this function stores the audit entry.
  const openAccess = () => (opening ??= openExport(user, entity, columns));
  const stream = await streamCsv(
    entity,
    query,
    titles,
    (row) => formatCells(columns, row),
    applyBackpressure,
    async (rows) => (await openAccess())?.add(rows),
  );
  if (stream && !stream.ok) return fail(describeLoadError(stream.error, entity.title));
  if (stream) {
    await storeEntryFirst(buildEntry(stream.value.total));
    await openAccess();
    return answerFile(filename, stream.value.body);
  }
  const found = await fetchRows(entity, query);
  if (!found.ok) return fail(describeLoadError(found.error, entity.title));
  const { rows } = found.value;
  const list = entity.title;
  const entry = buildEntry(rows.length);
  const makeFile = (parts: AsyncIterable<string[][]>) =>
    answerFile(filename, makeCsvBody({ list, titles, parts, applyBackpressure }));
  const isByHost = !getApiHost().conforms && config.EXPORT_BY === 'host';
  if (!isByHost || rows.length > MAX_HOST_ROWS) {
    await storeEntryFirst(entry);
    const parts = splitIntoParts(rows, (row) => formatCells(columns, row), await openAccess());
    return makeFile(parts);
  }
  const cells: string[][] = [];
  for await (const part of splitIntoParts(rows, (row) => formatCells(columns, row))) {
    cells.push(...part);
    await applyBackpressure();
  }
  const table = { list, titles, rows: cells };
  const file = await withIntents(
    // The user has not received a file, whatever the error was.
    { entries: [entry], isRefused: () => true },
    () => makeHostFile(filename, table),
  );
  if (!file.ok) return fail(describeRequestError(file.error, messages.downloadFailed));
  const { body } = file.value;
  const access = await openAccess();
  for (let start = 0; start < rows.length; start += PART)
    await access?.add(rows.slice(start, start + PART));
  if (body) return answerFile(filename, body);
  if (file.value.notice) await toast({ kind: 'success', text: file.value.notice });
  return makeFile(splitIntoParts(cells, (row) => row));
}

/** Returns whether a summary of personal data has groups for days or weeks, or for user names. */
function isDetailed({ list }: Entity, { by }: Summary): boolean {
  if (!isPersonal(list)) return false;
  return by.some(({ field, unit }) => {
    const column = list.columns.find((one) => one.field === field);
    return unit === 'day' || unit === 'week' || column?.identifying !== false;
  });
}

/** Yields the cells of the rows in parts. Before yielding a part, passes its rows to `access`. */
async function* splitIntoParts<T extends Row | string[]>(
  rows: readonly T[],
  format: (row: T) => string[],
  access?: { add(rows: readonly T[]): Promise<void> },
) {
  for (let start = 0; start < rows.length; start += PART) {
    const part = rows.slice(start, start + PART);
    await access?.add(part);
    yield part.map(format);
  }
}

function formatCells(columns: readonly Column[], row: Row): string[] {
  return columns.map((column) => neutralize(formatExported(column, row, config.STUDY_TIME_ZONE)));
}
