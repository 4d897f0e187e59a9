import { parseJson } from 'shared/parse-json';
import type { Fields } from './document-store';

/** The only key of an object that represents a time, because JSON has no type for times. */
const MOMENT = '$moment';

/** Returns a document's fields as JSON text. */
export function serializeFields(fields: Fields): string {
  return JSON.stringify(toTagged(fields));
}

/** Parses a text that `serializeFields` has returned. */
export function parseFields(text: string): Fields {
  const fields = parseJson(text, (_, value) => (isTagged(value) ? new Date(value[MOMENT]) : value));
  return fields as Fields;
}

function isTagged(value: unknown): value is { [MOMENT]: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    MOMENT in value &&
    typeof value[MOMENT] === 'string' &&
    Object.keys(value).length === 1
  );
}

/**
 * Replaces times by objects with a tag. A replacer of JSON.stringify cannot do this, because Date.toJSON runs
 * before it.
 */
function toTagged(value: unknown): unknown {
  if (value instanceof Date) return { [MOMENT]: value.toISOString() };
  // Databases cannot search JSON that contains null characters or unpaired surrogates, so they are replaced.
  if (typeof value === 'string') return value.replace(/[\0\p{Cs}]/gu, '\uFFFD');
  if (Array.isArray(value)) return value.map(toTagged);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toTagged(part)]));
}
