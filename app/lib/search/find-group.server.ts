import { listSearchParams } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { noteRows, type Viewer } from '../core/access/note-access.server';
import { toPublicPath } from '../core/addresses/public-path.server';
import { publishLink } from '../core/addresses/publish-link.server';
import type { Entity } from '../core/entities/entity';
import { getDetailPath, getEditPath } from '../core/entities/record-paths';
import type { ApiError, ApiResult } from '../core/host/api-result';
import { recordFailedCall } from '../core/host/audit.server';
import { describeLoadError } from '../core/host/describe-error';
import { isKnownMissing } from '../core/host/missing.server';
import { getHostListPath } from '../core/list/host-list-path.server';
import { maskField } from '../core/masking/mask.server';
import { nameRow } from '../core/masking/name-row.server';
import { withinLimit } from '../core/server/time-limit';
import { menu } from '../menu';
import { findMatchingRecords, GROUP_SIZE } from './find-records.server';
import type { SearchGroup, SearchHit } from './search-view';
import { getResultColumns, type SearchedEntity } from './searched-entities';

/** The time limits of searches in milliseconds. */
export const searchLimits = {
  /** The limit for one list. A slower list shows an error, so that the results of the other lists need not wait. */
  groupMs: 4_000,
  /** The limit for finding, in one list, the record that a text identifies. A slower list counts as having none. */
  identifyMs: 2_000,
};

/**
 * Searches one entity, and returns its first `size` matches. Returns undefined if it has no match, or if the host does
 * not have its list. Notes the records that the group shows to the user.
 */
export async function findGroup(
  user: Viewer,
  searched: SearchedEntity,
  text: string,
  size = GROUP_SIZE,
): Promise<SearchGroup | undefined> {
  const { entity } = searched;
  if (!isServed(entity)) return undefined;
  const result = await runWithinLimit(() => findMatchingRecords(searched, text, size));
  if (!result.ok) return buildFailedGroup(user, entity, result.error);
  const { rows, total } = result.value;
  if (rows.length === 0) return undefined;
  noteRows(user, 'Search', entity, rows, listShownColumns(searched));
  return {
    ...getHeading(entity),
    hits: rows.map((row) => buildHit(searched, row)),
    total,
    all: total > rows.length ? linkToAll(searched, text) : undefined,
  };
}

/**
 * Returns whether the list of an entity can be read: if it consists of documents, or if the host is not known to lack
 * it.
 */
export function isServed(entity: Entity): boolean {
  const path = getHostListPath(entity);
  return path === undefined ? entity.source === 'documents' : !isKnownMissing(path);
}

/**
 * Runs calls to the host. If `work` throws, or takes longer than `limitMs` milliseconds, returns the error
 * `unreachable`.
 */
export async function runWithinLimit<T>(
  work: () => Promise<ApiResult<T>>,
  limitMs = searchLimits.groupMs,
): Promise<ApiResult<T>> {
  return withinLimit(limitMs, work).catch(() => ({ ok: false, error: { kind: 'unreachable' } }));
}

function buildFailedGroup(user: Viewer, entity: Entity, error: ApiError): SearchGroup | undefined {
  if (error.kind === 'missing') return undefined;
  const entry = { username: user.username, title: 'Search', action: 'View' } as const;
  recordFailedCall({ ...entry, description: `Searched ${entity.title}` }, error);
  const message = describeLoadError(error, entity.title);
  return { ...getHeading(entity), hits: [], total: 0, error: message };
}

function getHeading({ title, list }: Entity): Pick<SearchGroup, 'title' | 'icon'> {
  const items = menu.flatMap((group) => group.items);
  return { title, icon: items.find(({ path }) => path === list.path)?.icon ?? 'search' };
}

/** Returns the columns whose values a hit shows: its title, its details, and the key in its address. */
function listShownColumns({ entity, fields }: SearchedEntity) {
  const shown = new Set([...fields, entity.key, entity.label]);
  return entity.list.columns.filter(({ field }) => shown.has(field));
}

function buildHit({ entity, fields }: SearchedEntity, row: Row): SearchHit {
  const id = toText(row[entity.key]);
  const details = fields
    .filter((field) => field !== entity.label)
    .map((field) => maskField(entity, row, field).trim())
    .filter((value) => value !== '');
  return {
    href: getRecordHref(entity, id),
    title: nameRow(entity, row, id),
    details: details.join(' · '),
  };
}

/** Returns the address of a record's page, with an opaque id if the id identifies a person. */
export function getRecordHref(entity: Entity, id: string): string {
  return toPublicPath(entity.form ? getEditPath(entity, id) : getDetailPath(entity, id));
}

/** Returns the link to the list of all records that contain the text. */
function linkToAll(searched: SearchedEntity, text: string): SearchGroup['all'] {
  const cols = getResultColumns(searched);
  const query = { page: 1, size: undefined, sort: undefined, cols, q: text, filters: [] };
  return publishLink(`${searched.entity.list.path}?${listSearchParams(query)}`);
}
