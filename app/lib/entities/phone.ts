import { phone as declaration, phoneTypes } from 'shared/entities/phone';
import type { Row } from 'shared/list/memory';
import { asText } from 'shared/list/values';
import { declaredEntity } from './declared-entity';

export { phoneTypes };

/**
 * Returns the row with the number and the word of its type, where a host sends one of them. A word that is none of the
 * types' gives way to that of a known number.
 */
export function readPhoneType(row: Row): Row {
  const number = asText(row.phone_status).trim();
  const word = asText(row.p_status).trim().toLowerCase();
  const byNumber = phoneTypes.find(({ value }) => value === number);
  const byWord = phoneTypes.find(({ label }) => label.toLowerCase() === word);
  const p_status = (byWord ?? byNumber)?.label ?? row.p_status;
  const phone_status = number === '' ? (byWord?.value ?? row.phone_status) : row.phone_status;
  if (p_status === row.p_status && phone_status === row.phone_status) return row;
  return { ...row, p_status, phone_status };
}

/** Peer navigators and moderators have participants. */
export function hasParticipants(row: Row): boolean {
  return ['2', '4'].includes(asText(row.phone_status).trim());
}

export function phonePath(
  screen: 'edit' | 'participants' | 'conversations' | 'chat',
  number: unknown,
): string {
  return `/phone/${screen}/${encodeURIComponent(asText(number))}`;
}

export const phone = declaredEntity(declaration, {
  read: readPhoneType,
  recordSource: (number) => `phone/number/${encodeURIComponent(number)}`,
  columns: {
    n_participants: {
      link: (row) =>
        hasParticipants(row) ? phonePath('participants', row.phone_number) : undefined,
    },
  },
  list: { needs: ['phone_status'] },
  form: { changeOnly: true },
});
