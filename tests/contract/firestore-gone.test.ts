import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { getMessengerPaths } from '../../app/lib/core/messenger/paths';
import { startFirestore, type TestFirestore } from '../support/firestore';
import { sweep } from '../support/full';
import { type RunningPanel, startPanel } from '../support/panel';
import { envelope, type RecordingHost, startRecordingHost } from '../support/recording-host';
import { ann } from '../support/remote';
import { Visitor } from '../support/visitor';

const paths = getMessengerPaths('study');
const LIMIT_MS = 10_000;
const DISCUSSIONS = 100;

let firestore: TestFirestore;
let host: RecordingHost;
let panel: RunningPanel;
let visitor: Visitor;

beforeAll(async () => {
  [firestore, host] = await Promise.all([startFirestore(), startRecordingHost()]);
  panel = await startPanel({
    API_HOST_URL: host.url,
    API_TIMEOUT_MS: String(LIMIT_MS),
    FIREBASE_PROJECT_ID: firestore.project,
    FIRESTORE_EMULATOR_HOST: firestore.address,
    METADATA_SERVER_DETECTION: 'none',
  });
  host.on('login', () => envelope([ann]));
  visitor = await new Visitor(panel.url).signIn();
  for (let n = 0; n < DISCUSSIONS; n++)
    await firestore.db.doc(`${paths.discussions}/d${n}`).set({
      title: `Discussion ${n}`,
      description: 'x'.repeat(2_000),
      posted: Timestamp.fromMillis(1_700_000_000_000 + n),
      createdAt: Timestamp.fromMillis(1_700_000_000_000 + n),
      posts: n,
      status: 1,
      nickname: 'Ann',
    });
});
afterAll(async () => {
  await panel.stop();
  await firestore.stop();
  await host.stop();
});

it.each(sweep(['silence', 'break'] as const, (end) => end === 'break'))(
  'Firestore stops with %s in the middle of a collection: the page shows an error in time, and the panel goes on',
  async (how) => {
    onTestFinished(() => {
      firestore.endsAfter = undefined;
    });
    await expect
      .poll(async () => (await visitor.open('/discussions')).html.includes('Discussion 99'), {
        timeout: 60_000,
      })
      .toBe(true);

    // The whole answer has 200 kB.
    firestore.endsAfter = { bytes: 60_000, how };
    const start = performance.now();
    await visitor.open('/discussions');
    const ms = performance.now() - start;
    expect(visitor.status).toBe(200);
    expect(visitor.page.getByRole('alert').textContent).toContain('Dicussions could not be loaded');
    expect(ms).toBeLessThan(LIMIT_MS + 10_000);
    expect(firestore.endsAfter.bytes).toBeLessThan(0);
    expect((await visitor.open('/home')).status).toBe(200);
    expect((await fetch(`${panel.url}/healthz`)).status).toBe(200);

    firestore.endsAfter = undefined;
    await expect
      .poll(async () => (await visitor.open('/discussions')).html.includes('Discussion 99'), {
        timeout: 60_000,
      })
      .toBe(true);
    expect(panel.output()).not.toMatch(/uncaught|unhandled/i);
  },
);
