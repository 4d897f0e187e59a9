import { declarations } from 'shared/entities';
import { auditLog as declaration } from 'shared/entities/audit-log';
import { hasOpaqueIds } from 'shared/entities/declaration';
import { toText } from 'shared/list/values';
import { buildEntity } from './declared-entity';
import { HISTORY_PATH, hasHistory, OPAQUE_ID } from './record-history';

/**
 * Matches the beginning of the description of a change. The word for the record and the record's id follow. Linking or
 * unlinking a participant names the phone first, whose history has this change.
 */
const VERB = /^(?:Added|Updated|Deleted|Restored|Linked|Unlinked) /;
const ID = /^[\w-]+(?=$|[:\s])/;

/**
 * Returns the address of the history of the record that an audit entry names, or undefined if it names none. Returns
 * undefined for a record with a parent, such as a post: the address contains the id of the parent, but the entry does
 * not.
 */
export function findHistoryPath(description: string): string | undefined {
  if (!VERB.test(description)) return undefined;
  const subject = description.replace(VERB, '');
  const entity = declarations.find(
    (one) => hasHistory(one) && !('parent' in one) && subject.startsWith(`${one.singular} `),
  );
  const id = entity && ID.exec(subject.slice(entity.singular.length + 1))?.[0];
  if (!entity || !id || (hasOpaqueIds(entity) && !OPAQUE_ID.test(id))) return undefined;
  return `${HISTORY_PATH}/${entity.name}/${id}`;
}

export const auditLog = buildEntity(declaration, {
  columns: {
    audit_description: { link: (row) => findHistoryPath(toText(row.audit_description)) },
  },
});
