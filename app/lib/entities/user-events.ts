import type { Row } from '../list/memory';
import { asText } from '../list/values';
import type { RecordEvent } from './entity';

export const roles = [
  { value: '1', label: 'Administrator' },
  { value: '2', label: 'Researcher' },
] as const;

const statuses = [
  { value: '1', label: 'Active' },
  { value: '2', label: 'Disabled' },
] as const;

/**
 * Returns what the change of a user means for security: role and status with their old and new values, and
 * that the e-mail address is another one. `before` is what the form was opened with, and `user_waiting`.
 */
export function userEvents(id: string, before: Row, after: Row): RecordEvent[] {
  const events: RecordEvent[] = [];
  const enter = (action: RecordEvent['action'], what: string, text: string) =>
    events.push({ action, attempt: `Changing the ${what} of user ${id}`, describe: () => text });
  const isOther = (field: string) => asText(before[field]) !== asText(after[field]);
  if (isOther('user_role')) {
    const words = fromTo(roles, before.user_role, after.user_role);
    enter('Role change', 'role', `Changed the role of user ${id} ${words}`);
  }
  if (isOther('u_status')) {
    const words = fromTo(statuses, before.u_status, after.u_status);
    if (asText(before.user_waiting) === '1' && asText(after.u_status) === '1')
      enter('Approval', 'status', `Approved user ${id}, who had signed up: status ${words}`);
    else enter('Status change', 'status', `Changed the status of user ${id} ${words}`);
  }
  if (isOther('user_email'))
    enter('Email change', 'email address', `Changed the email address of user ${id}`);
  return events;
}

function fromTo(
  options: readonly { value: string; label: string }[],
  before: unknown,
  after: unknown,
): string {
  const word = (value: unknown) =>
    options.find((option) => option.value === asText(value))?.label ?? 'another value';
  return `from ${word(before)} to ${word(after)}`;
}
