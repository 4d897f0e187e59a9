import type { Submission } from '@conform-to/react';
import { toText } from 'shared/list/values';
import type { EntityWithForm } from '../entities/entity';
import { hasListAsText } from '../form/declared-inputs';
import type { MaskedFields } from '../form/form-reply';
import { formInputs } from '../form/form-view';
import { restoreLineBreaks } from '../form/line-breaks';
import { isMasked } from '../masking/mask.server';
import { refuseRequest } from '../server/refuse';
import type { SignedIn } from '../session/guard.server';
import { getFixedFields } from '../session/permissions';
import { getUserKey } from '../session/user-key.server';
import { type OpenForm, openForm } from './open-form.server';
import { parseForm } from './parse-form.server';

/** A post of a record form. */
export interface FormPost {
  signedIn: SignedIn;
  entity: EntityWithForm;
  request: Request;
  /** The values that were posted, with the addresses of the uploaded files. */
  posted: FormData;
  /** The text that the user has entered to prove who they are. */
  proof: string;
  /** The network address of the client. */
  address: string;
  /** The id of the record. Undefined if the form adds one. */
  id: string | undefined;
}

/** A post of a record form with the data of its form, parsed. */
export interface PostedForm extends FormPost {
  form: OpenForm;
  submission: Submission<Record<string, unknown>>;
  masked: MaskedFields;
  /** The version of the record that the user has seen. Null if the form has none. */
  version: FormDataEntryValue | null;
  /** The key of the user to whom the draft and the idempotency key of the form belong. */
  owner: string;
}

/**
 * Loads the data of a posted form, and parses the form with it. Fields that the user may not change get their stored
 * values. Throws a 400 response for a form that no page of the panel has sent.
 */
export async function openPostedForm(post: FormPost): Promise<PostedForm> {
  const { signedIn, entity, posted, id } = post;
  const form = await openForm(entity, id);
  if (!form.error && hasListAsText(posted, form.fields, form.stored))
    refuseRequest(400, 'The form could not be read. Open the page again and try again.');
  restoreLineBreaks(posted, form.stored);
  resetFixedFields(post, form);
  return {
    ...post,
    form,
    ...parseForm(form, posted),
    version: posted.get(formInputs.version),
    owner: getUserKey(signedIn.user),
  };
}

function resetFixedFields({ signedIn, entity, posted, id }: FormPost, form: OpenForm): void {
  const fixedFields = getFixedFields(signedIn.user, entity, id);
  for (const field of form.fields) {
    const isFixed =
      fixedFields.includes(field.name) ||
      field.control === 'display' ||
      (id !== undefined && field.readOnlyOnEdit);
    if (!isFixed) continue;
    // parseForm adds a masked value, which no reply and no draft may contain.
    if (isMasked(field, form.stored[field.name])) posted.delete(field.name);
    else posted.set(field.name, toText(form.stored[field.name]));
  }
}
