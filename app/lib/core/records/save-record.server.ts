import { defined } from 'shared/defined';
import type { Envelope } from 'shared/envelope';
import { toText } from 'shared/list/values';
import type { FormValues } from 'shared/record-values/form-value';
import { type Result, succeeded } from 'shared/result';
import type { Entity, EntityWithForm } from '../entities/entity';
import { getPluralName } from '../entities/name-plural';
import { recordFailedCall } from '../host/audit.server';
import type { ChangeEntry } from '../host/change-entry';
import { describeSaveError, explainMissing } from '../host/describe-error';
import { makeChange, makeOwnChange } from '../host/make-change.server';
import type { Saving } from '../host/messages';
import type { Item } from '../host/read-envelope';
import { saveDocument } from '../messenger/document-records.server';
import type { SignedIn } from '../session/guard.server';
import { announceSaved } from './announce-saved.server';
import { describeRecord } from './describe-record.server';
import type { OpenForm } from './open-form.server';
import { planSave } from './plan-change.server';
import { findSaveHooks } from './save-hooks.server';
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
}

/**
 * Saves the values of a form as a record, together with the audit entry and the history of this change. After a save,
 * shows a message that confirms it, and returns the id of the record. The id of an added record is empty if the host
 * did not return it. If the record was not saved, returns the reason.
 */
export async function saveRecord(
  { user, toast }: SignedIn,
  entity: EntityWithForm,
  form: OpenForm,
  values: FormValues,
  { id, key, undoes, message }: Save,
): Promise<Result<string, string>> {
  const saving: Saving = id === undefined ? 'adding' : 'Updating';
  const fields = await buildWireFields(form, values, { former: undoes !== undefined });
  const checked = undoes === undefined ? checkLengths(form, fields) : succeeded;
  if (!checked.ok) return checked;
  const hooks = findSaveHooks(entity.name);
  const readId = (item: Item = {}) => id ?? toText((entity.read?.(item) ?? item)[entity.key]);
  const entry: ChangeEntry = {
    username: user.username,
    title: entity.title,
    action: id === undefined ? 'Add' : 'Update',
    attempt:
      id === undefined ? `Adding ${entity.singular}` : `Updating ${describeRecord(entity, id)}`,
    describe: ([item]) => describeSaved(entity, values, readId(item), id === undefined),
  };
  const before = { ...form.record, ...form.stored };
  const events = id === undefined ? [] : (hooks.buildEvents?.(id, before, values) ?? []);
  const { username, title } = entry;
  const derived = { username, title, isDerived: true };
  const entries = [entry, ...events.map((event) => ({ ...derived, ...event }))];
  const history = planSave(entity, form, values, { id, username, undoes });
  const makeHostChange = () =>
    makeChange(
      entries,
      (host, options) =>
        host.save(
          defined(entity.host).name,
          {
            uid: id ?? '0',
            ...fields,
            ...hooks.buildMoreFields?.(values),
            user: user.username,
          },
          options,
        ),
      { key, history },
    );
  const outcome =
    entity.source === 'documents' && id !== undefined
      ? await makeOwnChange(entries, () => saveDocument(entity, id, fields, form.record), history)
      : id !== undefined && hooks.aroundChange
        ? await hooks.aroundChange({ id, before, after: values }, makeHostChange)
        : await makeHostChange();
  const doing = id === undefined ? 'adding' : 'changing';
  const result = explainMissing<Envelope | null>(outcome, `${doing} ${getPluralName(entity)}`);
  if (!result.ok) {
    recordFailedCall(
      { ...entry, description: `${saving} ${entity.singular} failed` },
      result.error,
    );
    return { ok: false, error: describeSaveError(result.error, saving, entity.singular) };
  }

  const item = result.value?.items.at(0);
  const savedId = readId(item);
  if (id !== undefined) await hooks.afterChange?.(id, values);
  const saved = { fields: form.fields, values, sent: fields, item, id: savedId };
  await announceSaved(toast, entity, saved, { isNew: id === undefined, message });
  return { ok: true, value: savedId };
}

function describeSaved(entity: Entity, values: FormValues, id: string, isNew: boolean): string {
  if (!isNew) return `Updated ${describeRecord(entity, id)}`;
  const more = findSaveHooks(entity.name).describeAdded?.(values);
  return `Added ${describeRecord(entity, id)}${more ? `: ${more}` : ''}`;
}
