import type { Masking } from 'shared/entities/field';
import type { Row } from 'shared/list/memory';
import { getToday } from 'shared/list/today';
import { toText } from 'shared/list/values';
import type { Entity } from '../entities/entity';
import { config } from '../server/config.server';
import { describeAge } from './describe-age';
import { maskNumbersInId, maskNumbersInText, maskPhoneNumber } from './mask-number';

/** A column or an input with the part of its values that is masked. */
export interface Maskable {
  masked?: Masking;
}

/**
 * Returns a value of a field as pages may show it: with the hidden parts masked if MASK_IDENTIFIERS is on, and
 * otherwise unchanged. A date of birth becomes an age.
 */
export function mask({ masked }: Maskable, value: string): string {
  if (!config.MASK_IDENTIFIERS || value === '') return value;
  switch (masked) {
    case 'phone number':
      return maskPhoneNumber(value);
    case 'date of birth': {
      const timeZone = config.STUDY_TIME_ZONE;
      return describeAge(value, { timeZone, today: getToday(timeZone) });
    }
    case 'text':
      return maskNumbersInText(value);
    default:
      return value;
  }
}

/** Returns whether pages show a value of a field with a part of it masked. */
export function isMasked(field: Maskable, value: unknown): boolean {
  if (!config.MASK_IDENTIFIERS || !field.masked) return false;
  const text = toText(value);
  return mask(field, text) !== text;
}

/** A field that holds a phone number. */
export const phoneNumberField = { masked: 'phone number' } as const;

/** Returns the id of a record as pages may show it. Ids of phones and conversations are phone numbers. */
export function maskId(id: string): string {
  return config.MASK_IDENTIFIERS ? maskNumbersInId(id) : id;
}

type Headed = Pick<Entity, 'ofPhone' | 'parentId'>;

/** Returns a heading of a list, or of a page above it, as pages may show it. It may contain the id of the parent record. */
export function maskHeading({ ofPhone, parentId }: Headed, heading: string): string {
  if (!config.MASK_IDENTIFIERS) return heading;
  const withoutPhone = ofPhone
    ? heading.replaceAll(ofPhone, mask(phoneNumberField, ofPhone))
    : heading;
  return maskText(parentId ? withoutPhone.replaceAll(parentId, maskId(parentId)) : withoutPhone);
}

/** Returns a text that is not a value of a declared field, with its phone numbers masked. */
export function maskText(text: string): string {
  return mask({ masked: 'text' }, text);
}

/** Returns the value of a row's field as pages may show it. A field without a column is not masked. */
export function maskField({ list }: Pick<Entity, 'list'>, row: Row, field: string): string {
  const column = list.columns.find((candidate) => candidate.field === field);
  return mask(column ?? {}, toText(row[field]));
}

/**
 * Returns whether a page that shows a value of a field tells who the person is: whether something that identifies the
 * person is left after masking. The visible digits of a phone number and an age do not.
 */
export function tellsWho(field: Maskable, value: unknown): boolean {
  if (!isMasked(field, value)) return true;
  return field.masked === 'text' && /\p{L}/u.test(maskText(toText(value)));
}
