import type { Envelope } from 'shared/envelope';
import type { ListQuery } from 'shared/list/grammar';
import type { ApiResult } from './api-result';
import type { ChangeEntry } from './change-entry';
import type { Condition } from './condition';
import type { ImportCall, ImportFile, ImportJob } from './import-job';
import type { Item } from './read-envelope';

/** The fields of a form-encoded post, in the host's own names. */
export type FormFields = Readonly<Record<string, string>>;

/** The fields of a form-encoded post as its body has them, for a form that is long. */
export class EncodedForm {
  constructor(readonly text: string) {}
}

/** A log that a host keeps: of the panel's views and changes, of sign-ins, of errors. */
export type HostLog = 'audit' | 'login' | 'log';

/** A list as it came, and whether it may be cached. */
export interface LoadedList extends Envelope {
  /** False when the host has answered 304 to the condition: then there are no items. */
  isChanged: boolean;
  /** Asks next time only for what has changed; undefined when the host sends neither ETag nor Last-Modified. */
  condition: Condition | undefined;
  isStorable: boolean;
}

export interface ListOptions {
  /** Makes of each item what is wanted of it; the item itself does not stay in memory. */
  take: (item: Item) => Item;
  /** Asks for a cached list only if it has changed. */
  condition?: Condition;
}

/** All rows of a list, read in parts. */
export interface RowStream {
  total: number;
  parts: AsyncIterable<Item[]>;
}

export interface ChangeOptions {
  /** Identifies this one request: a host that supports the header Idempotency-Key makes the change once. */
  key?: string;
  /** The audit entries of the change, for a host that `writesEntries`. */
  entries?: readonly ChangeEntry[];
}

/** The imports of a host: a file is checked or imported by a job, which has an id. */
export interface HostImports {
  /** Starts a job, and waits a few seconds for its end: most files are small. */
  start(wireName: string, file: ImportFile, call: ImportCall): Promise<ApiResult<ImportJob>>;
  /** Returns the state of a job. A host that no longer has it refuses. */
  state(id: string): Promise<ApiResult<ImportJob>>;
  /** Cancels a job that is not committed yet. The host writes the audit entry. */
  cancel(id: string, user: string): Promise<void>;
}

/**
 * The API host, as docs/spec/wire.md describes it: the embedded one, or a remote one. Only `upload` and `reach` reject
 * because of the host: other failures are results.
 */
export interface ApiHost {
  /** The address of a remote host, without a slash at its end; undefined for the embedded one. */
  readonly address: string | undefined;
  /** True if the host follows wire.md in every point: its answers are neither limited nor checked again. */
  readonly conforms: boolean;
  /** True if the host writes the audit entries of a change, in its transaction. */
  readonly writesEntries: boolean;

  /** Loads a list. Without a query, or from a host that does not support queries, all its rows come. */
  list(
    path: string,
    query: ListQuery | undefined,
    options: ListOptions,
  ): Promise<ApiResult<LoadedList>>;
  /** Loads what is at a path, such as one record. */
  get(path: string): Promise<ApiResult<Envelope>>;
  /** Saves a record: `{wireName}/update`. */
  save(wireName: string, fields: FormFields, options: ChangeOptions): Promise<ApiResult<Envelope>>;
  /** Deletes a record: `{wireName}/delete`. */
  remove(
    wireName: string,
    fields: FormFields,
    options: ChangeOptions,
  ): Promise<ApiResult<Envelope>>;
  /** Makes any other change, such as a link or a new password. */
  change(path: string, fields: FormFields, options: ChangeOptions): Promise<ApiResult<Envelope>>;
  /** Adds an entry to a log. */
  append(log: HostLog, fields: FormFields, key?: string): Promise<ApiResult<Envelope>>;
  /** Asks whether a user may sign in. */
  signIn(username: string, password: string): Promise<ApiResult<Envelope>>;
  /** Posts a form and returns the body of the answer, of up to `maxBytes`, which is no envelope. */
  exchange(
    path: string,
    form: FormFields | EncodedForm,
    maxBytes?: number,
  ): Promise<ApiResult<Uint8Array<ArrayBuffer>>>;
  /** Posts a file to a folder of uploads; the request has the token for them. Rejects when no answer comes. */
  upload(target: string, request: RequestInit, entries: readonly ChangeEntry[]): Promise<Response>;

  readonly imports: HostImports;
  /** Throws when the host does not answer with an envelope, be it a refusal. */
  reach(): Promise<void>;

  /** The methods that only the embedded host has. */
  readonly embedded?: {
    /** Reads all rows of a list; undefined when there is no list at the path. */
    stream(path: string, query: ListQuery): Promise<RowStream | undefined>;
    /** Returns an uploaded file, or an answer that is not ok. */
    file(name: string): Promise<Response>;
    /** Returns the username of the account with a name; undefined when there is none. */
    accountName(name: string): Promise<string | undefined>;
  };
}
