import { redirect } from '@remix-run/node';
import { allRows } from 'shared/list/grammar';
import { getToday } from 'shared/list/today';
import { z } from 'zod';
import { findExplanations } from '../detail/explanations.server';
import { describeList, type Entity } from '../entities/entity';
import { readForm } from '../form/read-form.server';
import { describeLoadError } from '../host/describe-error';
import { describeConditions, describeExport } from '../list/describe-export';
import { buildFileName } from '../list/export-file.server';
import { getListColumns } from '../list/list-columns.server';
import { buildListSearch } from '../list/list-state';
import { readList } from '../list/open-list.server';
import { refuseExport } from '../list/refuse-export.server';
import { config } from '../server/config.server';
import { mustStore } from '../server/unwritable.server';
import type { SignedIn } from '../session/guard.server';
import { formats, isExportFormat, isValueStyle } from './export-format';
import { getShownColumns } from './load-formats.server';
import { openRows } from './open-rows.server';
import { MAX_MAKING, startExport } from './run-export.server';
import { MAX_SHEET_ROWS } from './write-workbook.server';

const schema = z.object({
  format: z.string().refine(isExportFormat),
  style: z.string().refine(isValueStyle),
});

/**
 * Starts to make a file with all rows that match the list's filters, in the shown columns. Redirects to the page of the
 * file. If the file cannot be made, redirects to the page of the formats, which shows the reason.
 */
export async function orderExport(signedIn: SignedIn, entity: Entity, request: Request) {
  const form = await readForm(request, { fields: ['format', 'style'] });
  const chosen = schema.safeParse(Object.fromEntries(form)).data;
  if (!chosen) throw new Response('Choose a format, and codes or words.', { status: 400 });
  const { format } = chosen;
  // The scripts of the package label codes.
  const style = format === 'package' ? 'codes' : chosen.style;
  const { user, toast } = signedIn;
  await refuseExport(signedIn, entity);
  const { search, searchParams } = new URL(request.url);
  const state = await readList(signedIn, entity.list, searchParams);
  const columns = getShownColumns(entity, state);
  const fail = async (text: string) => {
    await toast({ kind: 'error', text });
    return redirect(`/export-as${entity.list.path}${search}`);
  };
  // A filter that is not understood must not make the file longer than the list.
  if (state.dropped.length + state.ignored.length > 0)
    return fail('Part of the address was not understood. Open the list and export it again.');
  const opened = await openRows(entity, { ...allRows, ...state.query, page: 1, size: undefined });
  if (!opened.ok) return fail(describeLoadError(opened.error, entity.title));
  const { total, parts } = opened.value;
  if (total === 0) return fail('There are no rows to export.');
  if (format === 'xlsx' && total > MAX_SHEET_ROWS)
    return fail('Excel can hold up to 1,048,575 rows. Choose another format, or set filters.');
  const explanations = await findExplanations(entity);
  const all = getListColumns(entity);
  const today = getToday(config.STUDY_TIME_ZONE);
  const order = {
    ...{ user, entity, columns, format, style, rows: parts },
    details: describeExport(all, columns, state, today),
    conditions: describeConditions(all, state, today),
    explanations: explanations.ok ? explanations.value : new Map<string, string>(),
  };
  const token = await mustStore(() =>
    startExport(order, {
      path: entity.list.path.slice(1),
      search: buildListSearch({ ...state, summary: undefined }),
      list: describeList(entity),
      format,
      filename: `${buildFileName(entity)}.${formats[format].extension}`,
      total,
    }),
  );
  if (token === undefined)
    return fail(`${MAX_MAKING} of your files are still being made. Wait until one is ready.`);
  return redirect(`/exported/${token}`);
}
