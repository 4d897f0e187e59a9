import { noteRows } from '../core/access/note-access.server';
import { toPublicPath } from '../core/addresses/public-path.server';
import { getBulkPath } from '../core/entities/bulk';
import type { Entity } from '../core/entities/entity';
import { getDetailPath, getEditPath } from '../core/entities/record-paths';
import { audit } from '../core/host/audit.server';
import { addListQuery } from '../core/list/add-list-query';
import { buildListHref } from '../core/list/list-state';
import { buildTrail } from '../core/list/list-trail.server';
import { readList } from '../core/list/open-list.server';
import { nameRow } from '../core/masking/name-row.server';
import { refuseRequest } from '../core/server/refuse';
import type { SignedIn } from '../core/session/guard.server';
import { getUserKey } from '../core/session/user-key.server';
import { buildQuestion } from './build-question.server';
import { buildResult } from './build-result.server';
import type { BulkAction, SelectedRecord } from './bulk-action';
import { countOutcomes, readAction } from './bulk-store.server';
import type { BulkRow, BulkView } from './bulk-view';
import { describeProgress, describeQuestion, describeResult } from './describe-action.server';
import { resolveUnknown } from './resolve-unknown.server';

/** The number of seconds after which a page without script reloads itself. */
const REFRESH_SECONDS = 3;

/** Loads the page of a bulk action: its question, its progress or its result. */
export async function loadAction(
  signedIn: SignedIn,
  entity: Entity,
  request: Request,
  token: string,
): Promise<BulkView> {
  const action = await requireAction(signedIn, entity, token);
  if (action.state === 'ended') await resolveUnknown(action, entity);
  const state = await readList(signedIn, entity.list, new URLSearchParams(action.list));
  const backHref = buildListHref(state, { page: state.query.page });
  const describePage = (title: string) => ({
    title,
    trail: buildTrail(entity, backHref, { title }),
    list: entity.title,
    backHref,
    here: getActionPath(entity, token),
  });
  if (action.state === 'running') {
    const { done, unchanged, failed, unknown } = await countOutcomes(token);
    // Views of a page that shows progress are not audited, because it reloads itself every few seconds.
    return {
      ...describePage(describeProgress(entity, action)),
      state: 'running',
      processed: done + unchanged + failed + unknown,
      total: action.total,
      refreshSeconds: REFRESH_SECONDS,
    };
  }
  const show = (records: readonly SelectedRecord[]) =>
    showRecords(signedIn, entity, action, records);
  if (action.state === 'waiting') {
    const title = describeQuestion(entity, action);
    auditView(signedIn, entity, title);
    return {
      ...describePage(title),
      state: 'waiting',
      ...(await buildQuestion(signedIn, entity, action, show)),
    };
  }
  const counts = await countOutcomes(token);
  const title = describeResult(entity, action, counts.done);
  auditView(signedIn, entity, title);
  const result = await buildResult({ signedIn, entity, action, counts, request }, show);
  return { ...describePage(title), state: 'ended', ...result };
}

/** Returns the address of the page of a bulk action. */
export function getActionPath(entity: Entity, token: string): string {
  return `${getBulkPath(entity)}/${encodeURIComponent(token)}`;
}

/** Returns the user's bulk action with this token in its present state. Throws a 404 response if there is none. */
export async function requireAction(
  { user }: SignedIn,
  entity: Entity,
  token: string,
): Promise<BulkAction> {
  const action = await readAction({ owner: getUserKey(user), token });
  if (action?.entity === entity.name) return action;
  refuseRequest(
    404,
    'This selection is no longer stored. Open the list and select the rows again.',
  );
}

/** Returns records as the page shows them, and notes in the access log that they were shown. */
function showRecords(
  { user }: SignedIn,
  entity: Entity,
  { list }: BulkAction,
  records: readonly SelectedRecord[],
): BulkRow[] {
  const rows = records.map(({ id, label }) => ({ [entity.key]: id, [entity.label]: label }));
  const named = entity.list.columns.filter(({ field }) =>
    [entity.key, entity.label].includes(field),
  );
  noteRows(user, 'Bulk action', entity, rows, named);
  return records.map(({ id, label }) => {
    const path = entity.form ? getEditPath(entity, id) : entity.detail && getDetailPath(entity, id);
    return {
      id,
      label: nameRow(entity, { [entity.label]: label }, id),
      href: path && addListQuery(toPublicPath(path), list),
    };
  });
}

function auditView({ user }: SignedIn, { title: list }: Entity, title: string): void {
  audit({ username: user.username, title: list, action: 'View', description: `Viewed ${title}` });
}
