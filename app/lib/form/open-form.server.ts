import type { ApiFault } from '../api/envelope';
import type { EntityWithForm } from '../entities/entity';
import type { FormField } from '../entities/fields';
import type { Row } from '../list/memory';
import { fetchRecord } from './fetch-record.server';
import { type FormValues, recordValues, versionOf } from './record-values';

/** A form before it is shown or saved: its fields with their options, and the record as it stands. */
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
  const fields = entity.form.fields.map((field, index) => {
    const loaded = options[index];
    return loaded?.ok ? { ...field, options: loaded.value } : field;
  });
  const row = record?.ok ? record.value : {};
  const stored = recordValues(fields, row);
  const failed = options.findIndex((result) => result && !result.ok);
  return {
    fields,
    record: row,
    stored,
    version: versionOf(fields, stored),
    fault:
      faultOf(record, entity.name) ?? faultOf(options[failed], entity.form.fields[failed]?.label),
  };
}

function faultOf(result: { ok: true } | { ok: false; fault: ApiFault } | undefined, what = '') {
  return result && !result.ok ? { fault: result.fault, what } : undefined;
}
