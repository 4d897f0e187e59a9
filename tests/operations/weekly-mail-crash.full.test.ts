import { expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../support/folders';
import { startMailServer } from '../support/mail-server';
import { startPanel } from '../support/panel';
import { hasChecked, makeMailEnv, turnOnMails } from '../support/weekly-mail';

it('SIGKILL while the mail server has the weekly mail: the next process does not send it again', async () => {
  const { heard, port } = await startMailServer({ hangs: true });
  const countMails = () => heard.filter((line) => line === '.').length;
  const env = {
    ...makeMailEnv(),
    DATA_DIR: tempFolder(),
    DEMO_DATA: 'on',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  };
  const first = await startPanel(env);
  await expect.poll(() => hasChecked(first), { timeout: 60_000 }).toBe(true);
  await turnOnMails(first);
  await first.stop();
  const second = await startPanel(env);
  await expect.poll(countMails, { timeout: 60_000 }).toBe(1);
  second.signal('SIGKILL');
  await second.ended;
  const third = await startPanel(env);
  onTestFinished(() => third.stop());
  await expect.poll(() => hasChecked(third), { timeout: 60_000 }).toBe(true);
  expect(countMails()).toBe(1);
});
