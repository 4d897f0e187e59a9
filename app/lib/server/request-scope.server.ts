import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestScope {
  id: string;
  isForScript: boolean;
  /** The signed-in user. */
  username?: string;
  /** The results that were loaded for this request. */
  known: Map<string, Promise<unknown>>;
}

const current = new AsyncLocalStorage<RequestScope>();

/** Does the work, however long it takes, as part of the request with this id. */
export function withRequestId<T>(id: string, work: () => T, isForScript = false): T {
  return current.run({ id, isForScript, known: new Map() }, work);
}

/** Returns whether the answer goes to the page's script, which renders by itself. */
export function isForScript(): boolean {
  return current.getStore()?.isForScript ?? false;
}

/** The id of the request that is being answered; undefined outside of any. */
export function requestId(): string | undefined {
  return current.getStore()?.id;
}

/** Notes who makes the request, once that is known. */
export function setRequestUser(username: string): void {
  const scope = current.getStore();
  if (scope) scope.username = username;
}

/** The name of the user who makes the request; undefined when nobody is signed in, or outside of any. */
export function requestUser(): string | undefined {
  return current.getStore()?.username;
}

/**
 * Loads a value once for all loaders of a request. `name` identifies the value, and with it the type of the result.
 */
export function cachePerRequest<T>(name: string, load: () => Promise<T>): Promise<T> {
  const known = current.getStore()?.known;
  const found = known?.get(name) as Promise<T> | undefined;
  if (found) return found;
  const value = load();
  known?.set(name, value);
  return value;
}
