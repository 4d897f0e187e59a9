import { apiGet } from '../api/client.server';
import type { ApiResult } from '../api/envelope';
import type { Entity } from '../entities/entity';
import { aliasFiller } from '../entities/fill-aliases';
import type { Row } from '../list/memory';

/** One record by its id; a host that answers without an item has refused. */
export async function fetchRecord(entity: Entity, id: string): Promise<ApiResult<Row>> {
  if (entity.form?.store) return entity.form.store.fetch(id);
  const result = await apiGet(
    entity.recordSource?.(id) ?? `${entity.noun}/id/${encodeURIComponent(id)}`,
  );
  if (!result.ok) return result;
  const item = result.value.items.at(0);
  if (!item) {
    const missing = `The specified ${entity.name} '${id}' could not be found`;
    return { ok: false, fault: { kind: 'refused', message: result.value.message || missing } };
  }
  const given = entity.read?.(item) ?? item;
  const record = { ...given };
  aliasFiller(entity)(record, given);
  return { ok: true, value: record };
}
