import { getWriteCount } from './writes.server';

/** A load of data from the host, which concurrent requests share. */
export interface Load<T> {
  answer: Promise<T>;
  /** The time at which the load began, in milliseconds. */
  at: number;
  /** The number of this process's writes at that time. After another write, the answer may be out of date. */
  writes: number;
  /** The time in milliseconds that the load took. 0 until it has ended. */
  took: number;
}

/** The loads of one kind, by key: a Map, or an LRUCache if answers are cached. */
interface Loads<T> {
  get(key: string): Load<T> | undefined;
  set(key: string, load: Load<T>): unknown;
  delete(key: string): boolean;
}

/** Returns whether to cache an answer after its load. By default, answers are not cached. Failed loads never are. */
type IsCached<T> = (answer: T) => boolean;

interface ShareOptions<T> {
  /** Returns whether a load in progress, or a cached one, may be used. By default, it may. */
  isUsable?: (load: Load<T>) => boolean;
  isCached?: IsCached<T>;
}

/**
 * Returns the answer of the load with this key, if there is one and `isUsable` accepts it. Otherwise begins one with
 * `start`, so that concurrent requests share it.
 */
export function shareLoad<T>(
  loads: Loads<T>,
  key: string,
  start: () => Promise<T>,
  { isUsable = () => true, isCached }: ShareOptions<T> = {},
): Promise<T> {
  const known = loads.get(key);
  if (known && isUsable(known)) return known.answer;
  return beginLoad(loads, key, start, isCached).answer;
}

/** Begins a load. Replaces an earlier load with this key. */
export function beginLoad<T>(
  loads: Loads<T>,
  key: string,
  start: () => Promise<T>,
  isCached: IsCached<T> = () => false,
): Load<T> {
  const times = { at: Date.now(), writes: getWriteCount() };
  const load: Load<T> = { ...times, took: 0, answer: start() };
  loads.set(key, load);
  const end = (isToCache: boolean) => {
    load.took = Date.now() - load.at;
    if (!isToCache && loads.get(key) === load) loads.delete(key);
  };
  load.answer.then(
    (answer) => end(isCached(answer)),
    () => end(false),
  );
  return load;
}

/** Returns whether this process has written nothing since the load began. */
export function isCurrent({ writes }: Pick<Load<unknown>, 'writes'>): boolean {
  return writes === getWriteCount();
}
