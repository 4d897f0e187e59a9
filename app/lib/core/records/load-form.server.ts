import { randomUUID } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { getRecordId } from 'backend/history/change';
import { defined } from 'shared/defined';
import { toText } from 'shared/list/values';
import type { FormValues } from 'shared/record-values/form-value';
import { listOptions } from 'shared/record-values/record-values';
import { findFailure } from 'shared/result';
import { findAccessesHref } from '../access/accesses-href.server';
import { noteRows } from '../access/note-access.server';
import type { Entity, EntityWithForm } from '../entities/entity';
import type { FormField } from '../entities/form-field';
import { hasHiddenParameters } from '../entities/hidden-filters';
import { findConflict } from '../form/conflict';
import { getDeclaredInputs, hasListAsText } from '../form/declared-inputs';
import { buildFormReply } from '../form/form-reply';
import { type FieldView, type FormReply, type FormView, formInputs } from '../form/form-view';
import { getHistoryPath } from '../history/history-address.server';
import { answerPage } from '../host/absent.server';
import { audit, recordFailedCall } from '../host/audit.server';
import { describeLoadError } from '../host/describe-error';
import { addListQuery } from '../list/add-list-query';
import { buildListHref, buildListSearch, readListState } from '../list/list-state';
import { buildTrail } from '../list/list-trail.server';
import { isMasked, mask } from '../masking/mask.server';
import { getDraftKey } from '../session/draft-address';
import { type Draft, findDraft } from '../session/drafts.server';
import type { SignedIn } from '../session/guard.server';
import { checkChangeRight, getFixedFields, isAdministrator } from '../session/permissions';
import { requireChangePermission } from '../session/require-change-permission.server';
import { getUserKey } from '../session/user-key.server';
import { buildUploadView } from '../uploads/upload-view.server';
import { describeRecord } from './describe-record.server';
import { nameRecord } from './name-record';
import { type OpenForm, openForm } from './open-form.server';
import { parseForm } from './parse-form.server';
import { requireRecordId } from './require-record-id';

/** Loads the page of a record's form for a signed-in user. Without `id`, the form adds a record. */
export async function loadForm(
  { user }: SignedIn,
  entity: EntityWithForm,
  request: Request,
  id?: string,
) {
  requireRecordId(entity, id);
  const address = findPublicAddress(entity, request);
  if (address !== undefined) return redirect(address);
  const backHref = getBackHref(entity, request);
  const isNew = id === undefined;
  if (isNew) await requireChangePermission(user, entity, '');
  const refusal = findFailure(checkChangeRight(user, entity));
  const title = `${isNew ? 'Add' : 'Edit'} ${entity.singular}`;
  const entry = {
    username: user.username,
    title,
    action: 'View',
    description: isNew ? `Viewed ${title}` : `Viewed Edit ${describeRecord(entity, id)}`,
  } as const;
  audit(entry);
  const form = await openForm(entity, id);
  if (form.error) recordFailedCall(entry, form.error.error);
  if (id !== undefined && Object.keys(form.record).length > 0)
    noteRows(
      user,
      'Form',
      entity,
      [{ ...form.stored, [entity.key]: id }],
      getSentFields(entity, form),
    );
  const fixed = getFixedFields(user, entity, id);
  const draft = await findDraft(
    getUserKey(user),
    getDraftKey(request),
    getDeclaredInputs(form.fields),
  );
  const name = id === undefined ? '' : nameStored(entity, form, id);
  const view: FormView = {
    title,
    heading: isNew || form.error ? title : `Edit ${name}`,
    trail: buildTrail(entity, backHref, { title: isNew ? title : name }),
    name: entity.singular,
    isNew,
    backHref,
    backTitle: entity.title,
    accessesHref: isNew || form.error ? undefined : findAccessesHref(user, entity, id),
    factorHref:
      entity.accounts && id !== undefined && isAdministrator(user)
        ? `${entity.recordPath}/second-factor/${encodeURIComponent(id)}`
        : undefined,
    historyHref:
      id === undefined
        ? undefined
        : getHistoryPath({ entity: entity.name, recordId: getRecordId(entity.parentId, id) }),
    // A draft keeps the version with which it was filled in. If the record has changed since, saving the draft
    // reports a conflict.
    version: toText(draft?.posted.get(formInputs.version)) || form.version,
    token: randomUUID(),
    note: isNew ? entity.form.addNote : undefined,
    draft:
      draft && !hasListAsText(draft.posted, form.fields, form.stored)
        ? readDraftReply(draft, form)
        : undefined,
    error: form.error && describeLoadError(form.error.error, form.error.subject),
    refusal,
    sections: entity.form.sections,
    fields: form.fields
      .map((field) => buildFieldView(entity, field, form.stored, isNew))
      .map((view) => (fixed.includes(view.name) ? buildFixedView(view) : view))
      .map((view) => maskView(view, form.fields)),
  };
  return answerPage(view, form.error?.error);
}

