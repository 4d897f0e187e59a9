import { redirect } from '@remix-run/node';
import type { FormValues } from 'shared/record-values/form-value';
import { toPublicPath } from '../addresses/public-path.server';
import type { EntityWithForm } from '../entities/entity';
import { getAddPath, getEditPath } from '../entities/record-paths';
import { findConflict } from '../form/conflict';
import { formInputs } from '../form/form-view';
import { refuseUnknownIntent } from '../form/intents';
import { computeVersion } from '../form/record-version.server';
import { type Once, withIdempotencyKey } from '../form/with-idempotency-key.server';
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
import { withRecordLock } from './with-record-lock.server';

/**
 * Handles a posted form of a signed-in user: reads and checks it, saves it only once, audits the change, and redirects.
 * If the form is not saved, returns a reply with the posted values and the errors, or throws a redirect to a draft if
 * they take long to render. A button that reveals a masked value saves nothing either. The button that discards the
 * typed values deletes the draft and saves nothing. Throws a 403 response if the user may not change such records, and
 * a 400, 404 or 413 response for a form or an id that is refused.
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
  const { posted, refused } = await readRecordForm(signedIn, entity, request);
  const post = { signedIn, entity, request, id, posted, proof: takeProof(posted), address };
  if (posted.get(formInputs.discard)) return discardForm(post);
  if (posted.has(formInputs.reveal)) return revealInForm(post);
  refuseUnknownIntent(posted, entity.form.fields);
  setInsertIntent(posted, entity.form.fields);
  if (id === undefined) return savePosted(post, refused);
  return withRecordLock(
    { entity, id },
    () => savePosted(post, refused),
    async (message) =>
      replyWithErrors(await openPostedForm(post), 503, {
        formErrors: [message],
        fieldErrors: refused,
      }),
  );
}

async function discardForm({ signedIn, request }: FormPost) {
  await deleteDraft(getUserKey(signedIn.user), getDraftKey(request));
  return redirect(toPublicPath(getFormPath(request)) + getFormSearch(request));
}

/** Parses and checks a posted form, and saves it only once. */
async function savePosted(post: FormPost, refused: RecordPost['refused']) {
  const form = await openPostedForm(post);
  const checked = checkForm(form, refused);
  if (!checked.ok) return replyWithErrors(form, checked.status, checked.errors);
  const { values } = checked;
  const filling = {
    token: post.posted.get(formInputs.token),
    owner: form.owner,
    content: computeVersion(form.form.fields, values),
  };
  const work = async (once?: Once) =>
    (await refuseConflict(form, values)) ??
    (await refuseDoubts(form, values)) ??
    (await refuseUnproven(form, values)) ??
    (await saveAndRedirect(form, values, once));
  return withIdempotencyKey(filling, work).catch(async (error: unknown) => {
    if (!(error instanceof Response) || error.status !== 503) throw error;
    return replyWithErrors(form, 503, { formErrors: [await error.text()] });
  });
}

type Checked =
  | { ok: true; values: FormValues }
  | { ok: false; status: number; errors?: FormErrors };

/** Returns the values of a form that may be saved, or else the status and the errors of the reply. */
function checkForm(
  { entity, id, form, submission }: PostedForm,
  refused: RecordPost['refused'],
): Checked {
  const refuse = (errors: FormErrors) => ({ ok: false, status: 400, errors }) as const;
  if (form.error)
    return refuse({ formErrors: [describeLoadError(form.error.error, form.error.subject)] });
  if (Object.keys(refused).length > 0) return refuse({ fieldErrors: refused });
  // Without an error, a button other than Save, such as "Add row", has posted the form.
  if (submission.status !== 'success')
    return { ok: false, status: submission.status === 'error' ? 400 : 200 };
  const values = submission.value as FormValues;
  const problems = id === undefined ? findSaveHooks(entity.name).beforeAdd?.(values) : undefined;
  return problems ? refuse({ fieldErrors: problems }) : { ok: true, values };
}

/** Returns the reply to a form whose record has changed, in other values, since the user opened it. */
async function refuseConflict(posted: PostedForm, values: FormValues) {
  const { id, form, version } = posted;
  if (id === undefined || version === null || version === form.version) return undefined;
  const conflict = findConflict(form.fields, values, form.stored);
  return conflict.differences.length > 0 ? replyWithConflict(posted, conflict) : undefined;
}

/** Returns the reply to a form with doubtful values that the user has not confirmed. */
async function refuseDoubts(posted: PostedForm, values: FormValues) {
  const confirmed = getInput(posted, 'confirmNext') || getInput(posted, 'confirm');
  const doubts = await findDoubts(posted, values, confirmed);
  return doubts && replyWithDoubts(posted, doubts);
}

/** Returns the reply to a form for which users must first prove who they are. */
async function refuseUnproven(posted: PostedForm, values: FormValues) {
  const { signedIn, entity, id, form, proof, address } = posted;
  const before = id === undefined ? undefined : form.stored;
  if (!findSaveHooks(entity.name).needsProof?.(values, before)) return undefined;
  const refusal = await requireRecentProof(signedIn, proof, address);
  return refusal && replyWithProof(posted, refusal);
}

async function saveAndRedirect(posted: PostedForm, values: FormValues, once: Once | undefined) {
  const { signedIn, entity, request, id, form, owner } = posted;
  const addAnother = getInput(posted, 'next') === 'add' || getInput(posted, 'confirmNext') !== '';
  const getPath = (savedId: string) => getNextPath(entity, request, savedId, addAnother);
  const completeWith = (savedId: string) => once?.completeWith(getPath(savedId));
  const save = { id, key: once?.key, completeWith };
  const saved = await saveRecord(signedIn, entity, form, values, save);
  if (!saved.ok) return replyWithErrors(posted, 400, { formErrors: [saved.error] });
  await deleteDraft(owner, getDraftKey(request));
  return redirect(getPath(saved.value));
}

function getInput({ posted }: PostedForm, name: keyof typeof formInputs): string {
  return String(posted.get(formInputs[name]) ?? '');
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
