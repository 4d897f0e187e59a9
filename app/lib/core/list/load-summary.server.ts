import type { Summary } from 'shared/list/summary/grammar';
import { getListKind, noteParent, noteValues } from '../access/note-access.server';
import { describeList, type Entity } from '../entities/entity';
import { audit, recordFailedCall } from '../host/audit.server';
import { describeLoadError } from '../host/describe-error';
import { config } from '../server/config.server';
import type { SignedIn } from '../session/guard.server';
import { announceMarks } from '../suppression/mark';
import { buildListView } from './build-list-view.server';
import { buildSummaryTable } from './build-summary-view.server';
import { fetchSummary } from './fetch-summary.server';
import { buildListHref, buildListSearch, type ListState } from './list-state';
import type { ListView } from './list-view';
import { maskSummary } from './mask-filter.server';
import { buildSummaryForm } from './summary-form';
import { listGroupValues } from './summary-values';
import { describeSummary } from './summary-words';
import { offerWithdrawn } from './withdrawn.server';

/** Loads a list's page with a summary in place of the rows. Adds an audit entry like that of the list. */
export async function loadSummary(
  { user }: Pick<SignedIn, 'user'>,
  entity: Entity,
  state: ListState,
  summary: Summary,
): Promise<ListView> {
  const caption = describeSummary(entity, summary.by, summary.of);
  const entry = {
    username: user.username,
    title: entity.title,
    action: 'View',
    description: `Viewed a summary of ${describeList(entity)}: ${caption}`,
  } as const;
  audit(entry);
  noteParent(user, entity);
  const found = await fetchSummary(entity, state.query, summary);
  if (!found.ok) recordFailedCall(entry, found.error);
  else {
    const kind = getListKind(entity, state.query);
    noteValues(user, kind, entity, listGroupValues(summary, found.value.result));
  }
  const error = found.ok ? undefined : describeLoadError(found.error, entity.title);
  const table = found.ok
    ? maskSummary(entity.list, summary, buildSummaryTable(entity, state, summary, found.value))
    : undefined;
  const total = table?.total[1] ?? 0;
  const view = buildListView(entity, state, { rows: [], total }, { error });
  return {
    ...view,
    title: caption,
    addHref: undefined,
    columns: [],
    summaryHref: buildListHref({ ...state, summary: undefined }, {}),
    note: found.ok ? found.value.note : undefined,
    hiddenInputs: [...new URLSearchParams(buildListSearch(state))]
      .filter(([name]) => name !== 'q')
      .map(([name, value]) => ({ name, value })),
    isMissing: !found.ok && found.error.kind === 'missing',
    withdrawn: found.ok ? undefined : offerWithdrawn(found.error, state),
    summary: {
      form: buildSummaryForm(state, summary),
      table,
      exportNote: announceMarks(config.SMALL_CELLS),
      exportHref: view.exportHref,
    },
  };
}
