import { buildAppender, logs } from '../endpoints/audit';
import type { HostOptions } from '../endpoints/options';
import type { Envelope } from '../wire/envelope';
import type { FormFields } from '../wire/requests';
import type { HostApp } from './app';

/**
 * Adds an entry to a log, such as `audit`, and returns what `fetch` would answer to a POST request that adds it.
 * Returns undefined when there is no such log.
 */
export type AppendEntry = (
  log: string,
  fields: FormFields,
  key?: string,
) => Promise<Envelope> | undefined;

/** Adds the endpoints that add entries to the logs. Returns the function by which callers in the same process do so. */
export function serveLogs({ post, getStamp }: HostApp, { db }: HostOptions): AppendEntry {
  const appenders = new Map<string, ReturnType<typeof buildAppender>>();
  for (const entryLog of logs) {
    const append = buildAppender(entryLog);
    const { wireName } = entryLog.table;
    appenders.set(wireName, append);
    post(`/${wireName}/update`, (fields, change) => append(change, fields));
  }
  return (log, fields, key) => appenders.get(log)?.({ db, now: getStamp(), key }, fields);
}
