import { declarations } from 'shared/entities';
import type { EntityDeclaration, TimelineOf } from 'shared/entities/declaration';
import type { ListPage, Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { getEntity } from '../core/entities';
import type { Column } from '../core/entities/column';
import type { Entity } from '../core/entities/entity';
import { isAbsent } from '../core/host/absent.server';
import type { ApiError, ApiResult } from '../core/host/api-result';
import { fetchRows } from '../core/list/fetch-rows.server';
import { includeWithdrawn } from '../core/list/withdrawn.server';
import { fetchRecord } from '../core/records/fetch-record.server';
import { loadPart } from '../core/records/load-part.server';

/** The maximum number of records of one list that a timeline is built from. */
export const MAX_RECORDS = 100;

/** The records of another list that belong to a record, or the reason why they were not read. */
export interface Source {
  entity: Entity;
  /** The field of the list, and the value that it has in these records. */
  field: string;
  value: string;
  rows: readonly Row[];
  total: number;
  /** An error, or the title of the record's own field that has no value. */
  missing?: { error: ApiError } | { field: string };
}

const all: readonly (EntityDeclaration & { name: (typeof declarations)[number]['name'] })[] =
  declarations;

/** Reads, in parallel, the records of all lists whose events belong in the timeline of a record. */
export function loadSources(entity: Entity, row: Row): Promise<Source[]> {
  const found = all.flatMap(({ name, timelineOf }) =>
    timelineOf?.entity === entity.name
      ? [loadSource(getEntity(name), timelineOf, entity, row)]
      : [],
  );
  return Promise.all(found);
}

async function loadSource(
  source: Entity,
  { field, equals }: TimelineOf,
  entity: Entity,
  row: Row,
): Promise<Source> {
  const value = toText(row[equals]).trim();
  const none = { entity: source, field, value, rows: [], total: 0 };
  if (value === '') {
    const own = entity.list.columns.find((column) => column.field === equals);
    return { ...none, missing: { field: own?.title ?? equals } };
  }
  const result = await loadPart(source.name, () =>
    source.source === 'documents'
      ? fetchDocument(source, value)
      : fetchNewest(source, field, value),
  );
  if (result.ok) return { ...none, rows: result.value.rows, total: result.value.total };
  return { ...none, missing: { error: result.error } };
}

async function fetchNewest(
  source: Entity,
  field: string,
  value: string,
): Promise<ApiResult<ListPage>> {
  const query = await includeWithdrawn(source, {
    page: 1,
    size: MAX_RECORDS,
    sort: { field: source.key, descending: true },
    cols: getReadColumns(source).map((column) => column.field),
    q: undefined,
    filters: [{ kind: 'exact', field, equals: value }],
  });
  return fetchRows(source, query);
}

/** Reads the document with this id. The id is a value of the record to which the document belongs. */
async function fetchDocument(source: Entity, id: string): Promise<ApiResult<ListPage>> {
  const result = await fetchRecord(source, id);
  if (result.ok) return { ok: true, value: { rows: [result.value], total: 1 } };
  return isAbsent(result.error) ? { ok: true, value: { rows: [], total: 0 } } : result;
}

/** Returns the columns of a list that a timeline and the state of the next follow-up are built from. */
export function getReadColumns({ list }: Entity): Column[] {
  const details = list.columns.map(({ event }) => event?.detail);
  return list.columns.filter(
    ({ field, event, kind }) => event || details.includes(field) || kind === 'date',
  );
}
