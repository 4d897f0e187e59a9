import { declarations } from 'shared/entities';
import type { EntityDeclaration } from 'shared/entities/declaration';
import type { Row } from 'shared/list/memory';
import { isSamePhone } from 'shared/list/phone-text';
import { fold, toText } from 'shared/list/values';
import { z } from 'zod';

/** The values that tell a record from a later one with the same id (decision 0256). */
export const markSchema = z.object({
  /** The time of creation, as the host writes it, without a zone. */
  created: z.string().optional(),
  /** The study number or phone number, if users cannot change it in the panel. */
  number: z.string().optional(),
});
export type RecordMark = z.infer<typeof markSchema>;

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?/;
/** The number of characters of a date. */
const DATE_LENGTH = 10;

/** Returns the mark of a record of an entity. It is empty if the host sends none of its values. */
export function readMark(entity: string, row: Row): RecordMark {
  const declaration: EntityDeclaration | undefined = declarations.find(
    ({ name }) => name === entity,
  );
  if (!declaration) return {};
  const { stamps, search, fields, form = [] } = declaration;
  const [date] = stamps ? (DATE.exec(toText(row[`${stamps.prefix}_createdate`])) ?? []) : [];
  const number = [...(search?.identifiers ?? []), 'phone_number']
    .filter((field) => fields[field] && !(form.includes(field) && fields[field].input))
    .map((field) => toText(row[field]).trim())
    .find((text) => text !== '');
  // MySQL writes a date that is not known with zeros.
  const created = date?.startsWith('0000') ? undefined : date?.replace('T', ' ');
  return { created, number };
}

/**
 * Returns whether two marks may be of one record. If the time of its creation is known in both, only that decides. If
 * the day is known, or nothing, the numbers must not differ either.
 */
export function isSameRecord(one: RecordMark, other: RecordMark): boolean {
  const length = Math.min(one.created?.length ?? 0, other.created?.length ?? 0);
  const isSameTime = one.created?.slice(0, length) === other.created?.slice(0, length);
  if (length > 0 && !isSameTime) return false;
  if (length > DATE_LENGTH) return true;
  return isSameNumber(one.number, other.number);
}

function isSameNumber(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  return (
    fold(one).replace(/\s+/g, '') === fold(other).replace(/\s+/g, '') || isSamePhone(one, other)
  );
}
