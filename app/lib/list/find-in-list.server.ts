import type { Filter } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { isRecordId } from 'shared/record-id';
import type { Entity } from '../entities/entity';
import { getFieldKinds, getOwnFields } from '../entities/list-fields';
import type { ApiResult } from '../host/api-result';
import { fetchRows } from './fetch-rows.server';

/**
 * Reads one record from its list by filtering on the id. The value is undefined if the list does not contain
 * the record.
 */
export async function findInList(entity: Entity, id: string): Promise<ApiResult<Row | undefined>> {
  const isNumber = getFieldKinds(entity.list)[entity.key] === 'number';
  if (isNumber && !isRecordId(id)) return { ok: true, value: undefined };
  const field = entity.key;
  const filter: Filter = isNumber
    ? { kind: 'number', field, min: Number(id), max: Number(id) }
    : { kind: 'exact', field, equals: id };
  const result = await fetchRows(entity, {
    page: 1,
    size: 1,
    sort: undefined,
    cols: getOwnFields(entity),
    q: undefined,
    filters: [filter],
  });
  return result.ok ? { ok: true, value: result.value.rows.at(0) } : result;
}
