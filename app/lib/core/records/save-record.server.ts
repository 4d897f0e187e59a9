import { defined } from 'shared/defined';
import type { Envelope } from 'shared/envelope';
import { toText } from 'shared/list/values';
import type { FormValues } from 'shared/record-values/form-value';
import { failWith, type Result, succeeded } from 'shared/result';
import type { Entity, EntityWithForm } from '../entities/entity';
import { getPluralName } from '../entities/name-plural';
import type { CompleteForm } from '../form/with-idempotency-key.server';
import type { FormFields } from '../host/api-host';
import type { ApiResult } from '../host/api-result';
import { recordFailedCall } from '../host/audit.server';
import { withIntents } from '../host/audit-intents.server';
import type { ChangeEntry, StoreWithChange } from '../host/change-entry';
import { describeSaveError, explainMissing } from '../host/describe-error';
import { getApiHost } from '../host/host.server';
import { makeChange } from '../host/make-change.server';
import type { Saving } from '../host/messages';
import type { Item } from '../host/read-envelope';
import { saveDocument } from '../messenger/document-records.server';
import type { SignedIn } from '../session/guard.server';
import { announceSaved, buildSavedMessage } from './announce-saved.server';
import { describeRecord } from './describe-record.server';
import { type OpenForm, readVersion } from './open-form.server';
import { planSave } from './plan-change.server';
import { findSaveHooks } from './save-hooks.server';
import { storeAnswer } from './store-answer.server';
import { buildWireFields, checkLengths } from './wire-fields';

interface Save {
  /** The id of the record. Undefined if the save adds one. */
  id: string | undefined;
  /** The idempotency key of the form. */
  key: string | undefined;
  /** The id of the change that the save takes back. */
  undoes?: string;
  /** The message that the user sees after the save. Defaults to the message of the entity. */
  message?: string;
  /** Returns the function that completes the form of the save, given the id of the record. */
  completeWith?: (id: string) => CompleteForm | undefined;
}

/** A save with its record, its form, its values and the fields that the host receives. */
interface Work {
  signedIn: SignedIn;
  entity: EntityWithForm;
  form: OpenForm;
  values: FormValues;
  fields: FormFields;
  message: string;
  save: Save;
}

/**
 * Saves the values of a form as a record, together with the audit entry and the history of this change. After a save,
 * shows a message that confirms it, and returns the id of the record. The id of an added record is empty if the host
 * did not return it. Fails with a reason for users if the record was not saved. Throws RecordChanged if it has changed
 * since the form was opened (withRecordLock).
 */
export async function saveRecord(
  signedIn: SignedIn,
  entity: EntityWithForm,
  form: OpenForm,
  values: FormValues,
  save: Save,
): Promise<Result<string, string>> {
  const { id, undoes } = save;
  const fields = await buildWireFields(form, values, { former: undoes !== undefined });
  const checked = undoes === undefined ? checkLengths(form, fields) : succeeded;
  if (!checked.ok) return checked;
  const message = save.message ?? buildSavedMessage(entity, id === undefined);
  const work: Work = { signedIn, entity, form, values, fields, message, save };
  const doing = `${id === undefined ? 'adding' : 'changing'} ${getPluralName(entity)}`;
  const result = explainMissing<Envelope | null>(await store(work), doing);
  if (!result.ok) {
    const saving: Saving = id === undefined ? 'adding' : 'Updating';
    const description = `${saving} ${entity.singular} failed`;
    recordFailedCall({ ...buildEntry(work), description }, result.error);
    return failWith(describeSaveError(result.error, saving, entity.singular));
  }
  const item = result.value?.items.at(0);
  const savedId = readId(work, item);
  if (id !== undefined) await findSaveHooks(entity.name).afterChange?.(id, values);
  const saved = { fields: form.fields, values, sent: fields, item, id: savedId };
  if (isFollowed(work))
    await announceSaved(signedIn.toast, entity, saved, { isNew: id === undefined, message });
  return { ok: true, value: savedId };
}

/** Stores a record, with all that belongs to the change. */
async function store(work: Work): Promise<ApiResult<Envelope | null>> {
  const { signedIn, entity, form, values, fields, message, save } = work;
  const { username } = signedIn.user;
  const { id, key, undoes } = save;
  const hooks = findSaveHooks(entity.name);
  const history = planSave(entity, form, values, { id, username, undoes });
  const entries = buildEntries(work);
  const sent = { uid: id ?? '0', ...fields, ...hooks.buildMoreFields?.(values), user: username };
  const answer: StoreWithChange = (db, items) => {
    const complete = save.completeWith?.(readId(work, items.at(0)));
    return storeAnswer(signedIn, complete, () => ({ text: message }))(db, items);
  };
  const makeHostChange = () =>
    makeChange(entries, (host, options) => host.save(defined(entity.host).name, sent, options), {
      key,
      history,
      alsoStore: isFollowed(work) ? undefined : answer,
      isCurrent: (record) => readVersion(entity, form.fields, record) === form.version,
    });
  if (id === undefined) return makeHostChange();
  if (entity.source === 'documents')
    return withIntents({ entries, history }, () => saveDocument(entity, id, fields, form.record));
  const before = { ...form.record, ...form.stored };
  return hooks.aroundChange?.({ id, before, after: values }, makeHostChange) ?? makeHostChange();
}

/**
 * Returns whether work follows the change. It decides about the message, and is done again if the form is posted again
 * after a crash.
 */
function isFollowed({ entity, save }: Work): boolean {
  const { afterAdd, afterChange } = findSaveHooks(entity.name);
  const isDocument = entity.source === 'documents' && save.id !== undefined;
  return isDocument || !getApiHost().conforms || !!(save.id === undefined ? afterAdd : afterChange);
}

/** Returns the id of the saved record. Empty if the host did not return the id of an added one. */
function readId({ entity, save }: Work, item: Item = {}): string {
  return save.id ?? toText((entity.read?.(item) ?? item)[entity.key]);
}

function buildEntries(work: Work): ChangeEntry[] {
  const { entity, form, values, save } = work;
  const entry = buildEntry(work);
  if (save.id === undefined) return [entry];
  const before = { ...form.record, ...form.stored };
  const events = findSaveHooks(entity.name).buildEvents?.(save.id, before, values) ?? [];
  const { username, title } = entry;
  return [entry, ...events.map((event) => ({ username, title, isDerived: true, ...event }))];
}

function buildEntry(work: Work): ChangeEntry {
  const { signedIn, entity, values, save } = work;
  const { id } = save;
  const isNew = id === undefined;
  return {
    username: signedIn.user.username,
    title: entity.title,
    action: isNew ? 'Add' : 'Update',
    attempt: isNew ? `Adding ${entity.singular}` : `Updating ${describeRecord(entity, id)}`,
    describe: ([item]) => describeSaved(entity, values, readId(work, item), isNew),
  };
}

function describeSaved(entity: Entity, values: FormValues, id: string, isNew: boolean): string {
  if (!isNew) return `Updated ${describeRecord(entity, id)}`;
  const more = findSaveHooks(entity.name).describeAdded?.(values);
  return `Added ${describeRecord(entity, id)}${more ? `: ${more}` : ''}`;
}
