import { type FieldChange, LINK_FIELD } from 'backend/history/change';
import { identifies, toHistoryText } from 'backend/history/field-values';
import { findDeclaration } from 'shared/entities';
import type { Masking } from 'shared/entities/field';
import { getMasking } from 'shared/entities/masking';
import { phoneNumberField, tellsWho } from '../masking/mask.server';

/** Returns how pages mask the values of a field. A field without a declaration is masked as a text. */
export function getFieldMasking(entity: string, name: string): { masked: Masking | undefined } {
  if (name === LINK_FIELD) return phoneNumberField;
  const field = findDeclaration(entity)?.fields[name];
  return { masked: field ? getMasking(field) : 'text' };
}

/** Returns whether a page that shows a change tells who the person is, although it masks values. */
export function tellsWhoChanged(entity: string, change: FieldChange): boolean {
  const masking = getFieldMasking(entity, change.field);
  return [change.before, change.after].some(
    (value) =>
      value !== null &&
      identifies(entity, change.field, value) &&
      tellsWho(masking, toHistoryText(value)),
  );
}
