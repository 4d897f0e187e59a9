import type { HistoryChange } from 'backend/history/read-history';
import { failWith } from 'shared/result';
import { hasForm } from '../entities/entity';
import type { FormField } from '../entities/form-field';
import type { NamedRecord } from '../entities/named-record';
import { leaveOutComputed, listChangedFields } from '../history/undo-state';
import { describeLoadError } from '../host/describe-error';
import { openForm } from '../records/open-form.server';
import type { PlannedWork } from './undo-work';

/**
 * Plans the save that gives the fields of a change their former values. Fails if the form requires a field whose former
 * value is empty, because hosts refuse such a save.
 */
export async function planFormerValues(
  { entity, id }: NamedRecord,
  change: HistoryChange,
): Promise<PlannedWork> {
  if (!hasForm(entity)) return failWith('This record cannot be edited.');
  const form = await openForm(entity, id);
  if (form.error) return failWith(describeLoadError(form.error.error, form.error.subject));
  const changed = listChangedFields(change, entity, form.stored);
  if (changed.length > 0) return failWith(changed);
  const fields = leaveOutComputed(change.fields, entity);
  const inputs = new Map(form.fields.map((field) => [field.name, field]));
  const emptied = fields.flatMap(({ field, before }) => {
    const input = inputs.get(field);
    return input?.required && before === null ? [input] : [];
  });
  if (emptied.length > 0) return failWith(describeEmptied(emptied));
  const formerValues = fields.map(({ field, before }) => [
    field,
    before ?? (inputs.get(field)?.items ? [] : ''),
  ]);
  const values = { ...form.stored, ...Object.fromEntries(formerValues) };
  return { ok: true, value: { kind: 'save', entity, form, values } };
}

function describeEmptied(inputs: readonly FormField[]): string {
  const labels = inputs.map(({ label }) => label).join(', ');
  return `These fields were empty before this change, and must not be empty: ${labels}. Edit the record instead.`;
}
