import { toText } from 'shared/list/values';
import { PASSWORD_FIELD } from '../history/change';
import type { ChangeHistory } from '../host/make-change.server';

/**
 * Returns the history of a changed password, which does not hold the password. If `id` is unknown because a link
 * sets the password, the host's answer identifies the user.
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