/** Returns the name of the record that a form shows. */
function nameStored(entity: Entity, { record, stored }: OpenForm, id: string): string {
  return nameRecord(entity, { ...record, ...stored }, id);
}

/** Returns the fields whose values a record's form contains. They include the key, which is in the page's address. */
export function getSentFields(entity: Entity, { fields }: OpenForm) {
  const key = entity.list.columns.filter(({ field }) => field === entity.key);
  return [
    ...key,
    ...fields.map(({ name, identifying, masked }) => ({ field: name, identifying, masked })),
  ];
}

/**
 * Returns the reply that the form would get if the user posted the draft now, with the errors stored in the draft. If
 * the record has changed since the draft was filled in, the reply holds the conflict.
 */
function readDraftReply({ posted, errors }: Draft, form: OpenForm): FormReply {
  const { submission, masked } = parseForm(form, posted);
  const reply = buildFormReply(submission.reply(errors), form.fields, masked);
  const version = toText(posted.get(formInputs.version));
  if (submission.status !== 'success' || !version || version === form.version) return reply;
  const conflict = findConflict(form.fields, submission.value as FormValues, form.stored);
  if (conflict.differences.length === 0) return reply;
  return { ...reply, version: form.version, conflict };
}

/** Returns a field of a form with the value that is stored. */
export function buildFieldView(
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
    options: listOptions(field, value)?.map((option) => ({
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
    isShort: field.isShort,
    when: field.when,
    upload: field.upload && buildUploadView(entity, field.name, field.upload),
    notice: typeof value === 'string' ? field.notice?.(value) : undefined,
  };
}

/** Returns the field as text that cannot be edited. A choice is shown by its label. */
function buildFixedView(view: FieldView): FieldView {
  const chosen = view.options?.find(({ value }) => value === view.value);
  return { ...view, control: 'display', value: chosen?.label ?? view.value };
}

/** Returns a field without its value if pages mask the value. */
function maskView(view: FieldView, fields: readonly FormField[]): FieldView {
  const field = fields.find(({ name }) => name === view.name);
  if (!field || !isMasked(field, view.value)) return view;
  return { ...view, value: '', masked: mask(field, toText(view.value)) };
}

/** Returns the address of the list as the user left it. The `list` parameter of the request holds its state. */
export function getBackHref({ list }: Entity, request: Request): string {
  const state = readListState(list, readListParams(request));
  return buildListHref(state, { page: state.query.page });
}

/**
 * Returns the address to which a page redirects if it was opened with filters of its list that must not stand in an
 * address, as by an old bookmark: the page's address without them. Returns undefined for other requests.
 */
export function findPublicAddress({ list }: Entity, request: Request): string | undefined {
  const params = readListParams(request);
  if (request.method !== 'GET' || !hasHiddenParameters(list, params)) return undefined;
  const state = readListState(list, params);
  const path = new URL(request.url).pathname.replace(/\.data$/, '');
  return addListQuery(path, buildListSearch(state, { page: state.query.page }));
}

function readListParams(request: Request): URLSearchParams {
  return new URLSearchParams(new URL(request.url).searchParams.get('list') ?? '');
}
