import type { Row } from 'shared/list/memory';
import { TooLongError } from 'shared/read-bytes';
import { describeSize } from 'shared/size-in-words';
import type { ApiResult } from '../host/api-result';
import { messages } from '../host/messages';
import { config } from '../server/config.server';

/** Converts and counts the rows of a list one by one, up to the maximum number. */
interface RowTaker {
  /** Converts an item of the host to a row. Throws TooLongError for the first row beyond the maximum. */
  take: (item: Row) => Row;
  hasTooMany: () => boolean;
}

export function makeRowTaker(
  toRow: (item: Row) => Row,
  maxRows: number = config.LIST_MAX_ROWS,
): RowTaker {
  let count = 0;
  return {
    take(item) {
      count += 1;
      if (count > maxRows) throw new TooLongError(`the list exceeds ${maxRows} rows`);
      return toRow(item);
    },
    hasTooMany: () => count > maxRows,
  };
}

/**
 * Replaces the error of a list that is too long with one that states the limit. Returns other errors unchanged, such as
 * that of a single record that is too large.
 */
export function explainTooLong<T>(result: ApiResult<T>, hasTooManyRows: boolean): ApiResult<T> {
  if (result.ok || result.error.kind !== 'too long' || result.error.message !== undefined)
    return result;
  return makeTooLongError(hasTooManyRows);
}

function makeTooLongError(hasTooManyRows: boolean): ApiResult<never> {
  const limit = hasTooManyRows
    ? `${config.LIST_MAX_ROWS.toLocaleString('en')} rows`
    : describeSize(config.API_MAX_BYTES);
  return { ok: false, error: { kind: 'too long', message: messages.listTooLong(limit) } };
}

/** Estimates the size of a row in memory, in bytes. */
export function estimateSize(row: Row): number {
  let bytes = 32;
  for (const field in row) {
    const value = row[field];
    bytes += 8 + (typeof value === 'string' ? 16 + value.length : 0);
    if (typeof value === 'object' && value !== null) bytes += 2 * JSON.stringify(value).length;
  }
  return bytes;
}
