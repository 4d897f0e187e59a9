import { readNumber } from 'shared/derived/rows';
import { allRows, type Filter } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { WITHDRAWN_ON } from 'shared/list/withdrawn';
import { participant } from '../entities/participant';
import type { ApiResult } from '../host/api-result';
import { deleteRemoteWithdrawals, storeRemoteWithdrawal } from '../host/remote-withdrawals.server';
import { fetchRows } from '../list/fetch-rows.server';

const TOO_LONG =
  'The API host has more participants than the panel can search, so the panel could not leave out this one';

/**
 * Stores the withdrawal of a participant of a host that has no field for it. Refuses it if the host has so many
 * participants that the panel could not leave out anybody.
 */
export async function withdrawRemotely(id: string, day: string): Promise<ApiResult<unknown>> {
  const found = await findWithdrawn();
  if (!found.ok) return found;
  await storeRemoteWithdrawal(id, day);
  return { ok: true, value: undefined };
}

/** Deletes the withdrawals of a participant and of all others with the same study number, who are one person. */
export async function takeBackRemoteWithdrawal(id: string): Promise<ApiResult<unknown>> {
  const found = await findWithdrawn();
  if (!found.ok) return found;
  const own = found.value.find((row) => toText(row.id) === id);
  const number = own && readNumber(own);
  const same = found.value.filter((row) => number && readNumber(row) === number);
  await deleteRemoteWithdrawals([id, ...same.map((row) => toText(row.id))]);
  return { ok: true, value: undefined };
}

/** Returns the participants who have withdrawn. */
async function findWithdrawn(): Promise<ApiResult<Row[]>> {
  const filter: Filter = { kind: 'empty', field: WITHDRAWN_ON, empty: false };
  const cols = ['id', 'study_number', WITHDRAWN_ON];
  const found = await fetchRows(participant, { ...allRows, cols, filters: [filter] });
  if (found.ok) return { ok: true, value: found.value.rows };
  const isTooLong = found.error.kind === 'refused' || found.error.kind === 'too long';
  return isTooLong ? { ok: false, error: { kind: 'refused', message: TOO_LONG } } : found;
}
