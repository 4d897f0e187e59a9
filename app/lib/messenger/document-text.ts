import { parseJson } from 'shared/parse-json';
import type { Fields } from './document-store';

/** JSON has no type for times: a time is stored as an object with this one key. */
const MOMENT = '$moment';

/** Returns a document's fields as JSON text. */
export function writeText(fields: Fields): string {
  return JSON.stringify(toTagged(fields));
}

/** Returns the fields that such a text holds. */
export function listFields(text: string): Fields {
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

/** Date.toJSON runs before a replacer sees a value, so the tree is walked here. */
function toTagged(value: unknown): unknown {
  if (value instanceof Date) return { [MOMENT]: value.toISOString() };
  // Null characters and halves of characters, which are JSON but nothing a database can look into.
  if (typeof value === 'string') return value.replace(/[\0\p{Cs}]/gu, '\uFFFD');
  if (Array.isArray(value)) return value.map(toTagged);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toTagged(part)]));
}
