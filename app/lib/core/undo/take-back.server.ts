import type { HistoryAction } from 'backend/history/change';
import { failWith, type Result, succeeded } from 'shared/result';
import type { CompleteForm } from '../form/with-idempotency-key.server';
import { describeDeleteError, describeSaveError } from '../host/describe-error';
import { changeLink } from '../records/change-link.server';
import { removeRecord } from '../records/delete-record.server';
import { restoreDeleted } from '../records/restore-record.server';
import { saveRecord } from '../records/save-record.server';
import { storeAnswer } from '../records/store-answer.server';
import { withRecordLock } from '../records/with-record-lock.server';
import type { SignedIn } from '../session/guard.server';
import { type FoundChange, planUndo } from './plan-undo.server';
import { requireChange } from './require-change.server';
import type { UndoWork } from './undo-work';

/** The form that takes a change back: its idempotency key, and the function that completes it. */
interface UndoForm {
  key?: string;
  complete?: CompleteForm;
}

/**
 * Takes a change back (withRecordLock). Fails with a message for users, and the status for a
 * response.
 */
export function takeBack(
  signedIn: SignedIn,
  request: Request,
  { change: { id }, record }: FoundChange,
  posted: UndoForm = {},
): Promise<Result<unknown, { reason: string; status: number }>> {
  return withRecordLock(
    record,
    async () => {
      const plan = await planUndo(signedIn.user, await requireChange(signedIn.user, id));
      if (!plan.work.ok) return failWith({ reason: plan.work.error, status: 409 });
      const done = await carryOut(signedIn, request, plan, plan.work.value, posted);
      return done.ok ? done : failWith({ reason: done.error, status: 400 });
    },
    async (reason) => failWith({ reason, status: 503 }),
  );
}

/** Returns the message after a change was taken back. */
function describeUndone(action: HistoryAction, singular: string): string {
  switch (action) {
    case 'Add':
      return `The addition of the ${singular} has been taken back`;
    case 'Delete':
      return `The deletion of the ${singular} has been taken back`;
    case 'Restore':
      return `The restoring of the ${singular} has been taken back`;
    case 'Link':
      return 'The link to the participant’s phone has been removed again';
    case 'Unlink':
      return 'The participant’s phone has been linked again';
    default:
      return `The change to the ${singular} has been taken back`;
  }
}

/** Does the work that takes a change back. */
async function carryOut(
  signedIn: SignedIn,
  request: Request,
  { change, record }: FoundChange,
  work: UndoWork,
  { key, complete }: UndoForm,
): Promise<Result<unknown, string>> {
  const { id, entity } = record;
  const undoes = change.id;
  const message = describeUndone(change.action, entity.singular);
  switch (work.kind) {
    case 'save': {
      const save = { id, key, undoes, message, completeWith: () => complete };
      return saveRecord(signedIn, work.entity, work.form, work.values, save);
    }
    case 'remove': {
      const removal = { id, undoes, message, complete, record: work.record };
      return removeRecord(signedIn, entity, request, removal);
    }
    case 'restore':
      return restoreDeleted(signedIn, work.bin, { id: work.deletedId, undoes, message, complete });
    case 'link':
    case 'unlink': {
      const { username } = signedIn.user;
      const { participant } = work;
      const action = work.kind === 'link' ? 'Link' : 'Unlink';
      const alsoStore = storeAnswer(signedIn, complete, () => ({ text: message }));
      const link = { number: id, participant, username, undoes, alsoStore };
      const result = await changeLink(action, link);
      if (!result.ok)
        return failWith(
          action === 'Link'
            ? describeSaveError(result.error, 'adding', 'participant link')
            : describeDeleteError(result.error, 'participant'),
        );
      return succeeded;
    }
  }
}
