import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from '@remix-run/node';
import { defined } from 'shared/defined';
import type { Envelope } from 'shared/envelope';
import { toText } from 'shared/list/values';
import type { Result } from 'shared/result';
import { addPath, type Entity, type EntityWithForm, getEditPath } from '../entities/entity';
import { namePlural } from '../entities/name-plural';
import { findConflict } from '../form/conflict';
import { hasListAsText } from '../form/declared-inputs';
import { buildFormReply } from '../form/form-reply';
import { buildFormSchema } from '../form/form-schema';
import { type FormReply, formInputs } from '../form/form-view';
import { refuseUnknownIntent } from '../form/intents';
import { restoreLineBreaks } from '../form/line-breaks';
import { computeVersion, type FormValues } from '../form/record-values';
import { withIdempotencyKey } from '../form/with-idempotency-key.server';
import { withRecordLock } from '../form/with-record-lock.server';
import { recordFailedCall } from '../host/audit.server';
import { withIntents } from '../host/audit-intents.server';
import type { ChangeEntry } from '../host/change-entry';
import { describeLoadError, describeSaveError, nameMissing } from '../host/describe-error';
import { makeChange } from '../host/make-change.server';
import type { Saving } from '../host/messages';
import type { Item } from '../host/read-envelope';
import { saveDocument } from '../messenger/document-records.server';
import { deleteDraft, type FormErrors, getFormPath } from '../session/drafts.server';
import type { SignedIn } from '../session/guard.server';
import { getFixedFields } from '../session/permissions';
import { refuseChange } from '../session/refuse-change.server';
import { getUserKey } from '../session/user-key.server';
import { announceSaved } from './announce-saved.server';
import { backHref } from './load-form.server';
import { type OpenForm, openForm } from './open-form.server';
import { readRecordForm } from './read-record-form.server';
import { redirectToDraft } from './redirect-to-draft.server';
import { requireRecordId } from './require-record-id';
import { findSaveHooks } from './save-hooks.server';
import { buildWireFields } from './wire-fields';

/**
 * Handles a posted form of a signed-in user: reads and checks it, saves it only once, audits the change, and
 * redirects. If the form is not saved, returns a reply with the posted values and the errors.
 */
export async function saveForm(
  signedIn: SignedIn,
  entity: EntityWithForm,
  request: Request,
  id?: string,
) {
  await refuseChange(signedIn.user, entity.name);
  requireRecordId(entity, id);
  const read = await readRecordForm(signedIn, entity, request);
  refuseUnknownIntent(read.posted, entity.form.fields);
  const work = () => saveRead(signedIn, entity, request, read, id);
  return id === undefined ? work() : withRecordLock(getEditPath(entity, id), work);
}

async function saveRead(
  signedIn: SignedIn,
  entity: EntityWithForm,
  request: Request,
  { posted, refused }: Awaited<ReturnType<typeof readRecordForm>>,
  id: string | undefined,
) {
  const form = await openForm(entity, id);
  if (hasListAsText(posted, form.fields, form.stored))
    throw new Response('The form could not be read.', { status: 400 });
  restoreLineBreaks(posted, form.stored);
  const own = getFixedFields(signedIn.user, entity.name, id);
  for (const field of form.fields) {
    const fixed =
      own.includes(field.name) ||
      field.control === 'display' ||
      (id !== undefined && field.readOnlyOnEdit);
    if (fixed) posted.set(field.name, toText(form.stored[field.name]));
  }
  const schema = buildFormSchema(form.fields, form.stored, (name) => posted.get(name));
  const submission = parseWithZod(posted, { schema });
  const version = posted.get(formInputs.version);
  const owner = getUserKey(signedIn.user);
  const reply = async (errors: FormErrors = {}): Promise<FormReply> => {
    await redirectToDraft(owner, request, posted, errors);
    // The reply replaces an earlier draft, which the loader would send as well.
    await deleteDraft(owner, getFormPath(request));
    return {
      ...buildFormReply(submission.reply(errors), form.fields),
      version: version === null ? undefined : String(version),
    };
  };
  if (form.error) {
    const error = describeLoadError(form.error.error, form.error.subject);
    return data(await reply({ formErrors: [error] }), 400);
  }
  if (Object.keys(refused).length > 0) {
    return data(await reply({ fieldErrors: refused }), 400);
  }
  if (submission.status !== 'success') {
    return data(await reply(), submission.status === 'error' ? 400 : 200);
  }
  const values = submission.value as FormValues;
  const hooks = findSaveHooks(entity.name);
  const problems = id === undefined ? hooks.beforeAdd?.(values) : undefined;
  if (problems) return data(await reply({ fieldErrors: problems }), 400);

  const work = async (key?: string) => {
    if (id !== undefined && version !== null && version !== form.version) {
      const conflict = findConflict(form.fields, values, form.stored);
      if (conflict.differences.length > 0) {
        // Loading the page again must show the record as it is now, and not an earlier draft.
        await deleteDraft(owner, getFormPath(request));
        return data(
          { ...buildFormReply(submission.reply(), form.fields), version: form.version, conflict },
          409,
        );
      }
    }
    const saved = await save(signedIn, entity, form, values, id, key);
    if (!saved.ok) return data(await reply({ formErrors: [saved.error] }), 400);
    await deleteDraft(owner, getFormPath(request));
    return redirect(
      getNextPath(entity, request, saved.value, posted.get(formInputs.next) === 'add'),
    );
  };
  const token = posted.get(formInputs.token);
  const content = computeVersion(form.fields, values);
  return withIdempotencyKey({ token, owner, content }, work).catch(async (refusal: unknown) => {
    if (!(refusal instanceof Response) || refusal.status !== 503) throw refusal;
    return data(await reply({ formErrors: [await refusal.text()] }), 503);
  });
}

