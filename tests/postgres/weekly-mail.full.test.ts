import { expect, it, onTestFinished } from 'vitest';
import { createDatabase, onDatabase } from '../support/database';
import { tempFolder } from '../support/folders';
import { startMailServer } from '../support/mail-server';
import { startPanel } from '../support/panel';
import { hasChecked, makeMailEnv, turnOnMails } from '../support/weekly-mail';

it('two panels that find the weekly mail due at once send it once', async () => {
  const url = await createDatabase();
  onTestFinished(async () => {
    const server = String(process.env.TEST_DATABASE_URL);
    await onDatabase(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
  });
  const files = tempFolder();
  const start = (smtpPort?: number) =>
    startPanel({
      ...makeMailEnv(),
      DATABASE_URL: url,
      DATA_DIR: tempFolder(),
      FILES_DIR: files,
      DEMO_DATA: 'on',
      ...(smtpPort ? { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` } : {}),
    });
  const first = await start();
  await expect.poll(() => hasChecked(first), { timeout: 60_000 }).toBe(true);
  await turnOnMails(first);
  await first.stop();
  const { heard, port } = await startMailServer();
  const panels = await Promise.all([start(port), start(port)]);
  onTestFinished(async () => void (await Promise.all(panels.map((panel) => panel.stop()))));
  await expect.poll(() => panels.every(hasChecked), { timeout: 60_000 }).toBe(true);
  expect(heard.filter((line) => line.startsWith('RCPT TO:'))).toHaveLength(1);
});
