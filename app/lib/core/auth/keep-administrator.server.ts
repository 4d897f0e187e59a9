import { defined } from 'shared/defined';
import type { Envelope } from 'shared/envelope';
import type { Row } from 'shared/list/memory';
import { fold, toText } from 'shared/list/values';
import { readRecordValues } from 'shared/record-values/record-values';
import { failWith, succeeded } from 'shared/result';
import { describeLastAdministrator } from 'shared/user-events';
import { getEntity } from '../entities';
import { withLock } from '../form/with-lock.server';
import type { ApiResult } from '../host/api-result';
import { getApiHost } from '../host/host.server';
import { getHostListPath } from '../list/host-list-path.server';
import { readItem } from '../list/read-item.server';

const user = getEntity('user');
const fields = user.form?.fields ?? [];

const BUSY =
  'Another change of the users is still being saved, which is taking longer than usual. Nothing was changed. Try again in a minute.';

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
  return withLock(
    user.list.path,
    async () => {
      const checked = await checkOthers(id);
      return checked.ok ? make() : checked;
    },
    async () => refuseChange(BUSY),
  );
}

/**
 * Makes an import of users, unless a remote host would have no active administrator after one of its rows. Imports and
 * other changes of users run one after another. The host decides about files that the panel cannot read.
 */
export async function keepAdministratorOnImport<T>(
  rows: AsyncIterable<ReadonlyMap<string, unknown>>,
  make: () => Promise<ApiResult<T>>,
): Promise<ApiResult<T>> {
  if (getApiHost().conforms) return make();
  return withLock<ApiResult<T>>(
    user.list.path,
    async () => {
      const checked = await checkRows(rows);
      return checked.ok ? make() : checked;
    },
    async () => refuseChange(BUSY),
  );
}

/** Checks that there is an active administrator after each row. Users that cannot be listed are not checked. */
async function checkRows(
  rows: AsyncIterable<ReadonlyMap<string, unknown>>,
): Promise<ApiResult<unknown>> {
  const found = await listUsers();
  if (!found.ok) return found.error.kind === 'missing' ? succeeded : found;
  const users = new Map(found.value.items.map((row) => [getName(row.user_username), row]));
  const names = new Map(found.value.items.map((row) => [toText(row.user_id), row.user_username]));
  const active = new Set(
    [...users].flatMap(([name, row]) => (isActiveAdministrator(row) ? [name] : [])),
  );
  for await (const row of rows) {
    const name = getName(names.get(toText(row.get('user_id'))) ?? row.get('user_username'));
    const before = users.get(name);
    const given = Object.fromEntries([...row].filter(([, value]) => toText(value).trim() !== ''));
    const { user_role, u_status } = readRecordValues(fields, { ...before, ...given });
    const after = { ...before, user_role, u_status };
    users.set(name, after);
    if (isActiveAdministrator(after)) active.add(name);
    else if (active.has(name) && active.size === 1) return refuseLast(before);
    else active.delete(name);
  }
  return succeeded;
}

/** Returns a username in the form in which usernames are compared. */
function getName(username: unknown): string {
  return fold(toText(username).trim());
}

async function listUsers() {
  return getApiHost().list(defined(getHostListPath(user)), undefined, {
    take: (item) => {
      const row = readItem(user, item);
      const { user_username, user_role, u_status } = readRecordValues(fields, row);
      return { user_id: row.user_id, user_username, user_role, u_status };
    },
  });
}

async function checkOthers(id: string): Promise<ApiResult<unknown>> {
  const found = await listUsers();
  if (!found.ok) return found.error.kind === 'missing' ? succeeded : found;
  const [only, ...others] = found.value.items.filter(isActiveAdministrator);
  const isLast = others.length === 0 && toText(only?.user_id) === id;
  return isLast ? refuseLast(only) : succeeded;
}

function refuseChange(message: string): ApiResult<never> {
  return failWith({ kind: 'refused', message });
}

function refuseLast(only: Row | undefined): ApiResult<never> {
  return refuseChange(describeLastAdministrator(toText(only?.user_username)));
}

function isActiveAdministrator(values: Row | undefined): boolean {
  return values?.user_role === '1' && values.u_status === '1';
}
