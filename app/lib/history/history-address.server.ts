import { declarations } from 'shared/entities';
import { hasOpaqueIds } from 'shared/entities/declaration';
import { fromOpaqueId, toOpaqueId } from '../addresses/record-address.server';
import type { Entity } from '../entities/entity';
import { HISTORY_PATH, READABLE_ID } from '../entities/record-history';
import type { RecordName } from './change';

type HistoryAddress = NonNullable<Entity['historyOf']>;

/**
 * Returns the address of a record's history. Encrypts an id that identifies a person or that READABLE_ID does not
 * match.
 */
export function getHistoryPath({ entity, recordId }: RecordName): string {
  const isOpaque = declarations.some((one) => one.name === entity && hasOpaqueIds(one));
  const isReadable = READABLE_ID.test(recordId) && !isOpaque;
  return `${HISTORY_PATH}/${entity}/${isReadable ? recordId : toOpaqueId(recordId)}`;
}

/** Returns the record whose history has the address `/history/{entity}/{address}`. */
export function readHistoryAddress({ entity, address }: HistoryAddress): RecordName {
  return { entity, recordId: fromOpaqueId(address) ?? address };
}
