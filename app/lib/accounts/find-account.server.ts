import { allRows } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { user } from '../core/entities/user';
import type { ApiResult } from '../core/host/api-result';
import { fetchRows } from '../core/list/fetch-rows.server';
import { fetchRecord } from '../core/records/fetch-record.server';

/** The maximum number of accounts with the address in any column that are compared. */
const MAX_FOUND = 50;

/**
 * Finds the account with this e-mail address or username, ignoring case. The value is undefined if the host lists no
 * such account.
 */
export async function findAccount(address: string): Promise<ApiResult<Row | undefined>> {
  const cols = user.list.columns.map(({ field }) => field);
  const result = await fetchRows(user, { ...allRows, size: MAX_FOUND, cols, q: address });
  if (!result.ok) return result;
  const names = (row: Row) => [row.user_email, row.user_username].map(toText);
  const found = result.value.rows.find((row) =>
    names(row).some((name) => name.toLowerCase() === address.toLowerCase()),
  );
  if (!found) return { ok: true, value: undefined };
  // The list lacks some fields of the form.
  const record = await fetchRecord(user, toText(found.user_id));
  return { ok: true, value: record.ok ? record.value : found };
}
