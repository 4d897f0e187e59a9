import type { Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import { getPluralName } from '../entities/name-plural';
import { isNotFound, makeAbsentResult } from '../host/absent.server';
import type { ApiResult } from '../host/api-result';
import { explainMissing } from '../host/describe-error';
import { getApiHost } from '../host/host.server';
import { findInList } from '../list/find-in-list.server';
import { readItem } from '../list/read-item.server';
import { fetchDocument } from '../messenger/document-records.server';
import { compareStored } from './compare-stored.server';

/**
 * Fetches one record by its id. If the host does not have the record's path, searches the entity's list for the record.
 * If the list contains it, returns an error that says that the host does not offer the path. Otherwise, returns the
 * error of a record that does not exist. Records of entities without such a path are read from the list. Sets apart
 * what the panel has stored about an earlier record with the same id (decision 0155).
 */
export async function fetchRecord(entity: Entity, id: string): Promise<ApiResult<Row>> {
  if (entity.source === 'documents') return fetchDocument(entity, id);
  const found = await findRecord(entity, id);
  if (found.ok) await compareStored(entity, id, found.value);
  return found;
}

async function findRecord(entity: Entity, id: string): Promise<ApiResult<Row>> {
  const asked = entity.host?.record ? await askForRecord(entity, id) : undefined;
  if (asked && (asked.ok || asked.error.kind !== 'missing')) return asked;
  const listed = await findInList(entity, id);
  if (!listed.ok) return listed;
  if (!listed.value) return makeAbsentResult(entity.singular, id);
  if (asked) return explainMissing(asked, `${getPluralName(entity)} one by one`);
  return { ok: true, value: listed.value };
}

/** Requests one record from the host. A response without an item means that the record does not exist. */
export async function askForRecord(entity: Entity, id: string): Promise<ApiResult<Row>> {
  const { host, singular } = entity;
  const result = await getApiHost().get(`${host?.record}/${encodeURIComponent(id)}`);
  if (!result.ok) {
    const { error } = result;
    return isNotFound(error) ? makeAbsentResult(singular, id, error.message) : result;
  }
  const [item] = result.value.items;
  if (!item) return makeAbsentResult(singular, id, result.value.message);
  return { ok: true, value: readItem(entity, item) };
}
