import type { Row } from 'shared/list/memory';
import type { FormValues } from 'shared/record-values/form-value';
import { readRecordValues } from 'shared/record-values/record-values';
import { z } from 'zod';
import type { Entity, EntityWithForm } from '../entities/entity';
import type { FormField, Option } from '../entities/form-field';
import { getPluralName } from '../entities/name-plural';
import { computeVersion } from '../form/record-version.server';
import type { ApiError, ApiResult } from '../host/api-result';
import { messages } from '../host/messages';
import { isKnownMissing } from '../host/missing.server';
import type { Item } from '../host/read-envelope';
import { getHostListPath } from '../list/host-list-path.server';
import { readItem } from '../list/read-item.server';
import { completeField, loadOptions } from './complete-field.server';
import { fetchRecord } from './fetch-record.server';

/** The data with which a form is shown or saved: its fields with their options, and the stored record. */
export interface OpenForm {
  fields: readonly FormField[];
  /** The stored record. Empty if the form adds a record. */
  record: Row;
  stored: FormValues;
  version: string;
  /** The reason that the record or the options of a field could not be loaded. */
  error?: { error: ApiError; subject: string };
}

/**
 * Loads the data of a form, in parallel: the record, unless `id` is undefined, and the options from the host.
 */
export async function openForm(entity: EntityWithForm, id: string | undefined): Promise<OpenForm> {
  const [record, ...options] = await Promise.all([
    id === undefined ? undefined : fetchRecord(entity, id),
    ...entity.form.fields.map(({ name }) => loadOptions(entity.name, name)),
  ]);
  const fields = entity.form.fields.map((field, index) =>
    addOptions(completeField(entity.name, field), options[index]),
  );
  const row = record?.ok ? record.value : {};
  const stored = readRecordValues(fields, row);
  const failed = options.findIndex(
    (result) => result && !result.ok && result.error.kind !== 'missing',
  );
  return {
    fields,
    record: row,
    stored,
    version: computeVersion(fields, stored),
    error:
      findMissingList(entity, id) ??
      findError(record, entity.singular) ??
      findError(options[failed], entity.form.fields[failed]?.label),
  };
}

/** Returns the version of a record, given the host's item. */
export function readVersion(entity: Entity, fields: readonly FormField[], item: Item): string {
  return computeVersion(fields, readRecordValues(fields, readItem(entity, item)));
}

/**
 * Returns a field with the options that were loaded. If the host does not have the records that are the
 * options, the field is optional.
 */
function addOptions(field: FormField, loaded: ApiResult<Option[]> | undefined): FormField {
  if (loaded?.ok) return { ...field, options: loaded.value };
  if (loaded?.error.kind !== 'missing') return field;
  const hint = `${loaded.error.message}, so you cannot choose one.`;
  return { ...field, hint, required: false, schema: z.string().optional() };
}

/**
 * Returns the error of an add form if the host is known to lack the entity's list and so cannot add records to
 * it.
 */
function findMissingList(entity: EntityWithForm, id: string | undefined): OpenForm['error'] {
  const path = getHostListPath(entity);
  if (id !== undefined || path === undefined || !isKnownMissing(path)) return undefined;
  const message = messages.notOffered(getPluralName(entity));
  return { error: { kind: 'missing', status: 404, message }, subject: entity.singular };
}

function findError(
  result: { ok: true } | { ok: false; error: ApiError } | undefined,
  subject = '',
) {
  return result && !result.ok ? { error: result.error, subject } : undefined;
}
