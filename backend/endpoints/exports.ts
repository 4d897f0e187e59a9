import { stringify } from 'csv-stringify/sync';
import { BYTE_ORDER_MARK, csvOptions } from 'shared/list/csv';
import { neutralize } from 'shared/list/neutralize';
import { toText } from 'shared/list/values';
import { parseJson } from 'shared/parse-json';
import { z } from 'zod';
import { type Envelope, refused } from '../wire/envelope';
import { getFirstProblem, required } from '../wire/fields';
import type { FormFields } from '../wire/requests';

const form = z.object({
  ufilename: required('File name'),
  ujson: z.string({ error: 'The rows are required' }),
});
const rowsSchema = z.array(z.record(z.string(), z.unknown()));

/** Answers `downloadJson` with the posted rows as a CSV file, or refuses rows that cannot be read. */
export function answerCsvFile(fields: FormFields): Response | Envelope {
  const input = form.safeParse(fields);
  if (!input.success) return refused(getFirstProblem(input.error));
  const rows = readRows(input.data.ujson);
  if (!rows) return refused('The rows could not be read');
  const name = `${simplifyName(input.data.ufilename)}.csv`;
  return new Response(BYTE_ORDER_MARK + toCsv(rows), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

function readRows(json: string): Record<string, unknown>[] | undefined {
  try {
    return rowsSchema.safeParse(parseJson(json)).data;
  } catch {
    return undefined;
  }
}

function toCsv(rows: Record<string, unknown>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (columns.length === 0) return '';
  const cells = rows.map((row) => columns.map((column) => neutralize(toText(row[column]))));
  return stringify([columns.map(neutralize), ...cells], csvOptions);
}

/** Reduces a file name to at most 100 letters, digits and signs that every operating system allows. */
function simplifyName(name: string): string {
  const safe = name
    .replace(/[^A-Za-z0-9._ -]+/g, '-')
    .replace(/^[.\s-]+|[.\s]+$/g, '')
    .slice(0, 100);
  return safe || 'export';
}
