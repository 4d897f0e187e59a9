import { createHash } from 'node:crypto';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { getSource, readInput } from 'shared/record-values/record-values';
import type { Entity } from '../core/entities/entity';
import { getOwnColumns } from '../core/entities/list-fields';
import { getApiHost } from '../core/host/host.server';

/** A digest of some values of a record, by which two versions of the record can be compared. */
interface RecordDigest {
  digest: string;
  /** The fields that the digest covers. */
  fields: string[];
}

/**
 * Computes the digest of a row of a list. Leaves out fields that may differ between a list and the record itself:
 * fields that the list of a remote host does not contain, repeated rows, and rich text.
 */
export function computeSelectionDigest(entity: Entity, row: Row): RecordDigest {
  const listed = new Set(entity.list.columns.map(({ field }) => field));
  const { conforms } = getApiHost();
  const comparable = listComparable(entity).filter(({ source }) => {
    const isKnown = conforms || toText(row[source]) !== '';
    return listed.has(source) && isKnown;
  });
  const fields = comparable.map(({ name }) => name);
  return { fields, digest: computeValuesDigest(entity, row, fields) };
}

/** Returns whether a record still has the values that a digest covers. */
export function hasDigest(entity: Entity, record: Row, { digest, fields }: RecordDigest): boolean {
  return computeValuesDigest(entity, record, fields) === digest;
}

interface Comparable {
  name: string;
  source: string;
  read: (raw: unknown) => string;
}

/** Returns the comparable fields: those that users can change, or all columns of an entity without a form. */
function listComparable({ form, list }: Entity): Comparable[] {
  if (!form)
    return getOwnColumns(list).map(({ field }) => ({ name: field, source: field, read: readText }));
  return form.fields
    .filter(({ wire, items, control }) => wire && !items && control !== 'rich-text')
    .map((field) => ({
      name: field.name,
      source: getSource(field),
      read: (raw) => readText(readInput(field, raw)),
    }));
}

function computeValuesDigest(entity: Entity, row: Row, fields: readonly string[]): string {
  const values = listComparable(entity)
    .filter(({ name }) => fields.includes(name))
    .map(({ name, source, read }) => [name, read(row[source])]);
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22);
}

function readText(raw: unknown): string {
  return toText(raw).replace(/\r\n?/g, '\n').trim();
}
