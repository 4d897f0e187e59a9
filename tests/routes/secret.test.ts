import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
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

it('ASVS 13.3.2: makes the session secret once, for its owner only, and tells nobody', async () => {
  const panel = await startPanel();
  try {
    const file = path.join(panel.dataDir, 'session-secret');
    const secret = readFileSync(file, 'utf8');
    expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(panel.output()).not.toContain(secret);
    expect(panel.output()).toContain('outbox');
  } finally {
    await panel.stop();
  }
});
