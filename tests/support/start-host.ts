import { expect, onTestFinished } from 'vitest';
import { hashPassword } from '../../backend/accounts/passwords';
import type { Mail, TopicMessage } from '../../backend/wire/messages';
import type { CheckpointOptions } from '../../shared/checkpoints/write-checkpoints';
import { defined } from '../../shared/defined';
import { dropDatabase, getDatabaseUrl } from './database';
import { tempFolder } from './folders';
import { testKeys } from './keys';
import { type HostOn, openHostOn } from './open-host-on';
import { findWrongDates } from './sortable-dates';

export const TIME_ZONE = 'Africa/Lusaka';
/** The time of the host's clock, which is 14:30:15 in Lusaka. */
export const NOW = new Date('2026-03-01T12:30:15Z');
export const STAMP = '2026-03-01 14:30:15';

export interface Answer {
  succeeded: boolean;
  message: string | null;
  items: Record<string, string | number | null>[];
  total?: number;
}

/**
 * Opens a host on a new folder for one test. The test sets the clock, and reads the mails, messages and errors. Closing
 * the host fails if a date was stored with a wrong sortable value.
 */
export async function startHost({
  checkpoints,
  ...options
}: Partial<HostOn> & { checkpoints?: CheckpointOptions } = {}) {
  const clock = { now: NOW };
  const mails: Mail[] = [];
  const messages: TopicMessage[] = [];
  const errors: unknown[] = [];
  const dataDir = options.dataDir ?? tempFolder();
  const databaseUrl = await getDatabaseUrl(dataDir);
  onTestFinished(() => dropDatabase(dataDir));
  const opened = await openHostOn({
    dataDir,
    databaseUrl,
    keys: testKeys,
    timeZone: TIME_ZONE,
    topic: 'study',
    panelUrl: 'https://panel.example',
    accountApproval: false,
    sendMail: async (mail) => void mails.push(mail),
    sendTopicMessage: async (message) => void messages.push(message),
    logError: (error) => errors.push(error),
    now: () => clock.now,
    ...options,
  });
  if (checkpoints) await opened.startCheckpoints(checkpoints);
  let closed = false;
  const close = async () => {
    try {
      // Checks all dates that the test has stored.
      if (!closed)
        expect(await findWrongDates(opened.db, options.timeZone ?? TIME_ZONE)).toEqual([]);
    } finally {
      closed = true;
      await opened.close();
    }
  };
  onTestFinished(close);

  const send = (target: string, init?: RequestInit) =>
    opened.host.fetch(new Request(`http://host.test/${target}`, init));
  const read = async (response: Response): Promise<Answer> => response.json();
  const get = async (target: string) => read(await send(target));
  const postRaw = (target: string, fields: Record<string, string>) =>
    send(target, { method: 'POST', body: new URLSearchParams(fields) });
  const post = async (target: string, fields: Record<string, string>) =>
    read(await postRaw(target, fields));
  return {
    ...opened,
    close,
    dataDir,
    databaseUrl,
    clock,
    mails,
    messages,
    errors,
    send,
    get,
    post,
    postRaw,
  };
}

export type TestHost = Awaited<ReturnType<typeof startHost>>;

/** Fields for a call of user/update. */
export const ann = {
  uid: '0',
  uname: 'ann',
  ufname: 'Ann',
  ulname: 'Example',
  uphone: '',
  uemail: 'ann@research.example',
  urole: '2',
  ustatus: '1',
  user: 'admin',
};

/** Adds a user who can sign in, and returns the user's id. */
export async function addUser(
  { post, db }: TestHost,
  fields: Partial<typeof ann> & { password?: string } = {},
): Promise<number> {
  const { password = 'correct horse battery', ...rest } = fields;
  const saved = await post('user/update', { ...ann, ...rest });
  const id = Number(defined(saved.items[0]).user_id);
  await db
    .updateTable('user_account')
    .set({ user_password: await hashPassword(password) })
    .where('user_id', '=', id)
    .execute();
  return id;
}
