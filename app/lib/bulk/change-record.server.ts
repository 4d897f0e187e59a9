import { getRecordId, type RecordName } from 'backend/history/change';
import type { FormValue, FormValues } from 'shared/record-values/form-value';
import { failWith, type Result, succeeded } from 'shared/result';
import { findBulkActions } from '../core/entities/bulk';
import { type Entity, hasForm } from '../core/entities/entity';
import { buildFormSchema } from '../core/form/form-schema';
import { isAbsent } from '../core/host/absent.server';
import type { ApiError } from '../core/host/api-result';
import { describeLoadError } from '../core/host/describe-error';
import { removeRecord } from '../core/records/delete-record.server';
import { fetchRecord } from '../core/records/fetch-record.server';
import { type OpenForm, openForm } from '../core/records/open-form.server';
import { saveRecord } from '../core/records/save-record.server';
import { withRecordLock } from '../core/records/with-record-lock.server';
import type { SignedIn } from '../core/session/guard.server';
import { isOwnAccount } from '../core/session/permissions';
import type { Toast } from '../core/session/session-data';
import { findRecordedChange } from '../core/undo/plan-undo.server';
import { takeBack } from '../core/undo/take-back.server';
import type { BulkAction, BulkRecord, Outcome } from './bulk-action';
import { findRunChange } from './find-run-change.server';
import { readStatus } from './read-status.server';
import { hasDigest } from './record-digest.server';

export interface RecordResult {
  outcome: Exclude<Outcome, 'begun'>;
  /** The reason of a failure. */
  note?: string;
  /** True if the host did not answer. */
  isDown?: boolean;
}

/** The work on one record: the user who does it, the request that started it, the action and the record. */
export interface Step {
  signedIn: SignedIn;
  request: Request;
  entity: Entity;
  action: BulkAction;
  record: BulkRecord;
}

const INCOMPLETE =
  'Its form would refuse it, so it was left as it is. Open it, correct it and save it:';
const CHANGED =
  'It has changed since you selected it, so it was left as it is. Look at it, then select it again.';
const OWN_ACCOUNT = 'You cannot delete or change your own account together with others.';

/** Does the work of a bulk action on one record. Calls the functions that also serve the forms of single records. */
export async function changeRecord(step: Step): Promise<RecordResult> {
  const { signedIn, entity, action, record } = step;
  if (isOwnAccount(signedIn.user, entity, record.id)) return fail(OWN_ACCOUNT);
  const shown: Toast[] = [];
  // Messages are collected instead of shown, because a bulk action has a page for its result.
  const toast = async (message: Toast) => void shown.push(message);
  const quiet: Step = { ...step, signedIn: { ...signedIn, toast } };
  const result =
    action.work.kind === 'undo'
      ? await undoOne(quiet, action.work.run)
      : await withRecordLock(
          { entity, id: record.id },
          () => (action.work.kind === 'delete' ? deleteOne(quiet) : setStatus(quiet)),
          async (message) => fail(message),
        );
  // An error message after a change means that the host did not keep all values.
  const problem = shown.find(({ kind }) => kind === 'error');
  return result.outcome === 'done' && problem ? fail(problem.text) : result;
}

async function deleteOne(step: Step): Promise<RecordResult> {
  const { signedIn, request, entity, record } = step;
  const { id } = record;
  const found = await fetchRecord(entity, id);
  if (!found.ok) return failToLoad(found.error, entity.singular);
  if (!hasDigest(entity, found.value, record)) return fail(CHANGED);
  const removed = await removeRecord(signedIn, entity, request, { id, record: found.value });
  return removed.ok ? { outcome: 'done' } : settleFailure(step, removed.error);
}

async function setStatus(step: Step): Promise<RecordResult> {
  const { signedIn, entity, action, record } = step;
  const status = findBulkActions(entity)?.status?.field;
  if (!hasForm(entity) || !status || action.work.kind !== 'status')
    return fail('This record has no status that can be changed.');
  const form = await openForm(entity, record.id);
  if (form.error) return failToLoad(form.error.error, form.error.subject);
  if (readStatus(entity, form.record) === action.work.to) return { outcome: 'unchanged' };
  if (!hasDigest(entity, form.record, record)) return fail(CHANGED);
  const values = { ...form.stored, [status.name]: action.work.to };
  const checked = checkByForm(form, values);
  if (!checked.ok) return fail(`${INCOMPLETE} ${checked.error}.`);
  const saved = await saveRecord(signedIn, entity, form, values, {
    id: record.id,
    key: buildKey(step),
  });
  return saved.ok ? { outcome: 'done' } : settleFailure(step, saved.error);
}

/**
 * Checks that the form of a record would accept its values. Saving a record that it refuses would post empty values for
 * fields that need one, and a host stores them in place of no value.
 */
function checkByForm({ fields, stored }: OpenForm, values: FormValues): Result<undefined, string> {
  const posted = fields
    .filter(({ wire }) => wire)
    .map(({ name }): [string, FormValue | undefined] => {
      const value = values[name];
      return [name, value === '' ? undefined : value];
    });
  const given = new Map(posted);
  const written = fields.filter(({ name }) => given.has(name));
  const read = buildFormSchema(written, stored, (name) => given.get(name));
  const issue = read.safeParse(Object.fromEntries(given)).error?.issues[0];
  return issue ? failWith(issue.message) : succeeded;
}

/** Undoes the change that another bulk action has made to a record. `run` is the field `run` of that action. */
async function undoOne(step: Step, run: string): Promise<RecordResult> {
  const { signedIn, request, entity, record } = step;
  const found = await fetchRecord(entity, record.id);
  if (!found.ok && !isAbsent(found.error)) return failToLoad(found.error, entity.singular);
  const made = await findRunChange(run, toRecordName(step));
  const change = typeof made === 'object' ? await findRecordedChange(made.id) : undefined;
  if (!change) return fail('Its history does not have the change.');
  const undone = await takeBack(signedIn, request, change, { key: buildKey(step) });
  return undone.ok ? { outcome: 'done' } : settleFailure(step, undone.error.reason);
}

/** Returns the outcome of a change that the host did not confirm, from the history of the record. */
async function settleFailure(step: Step, reason: string): Promise<RecordResult> {
  const change = await findRunChange(step.action.run, toRecordName(step));
  if (change === undefined) return fail(reason);
  if (change === 'pending' || change.outcome === 'unknown')
    return { outcome: 'unknown', note: reason, isDown: true };
  return { outcome: 'done' };
}

function toRecordName({ entity, record }: Pick<Step, 'entity' | 'record'>): RecordName {
  return { entity: entity.name, recordId: getRecordId(entity.parentId, record.id) };
}

/** Returns the idempotency key of the change of a record. The key is the same at each attempt. */
function buildKey({ action, record }: Step): string {
  return `${action.run} ${record.n}`;
}

function failToLoad(error: ApiError, subject: string): RecordResult {
  return { ...fail(describeLoadError(error, subject)), isDown: error.kind === 'unreachable' };
}

function fail(note: string): RecordResult {
  return { outcome: 'failed', note };
}
