import { PASSWORD_FIELD } from 'backend/history/change';
import { toText } from 'shared/list/values';
import type { ChangeHistory } from '../host/change-entry';

/**
 * Returns the history of a password change, which does not contain the password. If the password is set with a link,
 * `id` is undefined, and the host's answer identifies the user.
 */
export function planPasswordChange({
  id,
  username,
}: {
  id?: string;
  username: string;
}): ChangeHistory {
  return {
    change: {
      entity: 'user',
      recordId: id,
      username,
      action: 'Password change',
      fields: [{ field: PASSWORD_FIELD, before: null, after: null }],
    },
    complete: ([item]) => ({
      recordId: id ?? (toText(item?.user_id) || undefined),
      username: id === undefined ? toText(item?.user_username) || username : username,
    }),
  };
}
