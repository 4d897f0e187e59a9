import { LRUCache } from 'lru-cache';
import { cutText } from 'shared/cut-text';
import { toText } from 'shared/list/values';
import { getEntity } from '../entities';
import type { Entity } from '../entities/entity';
import type { ApiError, ApiResult } from '../host/api-result';
import { getWriteCount } from '../host/writes.server';
import { fetchRows } from '../list/fetch-rows.server';
import { config } from '../server/config.server';
import { loadPart } from './load-part.server';

/** The explanations of an entity's fields in the Data Dictionary, by the name of the field. */
export type Explanations = ReadonlyMap<string, string>;

const dictionary = getEntity('data-dictionary');
/** The maximum number of entries of the Data Dictionary that are read. */
const MAX_ENTRIES = 5_000;
/** The maximum number of characters of an explanation. */
const MAX_TEXT = 500;

type ByEntity = ReadonlyMap<string, Explanations>;

/**
 * The explanations of all entities, by `getWriteCount`, so that they are loaded again after a change by this process.
 */
const cached = new LRUCache<number, ByEntity>({
  max: 1,
  // LRUCache takes a lifetime of 0 as unlimited.
  ttl: Math.max(1, config.LIST_CACHE_SECONDS * 1_000),
});

/** Returns the explanations of an entity's fields. The Data Dictionary does not explain its own fields. */
export async function findExplanations(entity: Entity): Promise<ApiResult<Explanations>> {
  if (entity.name === dictionary.name) return { ok: true, value: new Map() };
  const writes = getWriteCount();
  const result = await loadPart('data dictionary', async () => {
    const known = cached.get(writes);
    if (known) return { ok: true, value: known };
    const loaded = await loadAll();
    if (loaded.ok) cached.set(writes, loaded.value);
    return loaded;
  });
  if (!result.ok) return result;
  return { ok: true, value: result.value.get(normalizeName(entity.name)) ?? new Map() };
}

/** Returns the sentence that says why the fields of a page have no explanations. */
export function describeMissingExplanations(error: ApiError): string {
  const reason =
    error.kind === 'missing'
      ? 'this API host does not offer the Data Dictionary'
      : 'the Data Dictionary could not be loaded';
  return `The fields have no explanations, because ${reason}.`;
}

async function loadAll(): Promise<ApiResult<ByEntity>> {
  const result = await fetchRows(dictionary, {
    page: 1,
    size: MAX_ENTRIES,
    sort: undefined,
    cols: ['dict_entity', 'dict_field', 'dict_description'],
    q: undefined,
    filters: [],
  });
  if (!result.ok) return result;
  const all = new Map<string, Map<string, string>>();
  for (const row of result.value.rows) {
    const text = toText(row.dict_description).trim();
    if (text === '') continue;
    const name = normalizeName(toText(row.dict_entity));
    const explanations = all.get(name) ?? new Map<string, string>();
    explanations.set(toText(row.dict_field).trim(), cut(text));
    all.set(name, explanations);
  }
  return { ok: true, value: all };
}

/** Returns the name of an entity in the same form for 'Follow-up', 'followups' and 'FollowUp'. */
function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/s$/, '');
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${cutText(text, MAX_TEXT)}…` : text;
}
