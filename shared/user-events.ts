/** Lists and describes the security events of changed users for the audit log. */

export const roles = [
  { value: '1', label: 'Administrator' },
  { value: '2', label: 'Researcher' },
] as const;

const statuses = [
  { value: '1', label: 'Active' },
  { value: '2', label: 'Disabled' },
] as const;

/** The values of a user whose changes are security events. They come from the database or a form. */
export interface UserFacts {
  role: unknown;
  status: unknown;
  email: unknown;
  /** The number 1 for a user who has signed up but was not approved yet. */
  waiting?: unknown;
}

interface UserEvent {
  action: 'Role change' | 'Approval' | 'Status change' | 'Email change';
  /** The name of the changed value, for an audit entry that cannot say whether the change succeeded. */
  changed: string;
  description: string;
}

/**
 * Returns the security events of a change of a user. The events of role and status contain the old and the new value.
 * The event of the e-mail address contains neither.
 */
export function listUserEvents(id: string, before: UserFacts, after: UserFacts): UserEvent[] {
  const events: UserEvent[] = [];
  if (readText(before.role) !== readText(after.role)) {
    const words = `from ${getLabel(roles, before.role)} to ${getLabel(roles, after.role)}`;
    events.push({
      ...{ action: 'Role change', changed: 'role' },
      description: `Changed the role of user ${id} ${words}`,
    });
  }
  if (readText(before.status) !== readText(after.status)) {
    const words = `from ${getLabel(statuses, before.status)} to ${getLabel(statuses, after.status)}`;
    const isApproval = readText(before.waiting) === '1' && readText(after.status) === '1';
    events.push({
      ...{ action: isApproval ? 'Approval' : 'Status change', changed: 'status' },
      description: isApproval
        ? `Approved user ${id}, who had signed up: status ${words}`
        : `Changed the status of user ${id} ${words}`,
    });
  }
  if (readText(before.email) !== readText(after.email))
    events.push({
      ...{ action: 'Email change', changed: 'email address' },
      description: `Changed the email address of user ${id}`,
    });
  return events;
}

/** Returns the role and status of a new user as text, for the audit entry of the sign-up or the addition. */
export function describeRights({ role, status }: Pick<UserFacts, 'role' | 'status'>): string {
  return `role ${getLabel(roles, role)}, status ${getLabel(statuses, status)}`;
}

/** Returns the message that refuses to delete, disable or demote the last active administrator. */
export function describeLastAdministrator(username: unknown): string {
  return `The user '${username}' is the last active Administrator and must stay one`;
}

function getLabel(options: readonly { value: string; label: string }[], value: unknown): string {
  return options.find((option) => option.value === readText(value))?.label ?? 'another value';
}

function readText(value: unknown): string {
  return String(value ?? '');
}
