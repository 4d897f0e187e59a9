import { declarations } from 'shared/entities';
import { getEntity } from '.';
import { bindToParent } from './bind-to-parent';
import type { Entity } from './entity';

/**
 * A record that the history or the access log names: its entity, bound to the parent record if there is one, and its id
 * in that entity.
 */
export interface NamedRecord {
  entity: Entity;
  id: string;
}

/**
 * Returns the entity with this name and the record's id in it. In `recordId`, the id of a record with a parent begins
 * with the id of the parent and a slash. Returns undefined if there is no such entity, or if the id of the parent is
 * missing.
 */
export function findNamedRecord(name: string, recordId: string): NamedRecord | undefined {
  const declaration = declarations.find((declared) => declared.name === name);
  if (!declaration) return undefined;
  const entity = getEntity(declaration.name);
  if (!('parent' in declaration)) return { entity, id: recordId };
  const end = recordId.indexOf('/');
  if (end < 0) return undefined;
  return { entity: bindToParent(entity, recordId.slice(0, end)), id: recordId.slice(end + 1) };
}
