import { AsyncLocalStorage } from 'node:async_hooks';
import { oncePerProcess } from './process.server';

// Shared by the server and its build, which are bundled apart.
const current = oncePerProcess('request id', () => new AsyncLocalStorage<string>());

/** Does the work, however long it takes, as part of the request with this id. */
export function withRequestId<T>(id: string, work: () => T): T {
  return current.run(id, work);
}

/** The id of the request that is being answered; undefined outside of any. */
export function requestId(): string | undefined {
  return current.getStore();
}
