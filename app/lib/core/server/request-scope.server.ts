import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestScope {
  id: string;
  isForScript: boolean;
  /** The signed-in user. */
  username?: string;
  /** The values that cachePerRequest has loaded, by name. */
  known: Map<string, Promise<unknown>>;
}

const current = new AsyncLocalStorage<RequestScope>();

/** Runs `work`, including its asynchronous parts, as part of the request with this id. */
export function withRequestId<T>(id: string, work: () => T, isForScript = false): T {
  return current.run({ id, isForScript, known: new Map() }, work);
}

/** Returns true if the response is data for the page's script, which renders the page in the browser. */
export function isForScript(): boolean {
  return current.getStore()?.isForScript ?? false;
}

/** Returns the id of the current request. Returns undefined outside of a request. */
export function getRequestId(): string | undefined {
  return current.getStore()?.id;
}

/** Stores the name of the signed-in user for the current request. */
export function setRequestUser(username: string): void {
  const scope = current.getStore();
  if (scope) scope.username = username;
}

/**
 * Returns the name of the signed-in user. Returns undefined if nobody is signed in, or outside of a request.
 */
export function getRequestUser(): string | undefined {
  return current.getStore()?.username;
}

/**
 * Loads a value once per request, so that all loaders share it. `name` identifies the value and determines its
 * type.
 */
export function cachePerRequest<T>(name: string, load: () => Promise<T>): Promise<T> {
  const known = current.getStore()?.known;
  const found = known?.get(name) as Promise<T> | undefined;
  if (found) return found;
  const value = load();
  known?.set(name, value);
  return value;
}
