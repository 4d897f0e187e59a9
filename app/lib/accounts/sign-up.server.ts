import type { Envelope } from 'shared/envelope';
import { toText } from 'shared/list/values';
import { getNetworkName } from 'shared/network-name';
import { SECURITY } from 'shared/security-events';
import { describeRights } from 'shared/user-events';
import { SOME_ACCOUNT } from 'shared/username';
import { user } from '../core/entities/user';
import type { ApiResult } from '../core/host/api-result';
import type { ChangeEntry, ChangeHistory } from '../core/host/change-entry';
import { getApiHost } from '../core/host/host.server';
import { makeChange } from '../core/host/make-change.server';
import { describeRecord } from '../core/records/describe-record.server';
import { planWholeRecord } from '../core/records/plan-change.server';
import { config } from '../core/server/config.server';
import { findAccount } from './find-account.server';

interface SignUp {
  email: string;
  password: string;
  /** The network address of the browser. */
  address: string;
}

/**
 * Requests an account from the host, and stores its audit entry and the history of the added user. The embedded host
 * stores the history together with the user. A remote host does not identify the user that it has added, so that nobody
 * learns whether the address had an account. Therefore the panel searches for the user before and after the request.
 */
export async function signUp({ email, password, address }: SignUp): Promise<ApiResult<Envelope>> {
  const entry = buildEntry(getNetworkName(address));
  const fields = { uemail: email, upassword: password };
  const path = config.API_CREATE_ACCOUNT_PATH;
  const host = getApiHost();
  if (host.isEmbedded)
    return makeChange([entry], (_host, options) => host.change(path, fields, options), {
      history: undefined,
    });
  const before = await findAccount(email);
  const isNew = before.ok && before.value === undefined;
  const create = async (): Promise<ApiResult<Envelope>> => {
    const result = await host.change(path, fields, {});
    // The panel also searches after a refusal, so that the duration does not reveal whether there was an account.
    const after = await findAccount(email);
    if (!result.ok || !before.ok || !after.ok) return result;
    const items = after.value ? [{ ...after.value, is_known: isNew ? 0 : 1 }] : [];
    return { ok: true, value: { ...result.value, items } };
  };
  return makeChange([entry], create, { history: isNew ? planAddition(email) : undefined });
}

/**
 * Builds the audit entry of a sign-up. Its functions get the user with the address as the only item, or no item if
 * there is no such user. The embedded host passes this item only to the entry, and sets the entry's username itself.
 */
function buildEntry(network: string): ChangeEntry {
  return {
    username: SOME_ACCOUNT,
    findUsername: ([item]) => toText(item?.user_username),
    title: SECURITY,
    action: 'Sign-up',
    attempt: `Sign-up from ${network}`,
    describe: ([item]) => {
      if (!item) return `Sign-up from ${network}`;
      const account = describeRecord(user, toText(item.user_id));
      if (item.is_known) return `Sign-up from ${network} with the address of ${account}`;
      const rights = { role: item.user_role, status: item.user_status ?? item.u_status };
      return `Added ${account} by a sign-up from ${network}: ${describeRights(rights)}`;
    },
  };
}

/** Returns the history of a sign-up. The values of the user are known only after the sign-up. */
function planAddition(email: string): ChangeHistory {
  const added = { field: 'user_email', before: null, after: email };
  return {
    change: { entity: user.name, username: email, action: 'Add', fields: [added] },
    complete: ([item]) => {
      if (!item) return {};
      const id = toText(item.user_id);
      const { fields } = planWholeRecord(user, 'Add', item, { id, username: email }).change;
      return { recordId: id, fields };
    },
  };
}
