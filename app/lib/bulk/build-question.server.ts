import { failWith, findFailure, type Result, succeeded } from 'shared/result';
import { findBulkActions } from '../core/entities/bulk';
import type { Entity } from '../core/entities/entity';
import { describeDeletion } from '../core/host/describe-deletion.server';
import type { SignedIn } from '../core/session/guard.server';
import { checkChangeRight, isOwnAccount } from '../core/session/permissions';
import type { BulkAction, SelectedRecord } from './bulk-action';
import { readSelected } from './bulk-records.server';
import { BULK_INTENT, type BulkQuestion, type BulkRow } from './bulk-view';
import { describeQuestion, describeRecordCount } from './describe-action.server';
import { nameStatus } from './read-status.server';

/** The maximum number of records that the question names. */
const SAMPLE = 10;

/**
 * Builds the question before a bulk action, with a sample of the records. `show` returns records as the page shows
 * them.
 */
export async function buildQuestion(
  signedIn: SignedIn,
  entity: Entity,
  action: BulkAction,
  show: (records: readonly SelectedRecord[]) => BulkRow[],
): Promise<BulkQuestion> {
  const records = await readSelected(action);
  const hasOwn = records.some(({ id }) => isOwnAccount(signedIn.user, entity, id));
  const verb = describeQuestion(entity, action);
  return {
    ...{ heading: `${verb}?`, verb, isDestructive: action.work.kind === 'delete' },
    hidden: { [BULK_INTENT]: 'start' },
    sample: show(records.slice(0, SAMPLE)),
    more: Math.max(0, action.total - SAMPLE),
    notes: listNotes(entity, action, hasOwn),
    refusal: findFailure(checkChangeRight(signedIn.user, entity), checkOffered(entity, action)),
  };
}

function checkOffered(entity: Entity, { work }: BulkAction): Result<undefined, string> {
  const actions = findBulkActions(entity);
  const isOffered = work.kind === 'delete' ? actions?.canDelete : actions?.status;
  return isOffered ? succeeded : failWith('This list no longer offers this action.');
}

function listNotes(entity: Entity, action: BulkAction, hasOwn: boolean): string[] {
  const { work, byFilter, missing, already } = action;
  const { disablingNote } = entity.form ?? {};
  const isAre = (count: number) => (count === 1 ? 'is' : 'are');
  return [
    ...(byFilter ? ['These are all rows of the list that matched when you selected them.'] : []),
    ...(missing > 0
      ? [
          `${describeRecordCount(entity, missing)} that you selected no longer ${missing === 1 ? 'exists' : 'exist'} and ${isAre(missing)} left out.`,
        ]
      : []),
    ...(hasOwn ? ['Your own account is among them. It will be left as it is.'] : []),
    ...(work.kind === 'status' && already > 0
      ? [
          `${describeRecordCount(entity, already)} ${isAre(already)} ${nameStatus(entity, work.to)} already.`,
        ]
      : []),
    ...(work.kind === 'status' && work.to !== '1' && disablingNote ? [disablingNote] : []),
    'Records that somebody changes in the meantime will be left as they are.',
    work.kind === 'delete' ? describeDeletion() : 'You can undo this for a day.',
  ];
}
