import { BYTE_ORDER_MARK } from 'shared/list/csv';
import { neutralize } from 'shared/list/neutralize';
import { describeRequestError } from '../core/host/describe-error';
import { getApiHost } from '../core/host/host.server';
import { messages } from '../core/host/messages';
import { makeHostFile } from '../core/list/host-file.server';
import { config } from '../core/server/config.server';
import { writeCsvLines } from './csv-rows';
import type { ExportContent } from './export-content';
import { ExportFailure } from './export-failure';
import type { ExportOrder } from './export-order';

/** The maximum number of rows of a file that a remote host makes, because the panel's comparison takes time. */
export const MAX_HOST_ROWS = 10_000;

/**
 * Returns whether a remote host makes the file (`downloadJson`, product-spec.md §7). It makes only files as in the
 * list. The panel makes pseudonymised files itself, because a host must not learn which pseudonyms belong to its
 * rows.
 */
export function isMadeByHost({ format, privacy, total }: ExportOrder): boolean {
  return (
    format === 'list' &&
    privacy.level !== 'pseudonymised' &&
    !getApiHost().conforms &&
    config.EXPORT_BY === 'host' &&
    total <= MAX_HOST_ROWS
  );
}

/**
 * Yields the file that the host has made of the rows, or the panel's own file if the two differ. Passes the reason of
 * the difference to `note`. Throws ExportFailure if the host does not answer.
 */
export async function* writeByHost(
  { facts, variables, parts }: ExportContent,
  filename: string,
  note: (text: string) => void,
): AsyncGenerator<Buffer> {
  const titles = variables.map(({ label }) => label);
  const rows: string[][] = [];
  for await (const part of parts) rows.push(...part.rows.map((cells) => cells.map(neutralize)));
  const made = await makeHostFile(filename, { list: facts.title, titles, rows });
  if (!made.ok) throw new ExportFailure(describeRequestError(made.error, messages.downloadFailed));
  const { body } = made.value;
  if (body) return yield Buffer.from(body);
  if (made.value.notice) note(made.value.notice);
  yield Buffer.from(BYTE_ORDER_MARK + writeCsvLines([titles, ...rows]));
}
