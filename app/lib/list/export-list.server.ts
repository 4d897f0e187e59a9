import { redirect } from '@remix-run/node';
import { audit } from '../api/audit.server';
import { apiPostRaw } from '../api/client.server';
import { loadFault } from '../api/faults';
import { messages } from '../api/messages';
import type { SignedIn } from '../auth/guard.server';
import { config } from '../config.server';
import type { Entity } from '../entities/entity';
import { fetchRows } from './fetch-rows.server';
import { formatValue } from './format';
import { listHref, readListState } from './list-state';
import { neutralize } from './neutralize';

/**
 * The file with all rows that match the list's filters, in the shown columns. The host makes it from
 * JSON (`downloadJson`, product-spec.md §7).
 */
export async function exportList(
  { user, toast }: SignedIn,
  entity: Entity,
  request: Request,
): Promise<Response> {
  const state = readListState(entity.list, new URL(request.url).searchParams);
  const back = listHref(state, { page: state.query.page });
  const fail = async (text: string) => {
    await toast({ kind: 'error', text });
    return redirect(back);
  };

  const rows = await fetchRows(entity, { ...state.query, page: 1, size: undefined });
  if (!rows.ok) return fail(loadFault(rows.fault, entity.plural));
  const columns = state.query.cols.flatMap(
    (field) => entity.list.columns.find((column) => column.field === field) ?? [],
  );
  const records = rows.value.rows.map((row) =>
    Object.fromEntries(
      columns.map((column) => [
        column.title,
        neutralize(formatValue(column, row, config.STUDY_TIME_ZONE)),
      ]),
    ),
  );
  const filename = fileName(entity);
  const file = await apiPostRaw('downloadJson', {
    ufilename: filename,
    ujson: JSON.stringify(records),
  });
  if (!file.ok || !isFile(file.value.type)) return fail(messages.downloadFailed);
  audit({
    username: user.username,
    title: entity.plural,
    action: 'Export',
    description: `Exported ${records.length} rows of ${entity.plural}`,
  });
  return new Response(file.value.body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${filename}.csv"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** The list's path; that of one phone's list leaves the phone's number out, which names a person. */
function fileName(entity: Entity): string {
  const words = entity.list.path.split('/').filter((part) => /^[a-z-]+$/.test(part));
  return words.join('-');
}

/** A refusal comes as JSON or HTML, a file as anything else. */
function isFile(type: string): boolean {
  return !/json|html/i.test(type);
}
