import type { Database } from 'backend/db/types';
import { readMark } from 'backend/history/record-mark';
import { readNumber, type Withdrawal } from 'shared/derived/rows';
import { allRows, type Filter } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { WITHDRAWN_ON } from 'shared/list/withdrawn';
import type { Entity } from '../core/entities/entity';
import { followUp } from '../core/entities/follow-up';
import { participant } from '../core/entities/participant';
import type { ApiResult } from '../core/host/api-result';
import {
  deleteRemoteWithdrawals,
  storeRemoteWithdrawal,
} from '../core/host/remote-withdrawals.server';
import { fetchRows } from '../core/list/fetch-rows.server';
import { findInList } from '../core/list/find-in-list.server';

/** Stores or deletes the withdrawal of a participant. */
type StoreWithdrawal = (db?: Database) => Promise<void>;

/** The withdrawn records of participants and follow-ups. */
const WITHDRAWN: Filter = { kind: 'empty', field: WITHDRAWN_ON, empty: false };
const REFUSAL =
  'The API host did not send all participants and follow-ups, so the panel could not leave out this participant';

/**
 * Returns the function that stores the withdrawal of a participant of a host that has no field for it. Refuses it if the
 * panel could not leave out the participant and their follow-ups.
 */
export async function planRemoteWithdrawal(
  id: string,
  withdrawal: Withdrawal,
): Promise<ApiResult<StoreWithdrawal>> {
  for (const entity of [participant, followUp]) {
    const found = await findWithdrawn(entity);
    if (!found.ok && found.error.kind !== 'missing')
      return { ok: false, error: { kind: 'refused', message: REFUSAL } };
  }
  const found = await findInList(participant, id);
  if (!found.ok) return found;
  const mark = found.value ? readMark(participant.name, found.value) : {};
  return { ok: true, value: (db) => storeRemoteWithdrawal(id, withdrawal, mark, db) };
}

/**
 * Returns the function that deletes the withdrawals of a participant and of all others with the same study number, who
 * are one person. If the participants cannot be loaded, it deletes only that of the participant.
 */
export async function planRemoteReturn(id: string): Promise<StoreWithdrawal> {
  const found = await findWithdrawn(participant);
  const rows = found.ok ? found.value : [];
  const own = rows.find((row) => toText(row.id) === id);
  const number = own && readNumber(own);
  const same = rows.filter((row) => number && readNumber(row) === number);
  return (db) => deleteRemoteWithdrawals([id, ...same.map((row) => toText(row.id))], db);
}

async function findWithdrawn(entity: Entity): Promise<ApiResult<Row[]>> {
  const cols = ['id', 'study_number', WITHDRAWN_ON];
  const found = await fetchRows(entity, { ...allRows, cols, filters: [WITHDRAWN] });
  return found.ok ? { ok: true, value: found.value.rows } : found;
}
