import { findDeclaration } from 'shared/entities';
import type { Identifying } from 'shared/entities/field';
import { isIdentifying } from 'shared/entities/is-identifying';
import { sealWith, unsealWith } from 'shared/keys/seal';
import { z } from 'zod';
import { type FieldChange, type HistoryValue, historyValueSchema } from './change';
import { cutLongValues } from './cut-long-values';

const stored = z.union([z.object({ sealed: z.string() }), historyValueSchema]);
const schema = z.array(z.object({ field: z.string(), before: stored, after: stored }));

/** A change of a field as it was read. `isErased` is true if a value can no longer be decrypted. */
export interface ReadFieldChange extends FieldChange {
  isErased: boolean;
}

/** Returns whether values of a field can identify a person. A field without a declaration counts as identifying. */
export function getIdentifying(entity: string, field: string): Identifying {
  return findDeclaration(entity)?.fields[field]?.identifying ?? true;
}

/** Returns whether the value before or after a change identifies a person. */
export function isIdentifyingChange(
  entity: string,
  { field, before, after }: FieldChange,
): boolean {
  return [before, after].some((value) => identifies(entity, field, value));
}

/** Returns whether a value of a field identifies a person. */
export function identifies(entity: string, field: string, value: HistoryValue): boolean {
  return (
    value !== null &&
    isIdentifying({ identifying: getIdentifying(entity, field) }, toHistoryText(value))
  );
}

/** Returns the values of a change as JSON. Values that can identify a person are encrypted. */
export function writeFields(
  entity: string,
  change: string,
  fields: readonly FieldChange[],
  key: Buffer,
): string {
  const write = (field: string, side: string, value: HistoryValue) =>
    identifies(entity, field, value)
      ? { sealed: sealWith(key, JSON.stringify(value), [change, field, side]) }
      : value;
  return JSON.stringify(
    fields.map(({ field, before, after }) => ({
      field,
      before: write(field, 'before', before),
      after: write(field, 'after', after),
    })),
  );
}

/**
 * Reads the values of a change. Without the record's key, encrypted values are null. With `beginnings`, long values
 * that are not encrypted are cut.
 */
export function readChangedFields(
  change: string,
  text: string,
  { key, beginnings = false }: { key: Buffer | undefined; beginnings?: boolean },
): ReadFieldChange[] {
  const json = beginnings ? cutLongValues(text) : text;
  return schema.parse(JSON.parse(json)).map(({ field, before, after }) => {
    let isErased = false;
    const read = (side: string, value: z.infer<typeof stored>): HistoryValue => {
      if (value === null || typeof value === 'string' || Array.isArray(value)) return value;
      const content = key && unsealWith([key], value.sealed, [change, field, side]);
      if (!content) isErased = true;
      return content ? historyValueSchema.parse(JSON.parse(content.toString())) : null;
    };
    const values = { before: read('before', before), after: read('after', after) };
    return { field, ...values, isErased };
  });
}

/** Returns a value as one text. */
export function toHistoryText(value: HistoryValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
