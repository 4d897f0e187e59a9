import { redirect } from '@remix-run/node';
import type { FormValues } from 'shared/record-values/form-value';
import { toPublicPath } from '../addresses/public-path.server';
import type { EntityWithForm } from '../entities/entity';
import { getAddPath, getEditPath } from '../entities/record-paths';
import { findConflict } from '../form/conflict';
import { formInputs } from '../form/form-view';
import { refuseUnknownIntent } from '../form/intents';
import { computeVersion } from '../form/record-version.server';
import { withIdempotencyKey } from '../form/with-idempotency-key.server';
import { withRecordLock } from '../form/with-record-lock.server';
import { describeLoadError } from '../host/describe-error';
import { requireRecentProof, takeProof } from '../proof/require-recent-proof.server';
import { getDraftKey, getFormPath, getFormSearch } from '../session/draft-address';
import { deleteDraft, type FormErrors } from '../session/drafts.server';
import type { SignedIn } from '../session/guard.server';
import { requireChangePermission } from '../session/require-change-permission.server';
import { getUserKey } from '../session/user-key.server';
import { findDoubts } from './find-doubts.server';
import { setInsertIntent } from './insert-image.server';
import { getBackHref } from './load-form.server';
import { type FormPost, openPostedForm, type PostedForm } from './posted-form.server';
import { type RecordPost, readRecordForm } from './read-record-form.server';
import {
  replyWithConflict,
  replyWithDoubts,
  replyWithErrors,
  replyWithProof,
} from './reply-to-form.server';
import { requireRecordId } from './require-record-id';
import { revealInForm } from './reveal-in-form.server';
import { findSaveHooks } from './save-hooks.server';
import { saveRecord } from './save-record.server';

/**
 * Handles a posted form of a signed-in user: reads and checks it, saves it only once, audits the change, and redirects.
 * If the form is not saved, returns a reply with the posted values and the errors, or throws a redirect to a draft if
 * they take long to render. A button that reveals a masked value saves nothing either. The button that discards the typed values deletes the draft and saves nothing. Throws a 403
 * response if the user may not change such records, and a 400, 404 or 413 response for a form or an id that is refused.
 */
export async function saveForm(
  signedIn: SignedIn,
  entity: EntityWithForm,
  request: Request,
  id?: string,
  address = 'unknown',
) {
  await requireChangePermission(signedIn.user, entity);
  requireRecordId(entity, id);
  const read = await readRecordForm(signedIn, entity, request);
  const proof = takeProof(read.posted);
  if (read.posted.get(formInputs.discard)) {
    await deleteDraft(getUserKey(signedIn.user), getDraftKey(request));
    return redirect(toPublicPath(getFormPath(request)) + getFormSearch(request));
  }
  if (read.posted.has(formInputs.reveal))
    return revealInForm({ signedIn, entity, request, id, posted: read.posted, proof, address });
  refuseUnknownIntent(read.posted, entity.form.fields);
  setInsertIntent(read.posted, entity.form.fields);
  const post = { signedIn, entity, request, id, posted: read.posted, proof, address };
  const savePosted = (busyMessage?: string) => savePostedForm(post, read.refused, busyMessage);
  if (id === undefined) return savePosted();
  return withRecordLock(
    getEditPath(entity, id),
    () => savePosted(),
    (message) => savePosted(message),
  );
}

/** Saves a posted form. If `busyMessage` is given, does not save: returns the posted values and this message. */
async function savePostedForm(
  post: FormPost,
  uploadErrors: RecordPost['refused'],
  busyMessage: string | undefined,
) {
  const posted = await openPostedForm(post);
  const checked = checkForm(posted, uploadErrors, busyMessage);
  if (!checked.ok) return replyWithErrors(posted, checked.status, checked.errors);
  const { values } = checked;
  const claim = {
    token: post.posted.get(formInputs.token),
    owner: posted.owner,
    content: computeVersion(posted.form.fields, values),
  };
  return withIdempotencyKey(claim, (key) => saveUnlessConflict(posted, values, key)).catch(
    async (error: unknown) => {
      if (!(error instanceof Response) || error.status !== 503) throw error;
      return replyWithErrors(posted, 503, { formErrors: [await error.text()] });
    },
  );
}

type Checked =
  | { ok: true; values: FormValues }
  | { ok: false; status: number; errors?: FormErrors };

/** Returns the values of a form that may be saved, or else the status and the errors of the reply. */
function checkForm(
  { entity, id, form, submission }: PostedForm,
  uploadErrors: RecordPost['refused'],
  busyMessage: string | undefined,
): Checked {
  const refuse = (errors: FormErrors, status = 400) => ({ ok: false, status, errors }) as const;
  if (busyMessage !== undefined)
    return refuse({ formErrors: [busyMessage], fieldErrors: uploadErrors }, 503);
  if (form.error)
    return refuse({ formErrors: [describeLoadError(form.error.error, form.error.subject)] });
  if (Object.keys(uploadErrors).length > 0) return refuse({ fieldErrors: uploadErrors });
  // Without an error, a button other than Save, such as "Add row", has posted the form.
  if (submission.status !== 'success')
    return { ok: false, status: submission.status === 'error' ? 400 : 200 };
  const values = submission.value as FormValues;
  const problems = id === undefined ? findSaveHooks(entity.name).beforeAdd?.(values) : undefined;
  return problems ? refuse({ fieldErrors: problems }) : { ok: true, values };
}

async function saveUnlessConflict(posted: PostedForm, values: FormValues, key?: string) {
  const { signedIn, entity, request, id, form, version, owner } = posted;
  if (id !== undefined && version !== null && version !== form.version) {
    const conflict = findConflict(form.fields, values, form.stored);
    if (conflict.differences.length > 0) return replyWithConflict(posted, conflict);
  }
  const confirmNext = String(posted.posted.get(formInputs.confirmNext) ?? '');
  const confirmed = confirmNext || String(posted.posted.get(formInputs.confirm) ?? '');
  const doubts = await findDoubts(posted, values, confirmed);
  if (doubts) return replyWithDoubts(posted, doubts);
  const before = id === undefined ? undefined : form.stored;
  if (findSaveHooks(entity.name).needsProof?.(values, before)) {
    const refusal = await requireRecentProof(signedIn, posted.proof, posted.address);
    if (refusal) return replyWithProof(posted, refusal);
  }
  const saved = await saveRecord(signedIn, entity, form, values, { id, key });
  if (!saved.ok) return replyWithErrors(posted, 400, { formErrors: [saved.error] });
  await deleteDraft(owner, getDraftKey(request));
  const addAnother = posted.posted.get(formInputs.next) === 'add' || confirmNext !== '';
  return redirect(getNextPath(entity, request, saved.value, addAnother));
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
