import { redirect } from '@remix-run/node';
import { toText } from 'shared/list/values';
import { findBulkActions, getBulkPath } from '../core/entities/bulk';
import type { Entity } from '../core/entities/entity';
import { readForm } from '../core/form/read-form.server';
import { recordFailedCall } from '../core/host/audit.server';
import { describeLoadError } from '../core/host/describe-error';
import { bulkInputs } from '../core/list/bulk-offer';
import { buildListSearch } from '../core/list/list-state';
import { buildListAddress, readList } from '../core/list/open-list.server';
import { config } from '../core/server/config.server';
import { mustStore } from '../core/server/unwritable.server';
import type { SignedIn } from '../core/session/guard.server';
import { requireChangePermission } from '../core/session/require-change-permission.server';
import type { BulkWork } from './bulk-action';
import { storeAction } from './bulk-store.server';
import { type ChosenRows, fetchAll, fetchChosen } from './fetch-selected.server';
import { readStatus } from './read-status.server';
import { computeSelectionDigest } from './record-digest.server';

/** The inputs of the form that surrounds the table of a list. */
const inputs = {
  fields: [bulkInputs.list, bulkInputs.work, bulkInputs.all],
  repeated: [bulkInputs.row],
};

const bulkMessages = {
  noAction: 'Choose what to do with the selected rows. Nothing was changed.',
  noRows: 'Select at least one row. Nothing was changed.',
  filtersLost:
    'Some filters of this list are no longer known, so nothing was selected. Filter the list again.',
  allDeleted: 'The selected rows no longer exist. Nothing was changed.',
  tooMany: (max: number) =>
    `More than ${max.toLocaleString('en')} rows match. Filter the list, because one action can change at most ${max.toLocaleString('en')}.`,
};

/**
 * Stores the rows that a user has selected in a list together with the chosen action, and redirects to the page that
 * asks for confirmation. If nothing can be selected, redirects to the list and shows the reason.
 */
export async function selectRecords(signedIn: SignedIn, entity: Entity, request: Request) {
  const { user } = signedIn;
  await requireChangePermission(user, entity);
  const form = await readForm(request, inputs);
  const state = await readList(
    signedIn,
    entity.list,
    new URLSearchParams(toText(form.get(bulkInputs.list))),
  );
  const back = await buildListAddress(signedIn, state);
  const refuse = async (text: string) => {
    await signedIn.toast({ kind: 'error', text });
    return redirect(back);
  };
  const work = readWork(entity, form.get(bulkInputs.work));
  if (!work) return refuse(bulkMessages.noAction);
  const byFilter = form.get(bulkInputs.all) !== null;
  // A list that has lost its filters would select all rows.
  if (byFilter && state.dropped.length > 0) return refuse(bulkMessages.filtersLost);
  const ids = form.getAll(bulkInputs.row).map(String);
  if (!byFilter && ids.length === 0) return refuse(bulkMessages.noRows);
  const chosen = byFilter
    ? await fetchAll(entity, state.query)
    : await fetchChosen(entity, state.query, ids);
  if (!chosen.ok) {
    if (chosen.error.kind === 'too many') return refuse(bulkMessages.tooMany(config.BULK_MAX_ROWS));
    const { username } = user;
    const description = `Selecting ${entity.title} failed`;
    recordFailedCall({ username, title: entity.title, action: 'View', description }, chosen.error);
    return refuse(describeLoadError(chosen.error, entity.title));
  }
  const { rows, missing } = chosen.value;
  if (rows.length === 0) return refuse(byFilter ? bulkMessages.noRows : bulkMessages.allDeleted);
  const list = buildListSearch(state, { page: state.query.page });
  const content = { work, list, byFilter, missing, already: countAlready(entity, work, rows) };
  const records = rows.map((row) => ({
    id: toText(row[entity.key]),
    label: toText(row[entity.label]),
    ...computeSelectionDigest(entity, row),
  }));
  const token = await mustStore(() => storeAction(user, entity.name, content, records));
  return redirect(`${getBulkPath(entity)}/${token}`);
}

/** Returns the work that a button of the list stands for: `delete`, or `status:` and the code of the new status. */
function readWork(entity: Entity, pressed: FormDataEntryValue | null): BulkWork | undefined {
  const actions = findBulkActions(entity);
  if (pressed === 'delete') return actions?.canDelete ? { kind: 'delete' } : undefined;
  const option = actions?.status?.options.find(({ value }) => pressed === `status:${value}`);
  return option && { kind: 'status', to: option.value };
}

/** Returns the number of rows that already have the new status. */
function countAlready(entity: Entity, work: BulkWork, rows: ChosenRows['rows']): number {
  const status = findBulkActions(entity)?.status;
  if (work.kind !== 'status' || !status) return 0;
  return rows.filter((row) => readStatus(entity, row) === work.to).length;
}
