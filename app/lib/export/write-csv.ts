import { BYTE_ORDER_MARK } from 'shared/list/csv';
import { writeCsvLines, writeCsvRows } from './csv-rows';
import type { ExportContent } from './export-content';

/** Writes a CSV file for analysis. Its first line has the names of the variables. */
export async function* writeCsv({ variables, parts }: ExportContent): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + writeCsvRows([variables.map(({ name }) => name)]));
  for await (const { csv } of parts) yield Buffer.from(csv);
}

/** Writes a CSV file with the headings of the list. Its content must have been made for it. */
export async function* writeListCsv({ variables, parts }: ExportContent): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + writeCsvLines([variables.map(({ label }) => label)]));
  for await (const { csv } of parts) yield Buffer.from(csv);
}