async function save(
  { user, toast }: SignedIn,
  entity: EntityWithForm,
  form: OpenForm,
  values: FormValues,
  id: string | undefined,
  key: string | undefined,
): Promise<Result<string, string>> {
  const saving: Saving = id === undefined ? 'adding' : 'Updating';
  const fields = buildWireFields(form, values);
  const hooks = findSaveHooks(entity.name);
  const idFrom = (item: Item = {}) => id ?? toText((entity.read?.(item) ?? item)[entity.key]);
  const entry: ChangeEntry = {
    username: user.username,
    title: entity.title,
    action: id === undefined ? 'Add' : 'Update',
    attempt: id === undefined ? `Adding ${entity.singular}` : `Updating ${entity.singular} ${id}`,
    describe: ([item]) => describeSaved(entity, values, idFrom(item), id === undefined),
  };
  const before = { ...form.record, ...form.stored };
  const events = id === undefined ? [] : (hooks.buildEvents?.(id, before, values) ?? []);
  const { username, title } = entry;
  const derived = { username, title, isDerived: true };
  const entries = [entry, ...events.map((event) => ({ ...derived, ...event }))];
  const posted =
    entity.source === 'documents' && id !== undefined
      ? await withIntents(entries, () => saveDocument(entity, id, fields, form.record))
      : await makeChange(
          entries,
          (host, options) =>
            host.save(
              defined(entity.host).name,
              { uid: id ?? '0', ...fields, user: user.username },
              options,
            ),
          key,
        );
  const doing = id === undefined ? 'adding' : 'changing';
  const result = nameMissing<Envelope | null>(posted, `${doing} ${namePlural(entity)}`);
  if (!result.ok) {
    recordFailedCall(
      { ...entry, description: `${saving} ${entity.singular} failed` },
      result.error,
    );
    return { ok: false, error: describeSaveError(result.error, saving, entity.singular) };
  }

  const item = result.value?.items.at(0);
  const savedId = idFrom(item);
  if (id !== undefined) await hooks.afterChange?.(id, values);
  const saved = { fields: form.fields, values, sent: fields, item, id: savedId };
  await announceSaved(toast, entity, id === undefined, saved);
  return { ok: true, value: savedId };
}

function describeSaved(entity: Entity, values: FormValues, id: string, isNew: boolean): string {
  if (!isNew) return `Updated ${entity.singular} ${id}`;
  const more = findSaveHooks(entity.name).describeAdded?.(values);
  return `Added ${entity.singular} ${id}${more ? `: ${more}` : ''}`;
}

/**
 * Returns the address that a save redirects to: the add form if the user chose to add another record, or else
 * the edit form of the saved record. If the host did not return the record's id, this is the list.
 */
function getNextPath(
  entity: EntityWithForm,
  request: Request,
  id: string,
  addAnother: boolean,
): string {
  const { search } = new URL(request.url);
  if (addAnother) return addPath(entity) + search;
  return id ? getEditPath(entity, id) + search : backHref(entity, request);
}
