import { redirect } from '@remix-run/node';
import { findFailure } from 'shared/result';
import { noteParent } from '../core/access/note-access.server';
import type { Column } from '../core/entities/column';
import type { Entity } from '../core/entities/entity';
import { hasHiddenParameters } from '../core/entities/hidden-filters';
import { getTreatment, isPersonal, type Treatment, treatments } from '../core/entities/treatment';
import { audit } from '../core/host/audit.server';
import { describeLoadError } from '../core/host/describe-error';
import { describeQuery, writePart } from '../core/list/describe-query.server';
import { fetchRows } from '../core/list/fetch-rows.server';
import { getListColumns } from '../core/list/list-columns.server';
import {
  buildListHref,
  buildListSearch,
  type ListState,
  listIgnored,
} from '../core/list/list-state';
import { buildTrail } from '../core/list/list-trail.server';
import { buildListAddress, readList } from '../core/list/open-list.server';
import { refuseExport } from '../core/list/refuse-export.server';
import { describeLeftOut } from '../core/list/withdrawn.server';
import type { SignedIn } from '../core/session/guard.server';
import { checkExportRight } from '../core/session/permissions';
import { getUserKey } from '../core/session/user-key.server';
import { formats } from './export-format';
import { listExportedFiles } from './export-store.server';
import { summarizeFile } from './load-file.server';
import { MAX_REASON } from './read-order.server';

/** Loads the page on which the user chooses the format of a file for analysis. */
export async function loadFormats(signedIn: SignedIn, entity: Entity, request: Request) {
  const { list } = entity;
  const { searchParams } = new URL(request.url);
  await refuseExport(signedIn, entity);
  const state = await readList(signedIn, list, searchParams);
  // Without these filters, the file would contain rows that the user did not ask for. The list names these filters.
  if (listIgnored(state).length > 0) throw redirect(await buildListAddress(signedIn, state));
  if (hasHiddenParameters(list, searchParams))
    throw redirect(`/export-as${await buildListAddress(signedIn, state)}`);
  const title = `Export ${entity.title}`;
  const { username } = signedIn.user;
  audit({ username, title, action: 'View', description: `Viewed ${title}` });
  noteParent(signedIn.user, entity);
  const columns = getShownColumns(entity, state);
  const found = await fetchRows(entity, { ...state.query, page: 1, size: 1 });
  const backHref = buildListHref(state, { page: state.query.page });
  const leftOut = await describeLeftOut(entity, state);
  const search = buildListSearch({ ...state, summary: undefined });
  const privacy = describeChoice(
    entity,
    columns,
    findFailure(checkExportRight(signedIn.user, true)),
  );
  return {
    title,
    trail: buildTrail(entity, backHref, { title: 'Export' }),
    list: entity.title,
    backHref,
    action: `/export-as${list.path}${search ? `?${search}` : ''}`,
    error: found.ok ? undefined : describeLoadError(found.error, entity.title),
    rows: found.ok ? Math.min(found.value.total, found.value.exportLimit ?? Infinity) : 0,
    columns: columns.length,
    identifying: columns.filter(({ identifying }) => identifying !== false).length,
    conditions: [
      ...describeQuery(state).map((part) => writePart(part, part.values)),
      ...(leftOut ? ['Withdrawn participants are left out'] : []),
    ],
    formats: listFormats(privacy !== undefined),
    privacy,
    files: (await listExportedFiles(getUserKey(signedIn.user))).map(summarizeFile),
  };
}

/** Returns the formats. The export button of a plain list makes a file as in the list already. */
function listFormats(isPrivate: boolean) {
  return Object.entries(formats)
    .filter(([value]) => isPrivate || value !== 'list')
    .map(([value, { label, hint }]) => ({ value, label, hint }));
}

/**
 * Returns what a pseudonymised file does with the columns. Returns undefined for a list without personal data. `only` is
 * the sentence that replaces the choice for a role that has none.
 */
function describeChoice({ list }: Entity, columns: readonly Column[], only: string | undefined) {
  if (!isPersonal(list)) return undefined;
  const titles = new Map<Treatment, string[]>();
  for (const column of columns) {
    const treatment = getTreatment(column, false);
    if (treatment !== 'unchanged')
      titles.set(treatment, [...(titles.get(treatment) ?? []), column.title]);
  }
  return {
    changes: [...titles].map(([treatment, changed]) => ({
      words: treatments[treatment],
      titles: changed,
    })),
    texts: titles.get('no text')?.length ?? 0,
    maxReason: MAX_REASON,
    only,
  };
}

/** Returns the columns that a list shows, in their order. */
export function getShownColumns(entity: Entity, { query }: ListState): Column[] {
  const all = getListColumns(entity);
  return query.cols.flatMap((field) => all.find((column) => column.field === field) ?? []);
}
