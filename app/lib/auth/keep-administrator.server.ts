import { defined } from 'shared/defined';
import type { Envelope } from 'shared/envelope';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { describeLastAdministrator } from 'shared/user-events';
import { getEntity } from '../entities';
import { readRecordValues } from '../form/record-values';
import { withRecordLock } from '../form/with-record-lock.server';
import type { ApiError, ApiResult } from '../host/api-result';
import { getApiHost } from '../host/host.server';
import { getHostListPath } from '../list/host-list-path.server';
import { readItem } from '../list/read-item.server';

const user = getEntity('user');
const fields = user.form?.fields ?? [];

/** A change of a user. */
export interface UserChange {
  id: string;
  /** The values before the change. Undefined if the record could not be read. */
  before: Row | undefined;
  /** The values of the form after the change. Undefined if the user is deleted. */
  after: Row | undefined;
}

/**
 * Makes a change of a user, unless a remote host would have no active administrator afterwards. Such changes run one
 * after another. Makes the change if the list of users does not show this user as the last one: not every host's list
 * contains roles, and the host decides then. The embedded host checks its own users in the transaction of the change.
 */
export async function keepAdministrator(
  { id, before, after }: UserChange,
  make: () => Promise<ApiResult<Envelope>>,
): Promise<ApiResult<Envelope>> {
  if (getApiHost().conforms || isActiveAdministrator(after)) return make();
  if (before && !isActiveAdministrator(readRecordValues(fields, before))) return make();
  return withRecordLock(
    user.list.path,
    async () => {
      const error = await findRefusal(id);
      return error ? { ok: false, error } : make();
    },
    async (message) => ({ ok: false, error: { kind: 'refused', message } }),
  );
}

async function findRefusal(id: string): Promise<ApiError | undefined> {
  const found = await getApiHost().list(defined(getHostListPath(user)), undefined, {
    take: (item) => {
      const row = readItem(user, item);
      const { user_username, user_role, u_status } = readRecordValues(fields, row);
      return { user_id: row.user_id, user_username, user_role, u_status };
    },
  });
  if (!found.ok) return found.error.kind === 'missing' ? undefined : found.error;
  const [only, ...others] = found.value.items.filter(isActiveAdministrator);
  const isLast = others.length === 0 && toText(only?.user_id) === id;
  return isLast
    ? { kind: 'refused', message: describeLastAdministrator(toText(only?.user_username)) }
    : undefined;
}

function isActiveAdministrator(values: Row | undefined): boolean {
  return values?.user_role === '1' && values.u_status === '1';
}
