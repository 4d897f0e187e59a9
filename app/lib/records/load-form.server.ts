import { randomUUID } from 'node:crypto';
import { parseWithZod } from '@conform-to/zod/v4';
import { defined } from 'shared/defined';
import { asText } from 'shared/list/values';
import type { Entity, EntityWithForm } from '../entities/entity';
import type { FormField } from '../entities/form-field';
import { declaredInputs, hasListAsText } from '../form/declared-inputs';
import { formReply } from '../form/form-reply';
import { formSchema } from '../form/form-schema';
import { type FieldView, type FormView, formInputs } from '../form/form-view';
import { type FormValues, optionsWith } from '../form/record-values';
import { answerPage } from '../host/absent.server';
import { audit, recordFailedCall } from '../host/audit.server';
import { describeLoadError } from '../host/describe-error';
import { listHref, readListState } from '../list/list-state';
import { type Draft, findDraft, formPath } from '../session/drafts.server';
import type { SignedIn } from '../session/guard.server';
import { changeRefusal, fixedFields } from '../session/permissions';
import { userKey } from '../session/user-key.server';
import { uploadView } from '../uploads/upload-view.server';
import { type OpenForm, openForm } from './open-form.server';
import { requireRecordId } from './require-record-id';

/** The loader of a form after its guard; without `id` the form adds a record. */
export async function loadForm(
  { user }: SignedIn,
  entity: EntityWithForm,
  request: Request,
  id?: string,
) {
  requireRecordId(entity, id);
  const isNew = id === undefined;
  const refusal = changeRefusal(user, entity.name);
  if (isNew && refusal) throw new Response(refusal, { status: 403 });
  const title = `${isNew ? 'Add' : 'Edit'} ${entity.singular}`;
  const entry = {
    username: user.username,
    title,
    action: 'View',
    description: isNew ? `Viewed ${title}` : `Viewed ${title} ${id}`,
  } as const;
  audit(entry);
  const form = await openForm(entity, id);
  if (form.error) recordFailedCall(entry, form.error.error);
  const fixed = fixedFields(user, entity.name, id);
  const draft = await findDraft(userKey(user), formPath(request), declaredInputs(form.fields));
  const view: FormView = {
    title,
    name: entity.singular,
    isNew,
    backHref: backHref(entity, request),
    backTitle: entity.title,
    // Of a draft its own: what changed meanwhile is shown before it is saved over.
    version: asText(draft?.posted.get(formInputs.version)) || form.version,
    token: randomUUID(),
    draft:
      draft && !hasListAsText(draft.posted, form.fields, form.stored)
        ? draftReply(draft, form)
        : undefined,
    error: form.error && describeLoadError(form.error.error, form.error.subject),
    refusal,
    fields: form.fields
      .map((field) => fieldView(entity, field, form.stored, isNew))
      .map((view) => (fixed.includes(view.name) ? fixedView(view) : view)),
  };
  return answerPage(view, form.error?.error);
}

/** Returns the reply to a draft as if it had been posted now, with the reason why it was not saved. */
function draftReply({ posted, errors }: Draft, form: OpenForm) {
  const submission = parseWithZod(posted, {
    schema: formSchema(form.fields, form.stored, (name) => posted.get(name)),
  });
  return formReply(submission.reply(errors), form.fields);
}

function fieldView(
  entity: Entity,
  field: FormField,
  values: FormValues,
  isNew: boolean,
): FieldView {
  const value = defined(values[field.name]);
  return {
    name: field.name,
    label: field.label,
    control: field.control,
    value,
    hint: field.hint,
    options: optionsWith(field, value)?.map((option) => ({
      value: option.value,
      label: option.label,
      hint: isNew ? option.hint : undefined,
    })),
    items: field.items && {
      item: field.items.item,
      pageSize: field.items.pageSize,
      inputs: field.items.inputs.map(({ name, label, control }) => ({ name, label, control })),
    },
    required: field.required,
    readOnly: Boolean(field.readOnlyOnEdit) && !isNew,
    autoComplete: field.autoComplete,
    when: field.when,
    upload: field.upload && uploadView(entity, field.name, field.upload),
    notice: typeof value === 'string' ? field.notice?.(value) : undefined,
  };
}

/** Returns the field as text, in the words of its choices. */
function fixedView(view: FieldView): FieldView {
  const chosen = view.options?.find(({ value }) => value === view.value);
  return { ...view, control: 'display', value: chosen?.label ?? view.value };
}

/** Back to the list as it was: the `list` parameter, read by the list's own grammar. */
export function backHref(entity: Entity, request: Request): string {
  const search = new URL(request.url).searchParams.get('list') ?? '';
  const state = readListState(entity.list, new URLSearchParams(search));
  return listHref(state, { page: state.query.page });
}
