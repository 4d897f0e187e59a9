import { allRows, type Filter } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { WITHDRAWAL_REASON, WITHDRAWN_ON } from 'shared/list/withdrawn';
import { isRecordId } from 'shared/record-id';
import type { Entity } from '../entities/entity';
import { getFieldKinds, getOwnFields } from '../entities/list-fields';
import type { ApiResult } from '../host/api-result';
import { readRemoteWithdrawals } from '../host/remote-withdrawals.server';
import { fetchRows } from './fetch-rows.server';
import { canBeWithdrawn } from './leave-out-withdrawn.server';
import { includeWithdrawn, leavesOutWithdrawn } from './withdrawn.server';

/**
 * Reads one record from its list by filtering on the id, also one of a withdrawn participant. The value is undefined if
 * the list does not contain the record.
 */
export async function findInList(entity: Entity, id: string): Promise<ApiResult<Row | undefined>> {
  const isNumber = getFieldKinds(entity.list)[entity.key] === 'number';
  if (isNumber && !isRecordId(id)) return { ok: true, value: undefined };
  const field = entity.key;
  const filter: Filter = isNumber
    ? { kind: 'number', field, min: Number(id), max: Number(id) }
    : { kind: 'exact', field, equals: id };
  const query = await includeWithdrawn(entity, { ...allRows, size: 1, filters: [filter] });
  const cols = getOwnFields(entity);
  if (query.withdrawn) {
    const found = await fetchRows(entity, {
      ...query,
      cols: [...cols, WITHDRAWN_ON, ...(canHaveReason(entity) ? [WITHDRAWAL_REASON] : [])],
    });
    if (found.ok && !found.value.note) return { ok: true, value: found.value.rows.at(0) };
  }
  // The panel may compute the day from the whole list. If it cannot, the record is shown nevertheless.
  const result = await fetchRows(entity, { ...query, cols });
  if (!result.ok) return result;
  const [row] = result.value.rows;
  // The answer may have shown that the host leaves out withdrawn participants.
  if (!row && !query.withdrawn && (await leavesOutWithdrawn(entity))) return findInList(entity, id);
  if (!row || !canBeWithdrawn(entity)) return { ok: true, value: row };
  const knowsDay = query.withdrawn !== undefined && entity.name === 'participant';
  const own = knowsDay ? (await readRemoteWithdrawals()).get(id) : undefined;
  const { day = null, reason = null } = own ?? {};
  return { ok: true, value: { ...row, [WITHDRAWN_ON]: day, [WITHDRAWAL_REASON]: reason } };
}

function canHaveReason({ list }: Entity): boolean {
  return list.columns.some(({ field }) => field === WITHDRAWAL_REASON);
}
