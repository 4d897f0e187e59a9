// @vitest-environment jsdom
import { within } from '@testing-library/dom';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '~/components/session-dialog';
import { SessionWarning } from '~/components/session-warning';
import { onPage } from '../support/render-part';

const MINUTE = 60_000;
const page = within(document.body);
/** The panel's responses to the next requests about the session, in order. */
let answers: (() => Response)[];
let asked: string[];
let close: () => void;

const answerTimes = (idle: number, latest: number) => () => Response.json({ idle, latest });
const { setTimeout: setRealTimeout } = globalThis;

/** Advances the clock, and then gives the page time to react, for example to load the dialog. */
function pass(ms: number) {
  return act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    await new Promise((resolve) => setRealTimeout(resolve, 20));
  });
}

async function press(name: string) {
  await act(async () => page.getByRole('button', { name }).click());
  await pass(1);
}

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  answers = [];
  asked = [];
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    const answer = answers.shift();
    if (!answer) throw new TypeError('the panel does not answer');
    return answer();
  });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const warning = (
    <SessionWarning times={{ idle: 30 * MINUTE, latest: 600 * MINUTE }} warnBefore={2 * MINUTE} />
  );
  await act(async () => root.render(onPage(warning, { path: '/users?page=2' })));
  close = () => root.unmount();
});

afterEach(async () => {
  await act(async () => close());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the warning before the end of a session', () => {
  it('says nothing while there is time, and asks the panel before it warns', async () => {
    await pass(27 * MINUTE);
    expect(asked).toEqual([]);
    answers = [answerTimes(2 * MINUTE, 500 * MINUTE)];
    await pass(MINUTE + 1_000);
    expect(asked).toEqual(['GET /session']);
    expect(page.getByRole('alertdialog', { name: 'Your session is about to end' })).toBeDefined();
  });

  it('disappears when the user stays signed in, and comes back when it is due again', async () => {
    answers = [answerTimes(2 * MINUTE, 500 * MINUTE), answerTimes(30 * MINUTE, 500 * MINUTE)];
    await pass(28 * MINUTE + 1_000);
    await press('Stay signed in');
    expect(asked).toEqual(['GET /session', 'POST /session']);
    expect(page.queryByRole('alertdialog')).toBeNull();
    answers = [answerTimes(2 * MINUTE, 400 * MINUTE)];
    await pass(28 * MINUTE + 1_000);
    expect(page.getByRole('alertdialog')).toBeDefined();
  });

  it('does not appear if another tab has used the session', async () => {
    answers = [answerTimes(29 * MINUTE, 500 * MINUTE)];
    await pass(28 * MINUTE + 1_000);
    expect(asked).toEqual(['GET /session']);
    expect(page.queryByRole('alertdialog')).toBeNull();
  });

  it('does not offer to stay signed in when the session reaches its latest end', async () => {
    answers = [answerTimes(20 * MINUTE, MINUTE)];
    await pass(28 * MINUTE + 1_000);
    expect(page.getByRole('alertdialog').textContent).toContain('signed in for a long time');
    expect(page.queryByRole('button', { name: 'Stay signed in' })).toBeNull();
    await press('Go on');
    expect(page.queryByRole('alertdialog')).toBeNull();
  });

  it('says that the session has ended, once, and leads back to the page', async () => {
    const redirected = { redirected: { value: true }, url: { value: 'http://localhost/login' } };
    answers = [() => Object.defineProperties(Response.json({}), redirected)];
    await pass(28 * MINUTE + 1_000);
    const dialog = within(page.getByRole('alertdialog', { name: 'You have been signed out' }));
    expect(dialog.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe(
      '/login?to=%2Fusers%3Fpage%3D2',
    );
    await press('Back to the page');
    await pass(60 * MINUTE);
    expect([asked.length, page.queryByRole('alertdialog')]).toEqual([1, null]);
  });

  it('asks again if the panel did not answer', async () => {
    await pass(28 * MINUTE + 1_000);
    expect(page.queryByRole('alertdialog')).toBeNull();
    answers = [answerTimes(MINUTE, 400 * MINUTE)];
    await pass(3 * MINUTE);
    expect(page.getByRole('alertdialog')).toBeDefined();
  });
});
