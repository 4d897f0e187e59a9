import { declarations } from 'shared/entities';
import type { Row } from 'shared/list/memory';
import { getEntity } from '../entities';
import { bindToParent, type Entity } from '../entities/entity';
import type { RecordName } from '../history/change';
import type { ApiResult } from '../host/api-result';
import { fetchRecord } from '../records/fetch-record.server';

/**
 * A record that the history names: its entity, bound to the parent record if there is one, and its id in that entity.
 */
export interface NamedRecord {
  entity: Entity;
  id: string;
}

/** Returns the entity and id of a record in the history, or undefined if there is no such entity. */
export function findNamedRecord({ entity: name, recordId }: RecordName): NamedRecord | undefined {
  const declaration = declarations.find((declared) => declared.name === name);
  if (!declaration) return undefined;
  const entity = getEntity(declaration.name);
  if (!('parent' in declaration)) return { entity, id: recordId };
  const end = recordId.indexOf('/');
  if (end < 0) return undefined;
  return { entity: bindToParent(entity, recordId.slice(0, end)), id: recordId.slice(end + 1) };
}

/** Fetches a record that the history names. */
export function fetchNamedRecord({ entity, id }: NamedRecord): Promise<ApiResult<Row>> {
  return fetchRecord(entity, id);
}
