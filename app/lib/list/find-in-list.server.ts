import { allRows, type Filter } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { WITHDRAWN_ON } from 'shared/list/withdrawn';
import { isRecordId } from 'shared/record-id';
import type { Entity } from '../entities/entity';
import { getFieldKinds, getOwnFields } from '../entities/list-fields';
import type { ApiResult } from '../host/api-result';
import { fetchRows } from './fetch-rows.server';
import { includeWithdrawn } from './withdrawn.server';

/**
 * Reads one record from its list by filtering on the id, also one of a withdrawn participant. The value is undefined if
 * the list does not contain the record.
 */
export async function findInList(entity: Entity, id: string): Promise<ApiResult<Row | undefined>> {
  const isNumber = getFieldKinds(entity.list)[entity.key] === 'number';
  if (isNumber && !isRecordId(id)) return { ok: true, value: undefined };
  const field = entity.key;
  const filter: Filter = isNumber
    ? { kind: 'number', field, min: Number(id), max: Number(id) }
    : { kind: 'exact', field, equals: id };
  const query = await includeWithdrawn(entity, { ...allRows, size: 1, filters: [filter] });
  const own = getOwnFields(entity);
  const cols = query.withdrawn ? [...own, WITHDRAWN_ON] : own;
  const result = await fetchRows(entity, { ...query, cols });
  return result.ok ? { ok: true, value: result.value.rows.at(0) } : result;
}
