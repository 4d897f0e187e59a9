import { redirect } from '@remix-run/node';
import { enterDurably, withIntents } from '../api/audit-intents.server';
import type { ChangeEntry } from '../api/change-entry';
import { apiPostRaw } from '../api/client.server';
import { loadFault, nameMissing, requestFault } from '../api/faults';
import { messages } from '../api/messages';
import type { SignedIn } from '../auth/guard.server';
import { config } from '../config.server';
import type { Column, Entity } from '../entities/entity';
import { mustStore } from '../store/unwritable.server';
import { describeExport } from './describe-export';
import { fetchRows } from './fetch-rows.server';
import { formatValue } from './format';
import { listHref, readListState } from './list-state';
import type { Row } from './memory';
import { neutralize } from './neutralize';
import { streamCsv } from './stream-csv.server';

/**
 * The file with all rows that match the list's filters, in the shown columns. The embedded host's rows
 * flow into it as they are read; a remote host makes it from JSON (`downloadJson`, product-spec.md §7).
 */
export async function exportList(
  { user, toast }: SignedIn,
  entity: Entity,
  request: Request,
  clientReady: () => Promise<void> = async () => {},
): Promise<Response> {
  const state = readListState(entity.list, new URL(request.url).searchParams);
  const fail = async (text: string) => {
    await toast({ kind: 'error', text });
    return redirect(listHref(state, { page: state.query.page }));
  };
  const query = { ...state.query, page: 1, size: undefined };
  const columns = state.query.cols.flatMap(
    (field) => entity.list.columns.find((column) => column.field === field) ?? [],
  );
  const titles = columns.map((column) => column.title);
  const filename = fileName(entity);
  const details = describeExport(entity.list.columns, columns, query);
  const entryOf = (count: number): ChangeEntry => ({
    username: user.username,
    title: entity.plural,
    action: 'Export',
    attempt: `Exporting ${count} rows of ${entity.plural}: ${details}`,
    describe: () => `Exported ${count} rows of ${entity.plural}: ${details}`,
  });

  const stream = await streamCsv(
    entity,
    query,
    titles,
    (row) => cellsOf(columns, row),
    clientReady,
  );
  if (stream && !stream.ok) return fail(loadFault(stream.fault, entity.plural));
  if (stream) {
    const entry = entryOf(stream.value.total);
    // Before the first row leaves: who breaks the download off has exported all the same.
    await mustStore(() => enterDurably([{ ...entry, description: entry.describe([]) }]), 'any');
    return new Response(stream.value.body, { headers: fileHeaders(filename) });
  }
  const rows = await fetchRows(entity, query);
  if (!rows.ok) return fail(loadFault(rows.fault, entity.plural));
  const records = rows.value.rows.map((row) => {
    const cells = cellsOf(columns, row);
    return Object.fromEntries(titles.map((title, index) => [title, cells[index]]));
  });
  const file = await withIntents([entryOf(records.length)], () => fetchFile(filename, records), {
    // Nothing has left the panel then.
    isRefused: () => true,
  });
  if (!file.ok) return fail(requestFault(file.fault, messages.downloadFailed));
  return new Response(file.value.body, { headers: fileHeaders(filename) });
}

/** Has the host make the file; a refusal comes as JSON or HTML, a file as anything else. */
async function fetchFile(ufilename: string, records: readonly object[]) {
  const fields = { ufilename, ujson: JSON.stringify(records) };
  const file = nameMissing(await apiPostRaw('downloadJson', fields), 'exports');
  if (!file.ok || !/json|html/i.test(file.value.type)) return file;
  return { ok: false as const, fault: { kind: 'unreachable' as const } };
}

function cellsOf(columns: readonly Column[], row: Row): string[] {
  return columns.map((column) => neutralize(formatValue(column, row, config.STUDY_TIME_ZONE)));
}

function fileHeaders(filename: string): HeadersInit {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${filename}.csv"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
}

/** The list's path; that of one phone's list leaves the phone's number out, which names a person. */
function fileName(entity: Entity): string {
  const words = entity.list.path.split('/').filter((part) => /^[a-z-]+$/.test(part));
  return words.join('-');
}
