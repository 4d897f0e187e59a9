import { findUserOfCode } from './accounts/recovery';
import { sendMessage } from './endpoints/notifications';
import type { HostOptions } from './endpoints/options';
import { findUsersNamed } from './entities/user';
import { serveAccounts } from './routes/accounts';
import { type Caller, makeApp } from './routes/app';
import { serveFiles } from './routes/files';
import { type ListReaders, serveLists } from './routes/lists';
import { type AppendEntry, serveLogs } from './routes/logs';
import { serveRecords } from './routes/records';

export type { HostOptions } from './endpoints/options';

export interface Host extends ListReaders {
  /**
   * Answers a request. `caller.address` is the network address of an HTTP client. `caller.entries` are the
   * audit entries of a change, which are written in the same transaction, as is what `caller.alsoStore` stores; only
   * callers in the same process pass them.
   */
  fetch(request: Request, caller?: Caller): Promise<Response>;
  append: AppendEntry;
  /**
   * Returns the username of the account that signs in with this name (a username or an email address), for the
   * audit log. Returns undefined when there is no such account.
   */
  findAccountName(name: string): Promise<string | undefined>;
  /** Returns whether the code of a mailed link can still set a password. */
  isPasswordCode(code: string): Promise<boolean>;
}

/** Creates the API host, which answers the requests of wire.md. */
export function createHost(options: HostOptions): Host {
  const hostApp = makeApp(options);
  const readers = serveLists(hostApp, options);
  serveRecords(hostApp, options);
  const append = serveLogs(hostApp, options);
  serveAccounts(hostApp, options);
  hostApp.post('/send-fcm-topic-message', (fields) => sendMessage(options, fields));
  serveFiles(hostApp, options);
  return {
    ...readers,
    append,
    fetch: async (request, caller) => hostApp.app.fetch(request, caller),
    async findAccountName(name) {
      const [known] = await findUsersNamed(options.db, name.trim());
      return known && String(known.user_username);
    },
    isPasswordCode: async (code) =>
      (await findUserOfCode(options.db, code, options.now?.() ?? new Date())) !== undefined,
  };
}
