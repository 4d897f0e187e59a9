import { fromOpaqueId, toOpaqueId } from '../addresses/record-address.server';
import { HISTORY_PATH, READABLE_ID } from '../entities/record-history';
import type { RecordName } from './change';

/** The entities whose ids identify people. */
const PERSONAL: readonly string[] = ['phone', 'participant'];

/** Returns the address of a record's history. An id that identifies a person, or does not fit, is encrypted. */
export function getHistoryPath({ entity, recordId }: RecordName): string {
  const isReadable = READABLE_ID.test(recordId) && !PERSONAL.includes(entity);
  return `${HISTORY_PATH}/${entity}/${isReadable ? recordId : toOpaqueId(recordId)}`;
}

/** Returns the id of the record that a part of an address names. */
export function readHistoryAddress(address: string): string {
  return fromOpaqueId(address) ?? address;
}
