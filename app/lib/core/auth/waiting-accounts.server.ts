import { allRows } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { isWaiting, user } from '../entities/user';
import type { ApiResult } from '../host/api-result';
import { messages } from '../host/messages';
import { fetchRows } from '../list/fetch-rows.server';

export interface WaitingAccounts {
  rows: readonly Row[];
  total: number;
}

/**
 * Returns up to `size` accounts that wait for approval, the oldest first. Returns none if the host does not state which
 * accounts wait.
 */
export async function fetchWaiting(
  size: number,
  cols: readonly string[],
): Promise<ApiResult<WaitingAccounts>> {
  const query = { ...allRows, cols: [...cols], sort: { field: user.key, descending: false } };
  const filters = [{ kind: 'number' as const, field: 'user_waiting', min: 1 }];
  const filtered = await fetchRows(user, { ...query, size, filters });
  if (!filtered.ok) return filtered;
  // The panel filters whole lists by their columns only, and this field is not one of them.
  const { isByHost } = filtered.value;
  const result = isByHost ? filtered : await fetchRows(user, query);
  if (!result.ok) return result;
  const rows = result.value.rows.filter(isWaiting);
  // If the host ignores the filter, its total includes other accounts.
  const isFiltered = isByHost && rows.length === result.value.rows.length;
  const total = isFiltered ? result.value.total : rows.length;
  return { ok: true, value: { rows: rows.slice(0, size), total } };
}

/** Returns the accounts like `fetchWaiting`, or an error if the host does not state which accounts wait. */
export async function fetchKnownWaiting(
  size: number,
  cols: readonly string[],
): Promise<ApiResult<WaitingAccounts>> {
  const found = await fetchWaiting(size, cols);
  if (!found.ok || found.value.total > 0) return found;
  const any = await fetchRows(user, { ...allRows, size: 1, cols: [user.key, 'user_waiting'] });
  if (!any.ok) return any;
  if (any.value.rows.every((row) => toText(row.user_waiting) !== '')) return found;
  return { ok: false, error: { kind: 'missing', message: messages.waitingUnknown } };
}
