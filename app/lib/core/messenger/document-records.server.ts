import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import type { Entity } from '../entities/entity';
import type { ApiResult } from '../host/api-result';
import { getDocumentEntity } from './document-entities.server';
import { changeDocument, readDocument } from './messenger.server';

/** Reads one record of an entity whose records are documents. */
export async function fetchDocument(entity: Entity, id: string): Promise<ApiResult<Row>> {
  const { name, singular, parentId = '' } = entity;
  const { document, row } = getDocumentEntity(name);
  if (!document) throw new Error(`documents of ${name} cannot be read one by one`);
  const found = await readDocument(singular, () => document(id, parentId));
  if (!found.ok) return found;
  const { version } = found.value;
  return { ok: true, value: { ...row(found.value, parentId), version } };
}

/**
 * Saves a form's values, which have their `wire` names. Returns an error if the document has changed since `record`
 * was fetched.
 */
export function saveDocument(
  entity: Entity,
  id: string,
  values: Readonly<Record<string, string>>,
  record: Row,
): Promise<ApiResult<null>> {
  const { name, singular, parentId = '' } = entity;
  const { document, readValues } = getDocumentEntity(name);
  if (!document || !readValues) throw new Error(`documents of ${name} cannot be changed`);
  const path = () => document(id, parentId);
  return changeDocument(singular, path, readValues(values), toText(record.version));
}
