import type { Row } from 'shared/list/memory';
import { z } from 'zod';
import type { EntityWithForm } from '../entities/entity';
import type { FormField, Option } from '../entities/fields';
import { namePlural } from '../entities/name-plural';
import type { ApiFault, ApiResult } from '../host/envelope';
import { messages } from '../host/messages';
import { isKnownMissing } from '../host/missing.server';
import { fetchRecord } from './fetch-record.server';
import { type FormValues, recordValues, versionOf } from './record-values';

/** A form before it is shown or saved: its fields with their options, and the stored record. */
export interface OpenForm {
  fields: readonly FormField[];
  /** Empty in an add. */
  record: Row;
  stored: FormValues;
  version: string;
  /** Why the record, or an option list, could not be loaded. */
  fault?: { fault: ApiFault; what: string };
}

export async function openForm(entity: EntityWithForm, id: string | undefined): Promise<OpenForm> {
  const [record, ...options] = await Promise.all([
    id === undefined ? undefined : fetchRecord(entity, id),
    ...entity.form.fields.map((field) => field.loadOptions?.()),
  ]);
  const fields = entity.form.fields.map((field, index) => withOptions(field, options[index]));
  const row = record?.ok ? record.value : {};
  const stored = recordValues(fields, row);
  const failed = options.findIndex(
    (result) => result && !result.ok && result.fault.kind !== 'missing',
  );
  return {
    fields,
    record: row,
    stored,
    version: versionOf(fields, stored),
    fault:
      missingList(entity, id) ??
      findFault(record, entity.name) ??
      findFault(options[failed], entity.form.fields[failed]?.label),
  };
}

/** Returns a field with its options. If the host lacks these records, it accepts an empty value or the current one. */
function withOptions(field: FormField, loaded: ApiResult<Option[]> | undefined): FormField {
  if (loaded?.ok) return { ...field, options: loaded.value };
  if (loaded?.fault.kind !== 'missing') return field;
  const hint = `${loaded.fault.message}, so there is none to choose.`;
  return { ...field, hint, required: false, schema: z.string().optional() };
}

/** A host without the entity's list takes no new records of it. */
function missingList(entity: EntityWithForm, id: string | undefined): OpenForm['fault'] {
  const { source } = entity.list;
  if (id !== undefined || typeof source !== 'string' || !isKnownMissing(source)) return undefined;
  const message = messages.notOffered(namePlural(entity));
  return { fault: { kind: 'missing', status: 404, message }, what: entity.name };
}

function findFault(result: { ok: true } | { ok: false; fault: ApiFault } | undefined, what = '') {
  return result && !result.ok ? { fault: result.fault, what } : undefined;
}
