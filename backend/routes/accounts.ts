import type { Change } from '../audit/change';
import { changeOwnPassword, changePassword, login, resetPassword } from '../endpoints/accounts';
import { createAccount } from '../endpoints/create-account';
import { makeRefusalNotes } from '../endpoints/note-refusals';
import type { HostOptions } from '../endpoints/options';
import { makeAttemptThrottle } from '../endpoints/throttle';
import type { Envelope } from '../wire/envelope';
import { type FormFields, readFields } from '../wire/requests';
import { type HostApp, MAX_BODY_BYTES } from './app';

/** Adds the endpoints for signing in, signing up and changing passwords. */
export function serveAccounts({ app, post, buildChange }: HostApp, options: HostOptions): void {
  const { noteAttempt } = makeRefusalNotes(options);
  const throttle = options.signInAttempts && makeAttemptThrottle(options.signInAttempts);
  const postAttempt = (
    path: string,
    [account, failure]: [field: string, failure: 'failed sign-in' | 'wrong current password'],
    answer: (options: HostOptions, fields: FormFields, change: Change) => Promise<Envelope>,
  ) =>
    app.post(path, async (c) => {
      const fields = await readFields(c, MAX_BODY_BYTES);
      const attempt = { account: String(fields[account]), address: c.env?.address ?? 'unknown' };
      const work = () => answer(options, fields, buildChange(c));
      return c.json(
        await noteAttempt(c, fields[account], failure, () =>
          throttle ? throttle(attempt, work) : work(),
        ),
      );
    });
  postAttempt('/login', ['username', 'failed sign-in'], login);
  postAttempt(
    '/account/change-own-password',
    ['uusername', 'wrong current password'],
    changeOwnPassword,
  );
  post('/account/create', (fields, change) => createAccount(options, fields, change));
  post('/account/reset', (fields, change) => resetPassword(options, fields, change));
  post('/account/change-password', (fields, change) => changePassword(options, fields, change));
}
