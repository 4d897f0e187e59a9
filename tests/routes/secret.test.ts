import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startPanel } from '../support/panel';

it('refuses to start with faulty settings, one sentence each', async () => {
  const start = startPanel({ PORT: 'x', MAIL_FROM: 'y' });
  const error: Error = await start.then(
    () => Promise.reject(new Error('the panel started')),
    (refusal) => refusal,
  );
  expect(error.message).toMatch(/^PORT is not valid: .+\.$/m);
  expect(error.message).toMatch(/^MAIL_FROM is not valid: .+\.$/m);
  expect(error.message).not.toMatch(/^\s+at /m);
});

it.each(['', 'half of a secr'])(
  'refuses a kept session secret of %j, in one sentence',
  async (kept) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'secret-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(path.join(folder, 'session-secret'), kept);
    const error: Error = await startPanel({ DATA_DIR: folder }).then(
      () => Promise.reject(new Error('the panel started')),
      (refusal) => refusal,
    );
    expect(error.message.split('\n').slice(1).join('\n').trim()).toBe(
      `The session secret in ${path.join(folder, 'session-secret')} has fewer than 32 characters: delete the file, and a new one is made.`,
    );
  },
);

it('ASVS 13.3.2: makes the session secret once, for its owner only, and tells nobody', async () => {
  const panel = await startPanel();
  try {
    const file = path.join(panel.dataDir, 'session-secret');
    const secret = readFileSync(file, 'utf8');
    expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(panel.dataDir).filter((name) => name.startsWith('session-'))).toEqual([
      'session-secret',
    ]);
    expect(panel.output()).not.toContain(secret);
    expect(panel.output()).toContain('outbox');
  } finally {
    await panel.stop();
  }
});
