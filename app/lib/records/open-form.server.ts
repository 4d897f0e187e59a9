import type { Row } from 'shared/list/memory';
import { z } from 'zod';
import type { EntityWithForm } from '../entities/entity';
import type { FormField, Option } from '../entities/form-field';
import { namePlural } from '../entities/name-plural';
import { computeVersion, type FormValues, recordValues } from '../form/record-values';
import type { ApiError, ApiResult } from '../host/api-result';
import { messages } from '../host/messages';
import { isKnownMissing } from '../host/missing.server';
import { getHostListPath } from '../list/host-list-path.server';
import { completeField, loadOptions } from './complete-field.server';
import { fetchRecord } from './fetch-record.server';

/** A form before it is shown or saved: its fields with their options, and the stored record. */
export interface OpenForm {
  fields: readonly FormField[];
  /** Empty in an add. */
  record: Row;
  stored: FormValues;
  version: string;
  /** The reason that the record, or an option list, could not be loaded. */
  error?: { error: ApiError; subject: string };
}

export async function openForm(entity: EntityWithForm, id: string | undefined): Promise<OpenForm> {
  const [record, ...options] = await Promise.all([
    id === undefined ? undefined : fetchRecord(entity, id),
    ...entity.form.fields.map(({ name }) => loadOptions(entity.name, name)),
  ]);
  const fields = entity.form.fields.map((field, index) =>
    withOptions(completeField(entity.name, field), options[index]),
  );
  const row = record?.ok ? record.value : {};
  const stored = recordValues(fields, row);
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

/** Returns a field with its options. If the host lacks these records, it accepts an empty value or the current one. */
function withOptions(field: FormField, loaded: ApiResult<Option[]> | undefined): FormField {
  if (loaded?.ok) return { ...field, options: loaded.value };
  if (loaded?.error.kind !== 'missing') return field;
  const hint = `${loaded.error.message}, so there is none to choose.`;
  return { ...field, hint, required: false, schema: z.string().optional() };
}

/** A host without the entity's list takes no new records of it. */
function findMissingList(entity: EntityWithForm, id: string | undefined): OpenForm['error'] {
  const path = getHostListPath(entity);
  if (id !== undefined || path === undefined || !isKnownMissing(path)) return undefined;
  const message = messages.notOffered(namePlural(entity));
  return { error: { kind: 'missing', status: 404, message }, subject: entity.singular };
}

function findError(
  result: { ok: true } | { ok: false; error: ApiError } | undefined,
  subject = '',
) {
  return result && !result.ok ? { error: result.error, subject } : undefined;
}
