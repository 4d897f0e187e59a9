import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { getApiHost } from '~/lib/core/host/host.server';
import { storeFactor } from '~/lib/core/proof/factor-store.server';
import { makeSecret } from '~/lib/core/proof/time-codes';
import { getStore } from '~/lib/core/server/store.server';
import {
  deleteToast,
  setSessionFields,
  storeToast,
} from '~/lib/core/session/change-session.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { sessionStorage } from '~/lib/core/session/session.server';
import { sealNewCodes } from '~/lib/factor/new-codes.server';
import { loader as codesPage } from '../../app/routes/_signed-in+/profile_.second-factor_.codes';
import { callRoute, signedInAs } from '../support/call-route';
import { changeStoredSession } from '../support/change-stored-session';
import { clearFactors } from '../support/clear-factors';

const administrator = { id: '1', username: 'mwansa', name: 'Mwansa', email: '', role: '1' };
const demoted = { ...administrator, role: '2' };
const toast = { kind: 'success', text: 'Saved' } as const;

async function start() {
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await clearFactors();
    await (await getStore()).deleteFrom('session').execute();
  });
  const cookie = await signedInAs('administrator');
  const read = async () => (await sessionStorage.getSession(cookie)).data;
  const { id: token } = await sessionStorage.getSession(cookie);
  return { cookie, token, read };
}

const open = (cookie: string, init: RequestInit = {}) =>
  requireSignedIn(new Request('http://panel.test/x', { headers: { cookie }, ...init }));

describe('a request that read the session before another one changed it', () => {
  it('does not restore the role when it stores a message', async () => {
    const { cookie, read } = await start();
    const signedIn = await open(cookie, { method: 'POST' });
    await changeStoredSession(cookie, { user: demoted });
    await signedIn.toast(toast);
    expect(await read()).toMatchObject({ user: { role: '2' }, toast });
  });

  it('does not restore a proof, and notes a proof without restoring the role', async () => {
    const { cookie, read } = await start();
    const [one, other] = [await open(cookie, { method: 'POST' }), await open(cookie)];
    await changeStoredSession(cookie, { user: demoted, provenAt: undefined });
    await one.toast(toast);
    expect((await read()).provenAt).toBeUndefined();
    await other.noteProof();
    const { provenAt, user } = await read();
    expect([Date.now() - Number(provenAt) < 5_000, user?.role]).toEqual([true, '2']);
  });

  it('cannot write the whole session back', async () => {
    const { cookie } = await start();
    const session = await sessionStorage.getSession(cookie);
    await expect(sessionStorage.commitSession(session)).rejects.toThrow('field by field');
  });

  it('does not restore the role that the host gave before the session was marked for a check', async () => {
    const { cookie, read } = await start();
    const store = await getStore();
    await store.updateTable('session').set({ checked_at: 1 }).execute();
    const row = { user_id: '1', user_username: 'mwansa', u_status: 'Active', user_fname: 'New' };
    vi.spyOn(getApiHost(), 'get').mockImplementationOnce(async () => {
      // Another request learns of the demotion while the host answers this one.
      await changeStoredSession(cookie, { user: demoted });
      await store.updateTable('session').set({ checked_at: 2 }).execute();
      return { ok: true, value: { items: [{ ...row, user_role: '1' }] } as never };
    });
    await open(cookie);
    expect((await read()).user?.role).toBe('2');
    const { checked_at } = await store
      .selectFrom('session')
      .select('checked_at')
      .executeTakeFirstOrThrow();
    expect(Number(checked_at)).toBe(2);
  });
});

it('many requests that change one session at once each change their own field', async () => {
  const { token, read } = await start();
  const setup = { secret: 's', at: 1 };
  await Promise.all([
    ...Array.from({ length: 10 }, () => storeToast(token, toast)),
    setSessionFields(token, { provenAt: 5 }),
    setSessionFields(token, { factorSetup: setup }),
    setSessionFields(token, { passkeySetup: { name: 'n', at: 1 } }),
  ]);
  expect(await read()).toMatchObject({
    ...{ user: administrator, toast, provenAt: 5, factorSetup: setup },
    passkeySetup: { name: 'n' },
  });
});

it('a message that was replaced meanwhile stays', async () => {
  const { token, read } = await start();
  const next = { ...toast, text: 'Next' };
  await storeToast(token, next);
  await deleteToast(token, toast);
  expect((await read()).toast).toEqual(next);
});

it('of two tabs, one shows the new recovery codes', async () => {
  const { cookie, token } = await start();
  const codes = (await storeFactor(administrator, makeSecret(), 0)) ?? [];
  await setSessionFields(token, { recoveryCodes: sealNewCodes(administrator, codes) });
  const pages = await Promise.all(
    [1, 2, 3].map(() => callRoute(codesPage, '/profile/second-factor/codes', { cookie })),
  );
  const shown = pages.filter(({ data }) => (data as { codes?: string[] }).codes);
  expect(shown).toHaveLength(1);
  expect(shown[0]?.data).toMatchObject({ codes });
});
