import type { FieldValues } from 'shared/list/count-values';
import { listSearchParams } from 'shared/list/grammar';
import { summaryParams } from 'shared/list/summary/grammar';
import { readSummaryItems } from 'shared/list/summary/items';
import { z } from 'zod';
import type { ApiHost } from './api-host';

const valueSchema = z.object({
  field: z.string(),
  value: z.string().nullable(),
  count: z.coerce.number(),
});

/** Returns the path at which a host summarizes the list at `path`. */
export function getSummaryPath(path: string): string {
  return `list-summary/${path}`;
}

/** Returns the path at which a host counts the values of fields of the list at `path`. */
export function getValuesPath(path: string): string {
  return `list-values/${path}`;
}

/** Makes the methods that count rows of a list, for a host that is called over HTTP. */
export function makeListCounts(get: ApiHost['get']): Pick<ApiHost, 'summarize' | 'listValues'> {
  return {
    async summarize(path, query, summary) {
      const params = listSearchParams(query);
      for (const [name, value] of summaryParams(summary)) params.set(name, value);
      const answer = await get(`${getSummaryPath(path)}?${params}`);
      if (!answer.ok) return answer;
      const value = readSummaryItems(answer.value.items, summary.by.length);
      return value ? { ok: true, value } : { ok: false, error: { kind: 'unreadable' } };
    },
    async listValues(path, fields) {
      const answer = await get(`${getValuesPath(path)}?cols=${fields.join(',')}`);
      if (!answer.ok) return answer;
      const items = z.array(valueSchema).safeParse(answer.value.items).data;
      if (!items) return { ok: false, error: { kind: 'unreadable' } };
      return { ok: true, value: groupByField(items) };
    },
  };
}

function groupByField(items: readonly z.infer<typeof valueSchema>[]): FieldValues[] {
  const byField = new Map<
    string,
    { field: string; values: FieldValues['values'][number][]; empty: number }
  >();
  for (const { field, value, count } of items) {
    const own = byField.get(field) ?? { field, values: [], empty: 0 };
    if (value === null) own.empty += count;
    else own.values.push({ value, count });
    byField.set(field, own);
  }
  return [...byField.values()];
}
