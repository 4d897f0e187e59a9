import { findDeclaration } from 'shared/entities';
import type { Row } from 'shared/list/memory';
import { isSamePhone } from 'shared/list/phone-text';
import { fold, toText } from 'shared/list/values';
import { z } from 'zod';

/** The values that tell a record from a later one with the same id (decision 0155). */
export const markSchema = z.object({
  /** The time of creation, as the host writes it. */
  created: z.string().optional(),
  /** The study number and the phone number by field, if users cannot change them in the panel. */
  numbers: z.record(z.string(), z.string()).optional(),
});
export type RecordMark = z.infer<typeof markSchema>;

/** The maximum number of characters of a part of a mark. */
const MAX_PART = 100;
const TIME =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*(?:(Z)|([+-]\d\d):?(\d\d)?)?)?$/;
/** The difference in milliseconds that rounding may cause. */
const ROUNDING_MS = 1_000;

/** Returns the mark of a record of an entity. It is empty if the host sends none of its values. */
export function readMark(entity: string, row: Row): RecordMark {
  const declaration = findDeclaration(entity);
  if (!declaration) return {};
  const { stamps, search, fields, form = [] } = declaration;
  const read = (field: string) => toText(row[field]).trim().slice(0, MAX_PART);
  const created = stamps ? read(`${stamps.prefix}_createdate`) : '';
  const numbers = [...(search?.identifiers ?? []), 'phone_number']
    .filter((field) => fields[field] && !(form.includes(field) && fields[field].input))
    .flatMap((field) => (read(field) === '' ? [] : [[field, read(field)] as const]));
  // MySQL writes a date that is not known with zeros.
  const isKnown = created !== '' && !created.startsWith('0000');
  return buildMark(
    isKnown ? created : undefined,
    numbers.length > 0 ? Object.fromEntries(numbers) : undefined,
  );
}

/**
 * Returns whether two marks are of one record, or undefined if they have nothing to compare. If the time of the creation
 * is known in both, only that decides. Otherwise, one equal number is enough, because a number may have been corrected.
 * If no number is known in both, the day of the creation decides.
 */
export function isSameRecord(one: RecordMark, other: RecordMark): boolean | undefined {
  const [first, second] = [readTime(one.created), readTime(other.created)];
  const areComparable = first && second && first.hasZone === second.hasZone;
  if (areComparable && first.at !== undefined && second.at !== undefined)
    return Math.abs(first.at - second.at) <= ROUNDING_MS;
  const fields = Object.keys(one.numbers ?? {}).filter((field) => other.numbers?.[field]);
  if (fields.length > 0)
    return fields.some((field) => isSameNumber(one.numbers?.[field], other.numbers?.[field]));
  return areComparable ? first.day === second.day : undefined;
}

/** Adds what is known now to a mark. A time that says only the day does not replace a longer one. */
export function mergeMarks(known: RecordMark = {}, { created, numbers }: RecordMark): RecordMark {
  const isLonger = (created?.length ?? 0) >= (known.created?.length ?? 0);
  return buildMark(isLonger ? created : known.created, numbers ?? known.numbers);
}

/** Returns a mark without what is undefined, because marks are compared as JSON. */
function buildMark(created: RecordMark['created'], numbers: RecordMark['numbers']): RecordMark {
  return { ...(created && { created }), ...(numbers && { numbers }) };
}

/** Reads a time. `at` is in milliseconds, and undefined if only the day is known. */
function readTime(text = '') {
  const [whole, day = '', time, utc, hours, minutes = '00'] = TIME.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const hasZone = utc !== undefined || hours !== undefined;
  return { day, hasZone, at: time === undefined ? undefined : Date.parse(`${day}T${time}${zone}`) };
}

function isSameNumber(one = '', other = ''): boolean {
  const strip = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '');
  return strip(one) === strip(other) || isSamePhone(one, other);
}
