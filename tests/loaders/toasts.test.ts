import { describe, expect, it, onTestFinished } from 'vitest';
import { withRequestId } from '~/lib/core/server/request-scope.server';
import { getStore } from '~/lib/core/server/store.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { takeToast } from '~/lib/core/session/take-toast.server';
import { signedInAs } from '../support/call-route';

/** Does `work` as the loaders of one page do. They all get the same request. */
function inRequest<T>(cookie: string, work: (request: Request) => Promise<T>): Promise<T> {
  const request = new Request('http://panel.test/countries', { headers: { cookie } });
  return withRequestId('test', () => work(request));
}

async function start(): Promise<string> {
  onTestFinished(async () => {
    await (await getStore()).deleteFrom('session').execute();
  });
  return signedInAs('administrator');
}

/** Stores a message as the loader of a page does that redirects. Then takes messages as the loader of its frame does. */
function redirectWith(cookie: string, text: string) {
  return inRequest(cookie, async (request) => {
    const { toast } = await requireSignedIn(request);
    await toast({ kind: 'error', text });
    return takeToast(request);
  });
}

describe('a message of a page that redirects', () => {
  it('is not taken by the frame of that page, which is slower, but shown once by the next page', async () => {
    const cookie = await start();
    expect(await redirectWith(cookie, 'first')).toBeUndefined();
    expect(await inRequest(cookie, takeToast)).toEqual({ kind: 'error', text: 'first' });
    expect(await inRequest(cookie, takeToast)).toBeUndefined();
  });

  it('stays for the next page if the frame takes an earlier message meanwhile', async () => {
    const cookie = await start();
    await redirectWith(cookie, 'first');
    expect(await redirectWith(cookie, 'second')).toEqual({ kind: 'error', text: 'first' });
    expect(await inRequest(cookie, takeToast)).toEqual({ kind: 'error', text: 'second' });
  });
});
