import { createHash, randomBytes } from 'node:crypto';
import { stamp } from 'shared/db/clock';
import type { Summary } from 'shared/list/summary/grammar';
import { z } from 'zod';
import { noteExportedValues } from '../access/note-access.server';
import { describeList, type Entity } from '../entities/entity';
import { readForm } from '../form/read-form.server';
import type { ApiResult } from '../host/api-result';
import { config } from '../server/config.server';
import { refuseRequest } from '../server/refuse';
import type { SignedIn } from '../session/guard.server';
import { suppressSummary } from '../suppression/suppress-summary';
import { buildSummaryTable } from './build-summary-view.server';
import { describeQuery, writeConditions } from './describe-query.server';
import { answerFile, buildExportName, storeEntryFirst } from './export-file.server';
import { fetchSummary } from './fetch-summary.server';
import { getListColumns } from './list-columns.server';
import type { ListState } from './list-state';
import {
  buildSummaryContent,
  type SummaryFormat,
  summaryFormats,
  writeSummary,
} from './summary-file.server';
import { listGroupValues } from './summary-values';

/** Reads the format of the file from the form of the summary's page. It is CSV if the form names none. */
export async function readSummaryFormat(request: Request): Promise<SummaryFormat> {
  if (!request.headers.has('content-type')) return 'csv';
  const form = await readForm(request, { fields: ['format'] });
  const format = z.enum(summaryFormats).safeParse(form.get('format') ?? 'csv').data;
  if (!format) refuseRequest(400, 'Choose CSV, Excel or JSON.');
  return format;
}

/**
 * Returns a file with the table of a summary, including its totals. Figures of fewer than SMALL_CELLS rows are left
 * out, and so are those from which they could be computed.
 */
export async function exportSummary(
  { user }: Pick<SignedIn, 'user'>,
  entity: Entity,
  state: ListState,
  summary: Summary,
  format: SummaryFormat,
): Promise<ApiResult<Response>> {
  const found = await fetchSummary(entity, state.query, summary);
  if (!found.ok) return found;
  const table = buildSummaryTable(entity, state, summary, found.value);
  const { result } = found.value;
  const isCrossed = table.columns !== undefined;
  const suppression = suppressSummary(result.cells, summary.of, config.SMALL_CELLS, isCrossed);
  const timeZone = config.STUDY_TIME_ZONE;
  const conditions = writeConditions(describeQuery(state, getListColumns(entity)), state.view);
  const exportId = randomBytes(8).toString('hex');
  const madeAt = stamp(new Date(), timeZone).slice(0, 'YYYY-MM-DD HH:MM'.length);
  const file = await writeSummary(format, buildSummaryContent(table, suppression), [
    ['List', describeList(entity)],
    ['Summary', table.caption],
    ['Filters', conditions],
    ['Counted at', table.asOf],
    ['Export', exportId],
    ['Made by', user.username],
    ['Made at', `${madeAt} (${timeZone})`],
  ]);
  const sha256 = createHash('sha256').update(file).digest('hex');
  const details = `a summary of ${describeList(entity)} as ${format}: ${table.caption}; ${conditions}; export ${exportId}, SHA-256 ${sha256}`;
  await storeEntryFirst({
    username: user.username,
    title: entity.title,
    action: 'Export',
    attempt: `Exporting ${details}`,
    describe: () => `Exported ${details}`,
  });
  if (!suppression.isWithheld)
    await noteExportedValues(user, entity, listGroupValues(summary, result));
  const name = `${buildExportName(entity)}-summary`;
  return { ok: true, value: answerFile(name, file, format) };
}
