import { apiGet } from '../api/client.server';
import type { ApiResult } from '../api/envelope';
import type { Entity } from '../entities/entity';
import type { Option } from '../entities/fields';
import { asText } from '../list/values';

/** The records of another entity as the options of a choice, by name. */
export async function fetchOptions(entity: Entity): Promise<ApiResult<Option[]>> {
  const result = await apiGet(entity.list.source);
  if (!result.ok) return result;
  const options = result.value.items.map((row) => ({
    value: asText(row[entity.key]),
    label: asText(row[entity.label]),
  }));
  return {
    ok: true,
    value: options
      .filter(({ value, label }) => value !== '' && label !== '')
      .sort((a, b) => a.label.localeCompare(b.label)),
  };
}
