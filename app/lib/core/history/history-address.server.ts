import type { RecordName } from 'backend/history/change';
import { declarations } from 'shared/entities';
import { hasOpaqueIds } from 'shared/entities/declaration';
import { readAddressId, toOpaqueId } from '../addresses/record-address.server';
import type { Entity } from '../entities/entity';
import { HISTORY_PATH, isReadableId } from '../entities/record-history';

type HistoryAddress = NonNullable<Entity['historyOf']>;

/** Returns the address of a record's history. Encrypts an id that identifies a person, and any id that is not short. */
export function getHistoryPath({ entity, recordId }: RecordName): string {
  const isOpaque = declarations.some((one) => one.name === entity && hasOpaqueIds(one));
  const isReadable = isReadableId(recordId) && !isOpaque;
  return `${HISTORY_PATH}/${entity}/${isReadable ? recordId : toOpaqueId(entity, recordId)}`;
}

/**
 * Returns the record whose history has the address `/history/{entity}/{address}`. Throws a 404 response for an opaque id
 * of another kind.
 */
export function readHistoryAddress({ entity, address }: HistoryAddress): RecordName {
  return { entity, recordId: readAddressId(entity, address) };
}
