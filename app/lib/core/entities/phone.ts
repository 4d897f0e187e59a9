import { phone as declaration, phoneType, phoneTypes } from 'shared/entities/phone';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import type { Crumb } from '../../trail';
import { buildEntity } from './declared-entity';
import { hiddenNumber } from './identifying';

export { phoneTypes };

/**
 * Returns the row with both the id (`phone_status`) and the name (`p_status`) of its phone type. If the id is missing,
 * derives it from the name. If the name is missing or unknown, derives it from the id.
 */
export function readPhoneType(row: Row): Row {
  const number = toText(row.phone_status).trim();
  const word = toText(row.p_status).trim().toLowerCase();
  const byNumber = phoneTypes.find(({ value }) => value === number);
  const byWord = phoneTypes.find(({ label }) => label.toLowerCase() === word);
  const p_status = (byWord ?? byNumber)?.label ?? row.p_status;
  const phone_status = number === '' ? (byWord?.value ?? row.phone_status) : row.phone_status;
  if (p_status === row.p_status && phone_status === row.phone_status) return row;
  return { ...row, p_status, phone_status };
}

/** Returns whether a phone is one of a peer navigator or a moderator. Only these can have participants. */
export function isStaffPhone(row: Row): boolean {
  const { peerNavigator, moderator } = phoneType;
  return [peerNavigator, moderator].map(String).includes(toText(row.phone_status).trim());
}

export function getPhonePath(
  screen: 'edit' | 'participants' | 'conversations' | 'chat',
  number: unknown,
): string {
  return `/phone/${screen}/${encodeURIComponent(toText(number))}`;
}

/** The screen above the conversations of a phone, for breadcrumbs. */
export const conversationsCrumb: Crumb = { title: 'Conversations', href: '/conversations' };

/** Returns the path of a chat. The chat's page leads back to the conversations of `phone`, if one is given. */
export function getChatPath(conversation: string, phone: string): string {
  return getPhonePath('chat', phone ? `${conversation}/${phone}` : conversation);
}

/**
 * Splits the id in a chat's path into the id of the conversation, which contains no slash, and the number of the phone
 * from whose conversations the chat was opened.
 */
export function readChatId(id: string): { conversation: string; phone: string | undefined } {
  const end = id.indexOf('/');
  return end < 0
    ? { conversation: id, phone: undefined }
    : { conversation: id.slice(0, end), phone: id.slice(end + 1) };
}

/** Returns the address of a phone's participants, or undefined for a phone that cannot have any. */
export function getParticipantsLink(row: Row): string | undefined {
  return isStaffPhone(row) ? getPhonePath('participants', row.phone_number) : undefined;
}

export const phone = buildEntity(declaration, {
  read: readPhoneType,
  columns: { phone_id: hiddenNumber, n_participants: { link: getParticipantsLink } },
  list: { extraFields: ['phone_status'] },
  form: { changeOnly: true },
});
