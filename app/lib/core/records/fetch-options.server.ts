import { allRows } from 'shared/list/grammar';
import { toText } from 'shared/list/values';
import type { Entity } from '../entities/entity';
import type { Option } from '../entities/form-field';
import type { ApiResult } from '../host/api-result';
import { fetchRows } from '../list/fetch-rows.server';
import { maskField } from '../masking/mask.server';

/**
 * Fetches the records of an entity as the options of a choice, sorted by label. Omits those without a key or
 * label.
 */
export async function fetchOptions(entity: Entity): Promise<ApiResult<Option[]>> {
  const result = await fetchRows(entity, allRows);
  if (!result.ok) return result;
  const options = result.value.rows.map((row) => ({
    value: toText(row[entity.key]),
    label: maskField(entity, row, entity.label),
  }));
  return {
    ok: true,
    value: options
      .filter(({ value, label }) => value !== '' && label !== '')
      .sort((a, b) => a.label.localeCompare(b.label)),
  };
}
