import { afterEach, describe, expect, it, vi } from 'vitest';
import { getApiHost } from '~/lib/core/host/host.server';
import { loader as waiting } from '../../app/routes/_signed-in+/_administration+/users_.waiting';
import { callRoute, signedInAs } from '../support/call-route';

afterEach(() => void vi.restoreAllMocks());

/** Opens the page of waiting accounts with a host that sends all users, with these values of `user_waiting`. */
async function openWith(values: readonly (number | undefined)[]) {
  const items = values.map((user_waiting, index) => ({
    user_id: index + 1,
    ...{ user_username: `user ${index + 1}`, user_status: 2 },
    ...(user_waiting === undefined ? {} : { user_waiting }),
  }));
  vi.spyOn(getApiHost(), 'list').mockResolvedValue({
    ok: true,
    value: {
      ...{ succeeded: true, message: '', items },
      ...{ isChanged: true, condition: undefined, isStorable: false },
      answersQueries: false,
    },
  });
  const cookie = await signedInAs('administrator');
  const { data } = await callRoute(waiting, '/users/waiting', { cookie });
  const { accounts, total, error } = data as {
    accounts: { name: string }[];
    total: number;
    error?: string;
  };
  return { names: accounts.map(({ name }) => name), total, error };
}

describe('the accounts that wait, with a host that sends all users,', () => {
  it('are not said to be none if the host does not state which accounts wait', async () => {
    expect(await openWith([undefined, undefined])).toEqual({
      names: [],
      total: 0,
      error: 'This API host does not state which accounts wait for approval',
    });
  });

  it('are found among all users', async () => {
    expect(await openWith([0, 1, 0, 1])).toEqual({
      names: ['user 2', 'user 4'],
      total: 2,
      error: undefined,
    });
  });

  it('are none if the host states that no account waits', async () => {
    expect(await openWith([0, 0])).toEqual({ names: [], total: 0, error: undefined });
  });
});
