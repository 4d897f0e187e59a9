import type { Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import { namePlural } from '../entities/name-plural';
import { readItem } from '../entities/read-item';
import { absentRecord } from '../host/absent.server';
import type { ApiResult } from '../host/envelope';
import { nameMissing } from '../host/faults';
import { apiHost } from '../host/host.server';
import { findInList } from '../list/find-in-list.server';

/** Matches the message of a look-up that has found nothing. */
const NOT_FOUND = /not (be )?found|does not exist|no such/i;

/**
 * Reads one record by its id. A host that has nothing at the record's path may lack the record or the path: its
 * list decides.
 */
export async function fetchRecord(entity: Entity, id: string): Promise<ApiResult<Row>> {
  if (entity.form?.store) return entity.form.store.fetch(id);
  const asked = entity.recordSource === 'list' ? undefined : await askForRecord(entity, id);
  if (asked && (asked.ok || asked.fault.kind !== 'missing')) return asked;
  const listed = await findInList(entity, id);
  if (!listed.ok) return listed;
  if (!listed.value) return absentRecord(entity.name, id);
  if (asked) return nameMissing(asked, `${namePlural(entity)} one by one`);
  return { ok: true, value: listed.value };
}

/** Asks the host for one record; an answer without an item is that of a record that does not exist. */
export async function askForRecord(entity: Entity, id: string): Promise<ApiResult<Row>> {
  const { recordSource, noun, name } = entity;
  const path =
    typeof recordSource === 'function' ? recordSource(id) : `${noun}/id/${encodeURIComponent(id)}`;
  const result = await apiHost().get(path);
  if (!result.ok) {
    const { fault } = result;
    const isAbsent = fault.kind === 'refused' && NOT_FOUND.test(fault.message);
    return isAbsent ? absentRecord(name, id, fault.message) : result;
  }
  const item = result.value.items.at(0);
  if (!item) return absentRecord(name, id, result.value.message);
  return { ok: true, value: readItem(entity, item) };
}
