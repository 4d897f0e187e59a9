import { defined } from 'shared/defined';
import { toText } from 'shared/list/values';
import { getEntity } from '../entities';
import { readRecordValues } from '../form/record-values';
import type { ApiResult } from '../host/api-result';
import { getApiHost } from '../host/host.server';
import { getHostListPath } from '../list/host-list-path.server';
import { readItem } from '../list/read-item.server';
import type { SignedInUser } from '../session/user';
import type { Recipient } from './weekly-mail';

const user = getEntity('user');
const fields = user.form?.fields ?? [];

/**
 * Returns the active administrators who have an e-mail address, in the order of their usernames. Always includes the
 * signed-in administrator, because some hosts' lists of users do not contain roles.
 */
export async function listAdministrators(self: SignedInUser): Promise<ApiResult<Recipient[]>> {
  const found = await getApiHost().list(defined(getHostListPath(user)), undefined, {
    take: (item) => {
      const row = readItem(user, item);
      return { ...readRecordValues(fields, row), user_id: row.user_id };
    },
  });
  if (!found.ok) return found;
  const administrators = found.value.items
    .filter(
      ({ user_role, u_status, user_email }) =>
        user_role === '1' && u_status === '1' && toText(user_email) !== '',
    )
    .map((row) => ({ id: toText(row.user_id), username: toText(row.user_username) }))
    .filter(({ id, username }) => id !== '' && username !== '' && id !== self.id);
  const { id, username } = self;
  return {
    ok: true,
    value: [...administrators, { id, username }].sort((one, other) =>
      one.username.localeCompare(other.username, 'en'),
    ),
  };
}
