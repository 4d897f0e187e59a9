import type { AlsoStore, IsCurrent } from 'backend/audit/change';
import type { Envelope } from 'shared/envelope';
import type {
  FoundPerson,
  Person,
  PersonRecords,
  PersonRows,
  PersonValueKind,
} from 'shared/erasure/person';
import type { FieldValues } from 'shared/list/count-values';
import type { ListQuery } from 'shared/list/grammar';
import type { StreamOptions } from 'shared/list/stream-options';
import type { SummaryResult } from 'shared/list/summary/count-groups';
import type { Summary } from 'shared/list/summary/grammar';
import type { Result } from 'shared/result';
import type { ApiResult } from './api-result';
import type { ChangeEntry } from './change-entry';
import type { RequestCondition } from './condition';
import type { ImportCall, ImportFile, ImportJob } from './import-job';
import type { Item } from './read-envelope';

/** The fields of a form-encoded POST request, under the host's field names. */
export type FormFields = Readonly<Record<string, string>>;

/** The body of a form-encoded POST request, already encoded. Used for long forms. */
export class EncodedForm {
  constructor(readonly text: string) {}
}

/** A log of the host: `audit` for views and changes in the panel, `login` for sign-ins, `log` for errors. */
export type HostLog = 'audit' | 'login' | 'log';

/** A list as the host sent it, with its caching information. */
interface LoadedList extends Envelope {
  /** False if the host answered the condition with status 304. The list then has no items. */
  isChanged: boolean;
  /**
   * The condition for the next request of this list, which makes the host send the list only if it has changed.
   * Undefined if the host sends neither ETag nor Last-Modified.
   */
  condition: RequestCondition | undefined;
  /** True if the response may be cached. */
  isStorable: boolean;
  /** True if the answer announces that lists answer queries (shared/list/queries-header.ts). */
  answersQueries: boolean;
}

interface HostListOptions {
  /** Converts an item to the value that is used. The item itself does not stay in memory. */
  take: (item: Item) => Item;
  /** The condition of a cached list: the host sends the list only if it has changed. */
  condition?: RequestCondition;
}

/** All rows of a list, read in parts. */
interface RowStream {
  total: number;
  parts: AsyncIterable<Item[]>;
}

export interface ChangeOptions {
  /**
   * Identifies this request. A host that supports the Idempotency-Key header makes the change only once per
   * key.
   */
  key?: string;
  /** The parts that are stored in the transaction of the change. Used only by a host whose `writesEntries` is true. */
  stored?: StoredWithChange;
}

/** The parts of a change that a host in the same database stores in its transaction. */
export interface StoredWithChange {
  /** The audit entries. */
  entries: readonly ChangeEntry[];
  /** Stores the history, the completion of the form and the message for the next page. */
  alsoStore?: AlsoStore;
  /** Returns whether the record is still as it was read. The host refuses the change otherwise. */
  isCurrent?: IsCurrent;
}

/** The import endpoints of a host. The host checks or imports a file in a job that has an id. */
export interface HostImports {
  /** Starts a job. May wait a few seconds for its end, because most files are small. */
  start(wireName: string, file: ImportFile, call: ImportCall): Promise<ApiResult<ImportJob>>;
  /** Returns the state of a job. The result is a refusal if the host no longer has the job. */
  state(id: string): Promise<ApiResult<ImportJob>>;
  /** Cancels a job that has not been committed yet. The host writes the audit entry. */
  cancel(id: string, user: string): Promise<void>;
  /** True if imports add the changes that they make to the history of records. */
  readonly keepsHistory: boolean;
}

/**
 * The bin of a host, which holds deleted records that can be restored. The bin's list is at `bin/list`. The answer to
 * a deletion has one item, whose field `deleted_id` is the id of the deleted record in the bin.
 */
export interface HostBin {
  /** The number of days for which deleted records can be restored. */
  readonly days: number;
  /**
   * Restores the deleted record with this id in the bin. The answer has the restored record. The host refuses if the
   * record is no longer in the bin, or if it cannot be put back. `user` is the username of the user who restores the
   * record.
   */
  restore(id: string, user: string, options: ChangeOptions): Promise<ApiResult<Envelope>>;
}

/**
 * Finds and erases the records of one participant. Methods that read records fail with a sentence for users if a remote
 * host does not send them.
 */
export interface HostErasure {
  /** False for a remote host, which keeps its records. The panel then erases only what it stores itself. */
  readonly deletesRecords: boolean;
  /** Finds a participant. The value is undefined if there is none with this id. */
  findPerson(participantId: string): Promise<Result<FoundPerson | undefined, string>>;
  /** Finds the records of a person by their entities, bin and pending changes of imports included. */
  findRecords(person: Person): Promise<Result<PersonRecords[], string>>;
  /** Reads the stored rows of the records that `findRecords` finds. */
  readRows(person: Person): Promise<Result<PersonRows[], string>>;
  /** Finds those of these uploaded files that nothing else uses. */
  findUnusedUploads(paths: readonly string[]): Promise<string[]>;
  /** Returns whether an import is running, which could add records of the person. */
  isImporting(): Promise<boolean>;
  /** Deletes the records of a person and these uploaded files. May be repeated. */
  erase(person: Person, uploads: readonly string[]): Promise<void>;
  /**
   * Finds the people of a restored database who were erased after its backup. `identify` returns the id of the
   * erasure of a value. Returns the people by these ids.
   */
  findErased(
    identify: (kind: PersonValueKind, value: string) => string | undefined,
  ): Promise<Result<Map<string, Person>, string>>;
}

