import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from '@remix-run/node';
import { toText } from 'shared/list/values';
import { noteRows } from '../access/note-access.server';
import { toPublicPath } from '../addresses/public-path.server';
import { type EntityWithForm, getAddPath, getEditPath } from '../entities/entity';
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
import { describeLoadError } from '../host/describe-error';
import {
  deleteDraft,
  type FormErrors,
  getDraftKey,
  getFormPath,
  getFormSearch,
} from '../session/drafts.server';
import type { SignedIn } from '../session/guard.server';
import { getFixedFields } from '../session/permissions';
import { requireChangePermission } from '../session/require-change-permission.server';
import { getUserKey } from '../session/user-key.server';
import { getBackHref, getSentFields } from './load-form.server';
import { openForm } from './open-form.server';
import { readRecordForm } from './read-record-form.server';
import { redirectIfSlowToRender } from './redirect-if-slow-to-render.server';
import { requireRecordId } from './require-record-id';
import { findSaveHooks } from './save-hooks.server';
import { saveRecord } from './save-record.server';

/**
 * Handles a posted form of a signed-in user: reads and checks it, saves it only once, audits the change, and redirects.
 * If the form is not saved, returns a reply with the posted values and the errors, or throws a redirect to a draft if
 * they take long to render. The button that takes the stored record deletes the draft and saves nothing. Throws a 403
 * response if the user may not change such records, and a 400, 404 or 413 response for a form or an id that is refused.
 */
export async function saveForm(
  signedIn: SignedIn,
  entity: EntityWithForm,
  request: Request,
  id?: string,
) {
  await requireChangePermission(signedIn.user, entity.name);
  requireRecordId(entity, id);
  const read = await readRecordForm(signedIn, entity, request);
  if (read.posted.get(formInputs.discard)) {
    await deleteDraft(getUserKey(signedIn.user), getDraftKey(request));
    return redirect(toPublicPath(getFormPath(request)) + getFormSearch(request));
  }
  refuseUnknownIntent(read.posted, entity.form.fields);
  const savePosted = (busyMessage?: string) =>
    savePostedForm(signedIn, entity, request, read, id, busyMessage);
  if (id === undefined) return savePosted();
  return withRecordLock(
    getEditPath(entity, id),
    () => savePosted(),
    (message) => savePosted(message),
  );
}

/** Saves a posted form. If `busyMessage` is given, does not save: returns the posted values and this message. */
async function savePostedForm(
  signedIn: SignedIn,
  entity: EntityWithForm,
  request: Request,
  { posted, refused: uploadErrors }: Awaited<ReturnType<typeof readRecordForm>>,
  id: string | undefined,
  busyMessage: string | undefined,
) {
  const form = await openForm(entity, id);
  if (!form.error && hasListAsText(posted, form.fields, form.stored))
    throw new Response('The form could not be read. Open the page again and try again.', {
      status: 400,
    });
  restoreLineBreaks(posted, form.stored);
  const fixedFields = getFixedFields(signedIn.user, entity.name, id);
  for (const field of form.fields) {
    const isFixed =
      fixedFields.includes(field.name) ||
      field.control === 'display' ||
      (id !== undefined && field.readOnlyOnEdit);
    if (isFixed) posted.set(field.name, toText(form.stored[field.name]));
  }
  const schema = buildFormSchema(form.fields, form.stored, (name) => posted.get(name));
  const submission = parseWithZod(posted, { schema });
  const version = posted.get(formInputs.version);
  const owner = getUserKey(signedIn.user);
  const buildReply = async (errors: FormErrors = {}): Promise<FormReply> => {
    await redirectIfSlowToRender(owner, request, posted, errors);
    // Remix runs the page's loader after this, which would also return an earlier draft.
    await deleteDraft(owner, getDraftKey(request));
    return {
      ...buildFormReply(submission.reply(errors), form.fields),
      version: version === null ? undefined : String(version),
    };
  };
  if (busyMessage !== undefined)
    return data(await buildReply({ formErrors: [busyMessage], fieldErrors: uploadErrors }), 503);
  if (form.error) {
    const error = describeLoadError(form.error.error, form.error.subject);
    return data(await buildReply({ formErrors: [error] }), 400);
  }
  if (Object.keys(uploadErrors).length > 0) {
    return data(await buildReply({ fieldErrors: uploadErrors }), 400);
  }
  if (submission.status !== 'success') {
    // Without an error, a button other than Save, such as "Add row", has posted the form.
    return data(await buildReply(), submission.status === 'error' ? 400 : 200);
  }
  const values = submission.value as FormValues;
  const hooks = findSaveHooks(entity.name);
  const problems = id === undefined ? hooks.beforeAdd?.(values) : undefined;
  if (problems) return data(await buildReply({ fieldErrors: problems }), 400);

  const saveUnlessConflict = async (key?: string) => {
    if (id !== undefined && version !== null && version !== form.version) {
      const conflict = findConflict(form.fields, values, form.stored);
      if (conflict.differences.length > 0) {
        await redirectIfSlowToRender(owner, request, posted);
        // Remix runs the page's loader after this, which would also return an earlier draft.
        await deleteDraft(owner, getDraftKey(request));
        const row = { ...form.stored, [entity.key]: id };
        noteRows(signedIn.user, 'Conflict', entity, [row], getSentFields(entity, form));
        return data(
          { ...buildFormReply(submission.reply(), form.fields), version: form.version, conflict },
          409,
        );
      }
    }
    const saved = await saveRecord(signedIn, entity, form, values, { id, key });
    if (!saved.ok) return data(await buildReply({ formErrors: [saved.error] }), 400);
    await deleteDraft(owner, getDraftKey(request));
    return redirect(
      getNextPath(entity, request, saved.value, posted.get(formInputs.next) === 'add'),
    );
  };
  const token = posted.get(formInputs.token);
  const content = computeVersion(form.fields, values);
  return withIdempotencyKey({ token, owner, content }, saveUnlessConflict).catch(
    async (error: unknown) => {
      if (!(error instanceof Response) || error.status !== 503) throw error;
      return data(await buildReply({ formErrors: [await error.text()] }), 503);
    },
  );
}

/**
 * Returns the address that a save redirects to: the add form if the user chose to add another record, or else
 * the edit form of the saved record, or the list if the host did not return the record's id.
 */
function getNextPath(
  entity: EntityWithForm,
  request: Request,
  id: string,
  addAnother: boolean,
): string {
  const search = getFormSearch(request);
  if (addAnother) return getAddPath(entity) + search;
  return id ? toPublicPath(getEditPath(entity, id)) + search : getBackHref(entity, request);
}