/**
 * The API host, as docs/spec/wire.md describes it, either embedded or remote. Methods that return an ApiResult
 * report a host's failure in the result. `upload` and `reach` throw instead.
 */
export interface ApiHost {
  /** The address of a remote host, without a trailing slash. Undefined for the embedded host. */
  readonly address: string | undefined;
  /** Identifies the host in what the panel stores: the address, or `embedded`. */
  readonly key: string;
  /** True if the host runs in this process, which then opens and closes it. */
  readonly isEmbedded: boolean;
  /** The number of changes that the host makes at the same time without becoming slower. */
  readonly parallelChanges: number;
  /** True if the host follows wire.md in every point. The panel then trusts its answers, such as a page of a list. */
  readonly conforms: boolean;
  /**
   * True if the host applies queries to its lists and has the derived fields, and false if it sends whole lists. This is
   * what its latest list announced, and undefined before the first list of a remote host.
   */
  readonly answersQueries: boolean | undefined;
  /** True if the host stores the audit entries and the history of a change in the same database transaction. */
  readonly writesEntries: boolean;

  /** Loads a list. The result has all rows if there is no query, or if the host does not answer queries. */
  list(
    path: string,
    query: ListQuery | undefined,
    options: HostListOptions,
  ): Promise<ApiResult<LoadedList>>;
  /**
   * Summarizes the rows of the list at `path` that match a query. The result is `missing` if the host cannot do so,
   * and `refused` if the fields have too many different values.
   */
  summarize(path: string, query: ListQuery, summary: Summary): Promise<ApiResult<SummaryResult>>;
  /**
   * Counts the values of fields in all rows of the list at `path`. Leaves out fields with many different values. The
   * result is `missing` if the host cannot do so.
   */
  listValues(path: string, fields: readonly string[]): Promise<ApiResult<FieldValues[]>>;
  /**
   * Reads all rows of a list that match a query in parts. Returns undefined if the host has no list at the path, or
   * if it is a remote host, whose rows the panel may have to filter.
   */
  stream(path: string, query: ListQuery, options?: StreamOptions): Promise<RowStream | undefined>;
  /**
   * Returns a response with an uploaded file, or a response with an error status. Returns undefined for a remote
   * host, whose files browsers load themselves.
   */
  file(name: string): Promise<Response | undefined>;
  /** Loads the envelope at a path, such as that of one record. */
  get(path: string): Promise<ApiResult<Envelope>>;
  /** Saves a record with a POST request to `{wireName}/update`. */
  save(wireName: string, fields: FormFields, options: ChangeOptions): Promise<ApiResult<Envelope>>;
  /** Deletes a record with a POST request to `{wireName}/delete`. */
  remove(
    wireName: string,
    fields: FormFields,
    options: ChangeOptions,
  ): Promise<ApiResult<Envelope>>;
  /** Makes any other change, such as linking a participant or setting a new password. */
  change(path: string, fields: FormFields, options: ChangeOptions): Promise<ApiResult<Envelope>>;
  /** Adds an entry to a log. */
  append(log: HostLog, fields: FormFields, key?: string): Promise<ApiResult<Envelope>>;
  /** Sends a username and password to the host, which decides whether the user may sign in. */
  signIn(username: string, password: string): Promise<ApiResult<Envelope>>;
  /**
   * Posts a form and returns the body of a response that is not an envelope, such as a file. `maxBytes` is the
   * maximum size of that body.
   */
  exchange(
    path: string,
    form: FormFields | EncodedForm,
    maxBytes?: number,
  ): Promise<ApiResult<Uint8Array<ArrayBuffer>>>;
  /**
   * Uploads a file to the folder `target`. `request` must include the upload token. Throws when the host cannot
   * be reached in time.
   */
  upload(target: string, request: RequestInit, entries: readonly ChangeEntry[]): Promise<Response>;

  readonly imports: HostImports;
  /** The bin of deleted records. Undefined for a host whose deletions are final. */
  readonly bin: HostBin | undefined;
  /** Undefined for a remote host, which offers no erasure of its own. */
  readonly erasure: HostErasure | undefined;
  /**
   * Checks that the host can be reached. Throws if it does not answer with an envelope. A refusal is an envelope too.
   */
  reach(): Promise<void>;
  /**
   * Returns the username of the account that signs in with `name`. Returns undefined if there is none, and for a
   * remote host, which does not tell.
   */
  findAccountName(name: string): Promise<string | undefined>;
  /**
   * Returns whether the code of a mailed link can still set a password. Returns undefined for a remote host, which does
   * not tell.
   */
  isPasswordCode(code: string): Promise<boolean | undefined>;
}
