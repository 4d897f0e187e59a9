import { type Context, Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { sql } from 'kysely';
import { stamp } from 'shared/db/clock';
import { withoutStatementLimit } from 'shared/db/time-limits';
import type { FieldValues } from 'shared/list/count-values';
import { type ListQuery, parseListQuery } from 'shared/list/grammar';
import { FILTERS_HEADER, FILTERS_VALUE } from 'shared/list/plain-query';
import { resolveDays } from 'shared/list/resolve-days';
import type { SummaryResult } from 'shared/list/summary/count-groups';
import type { Summary } from 'shared/list/summary/grammar';
import type { Result } from 'shared/result';
import type { Change, ChangeEntry } from './audit/change';
import { findDeletedWireName, restoreRecord } from './bin/restore-record';
import { changeOwnPassword, changePassword, login, resetPassword } from './endpoints/accounts';
import { buildAppender, logs } from './endpoints/audit';
import { createAccount } from './endpoints/create-account';
import { answerCsvFile } from './endpoints/exports';
import { listImportChanges, removeImportChanges } from './endpoints/imported-changes';
import { cancelImport, getImportState, takeImport } from './endpoints/imports';
import {
  linkParticipant,
  listLinkedParticipants,
  unlinkParticipant,
} from './endpoints/linked-participants';
import { answerListSummary, summarize } from './endpoints/list-summary';
import { answerListValues } from './endpoints/list-values';
import { sendMails } from './endpoints/mail';
import { makeRefusalNotes } from './endpoints/note-refusals';
import { sendMessage } from './endpoints/notifications';
import type { HostOptions } from './endpoints/options';
import { getPhoneByNumber, participantPhones } from './endpoints/phones';
import { buildSaver, deleteRecord, getRecord } from './endpoints/records';
import { makeAttemptThrottle, TooManyAttempts } from './endpoints/throttle';
import { serveFile, takeUpload, uploadTargets } from './endpoints/uploads';
import { makeUserGuard } from './endpoints/user-rights';
import { getKinds, type Table } from './entities/table';
import { getAllTables } from './entities/tables';
import { findUsersNamed } from './entities/user';
import type { ListSource } from './lists/list-conditions';
import { countListValues } from './lists/list-values';
import { listRecords, type RecordStream, streamRecords } from './lists/lists';
import { done, type Envelope, refused, unexpected } from './wire/envelope';
import type { Mail } from './wire/messages';
import { type FormFields, readFields } from './wire/requests';

export type { HostOptions } from './endpoints/options';

export interface Host {
  /**
   * Answers a request. `caller.address` is the network address of an HTTP client. `caller.entries` are the
   * audit entries of a change, which are written in the same transaction; only callers in the same process pass
   * them.
   */
  fetch(request: Request, caller?: Caller): Promise<Response>;
  /**
   * Returns the answer of `fetch` to a GET request for a list. Callers in the same process then need not build
   * a URL or parse JSON. Returns undefined when there is no list at the path.
   */
  list(path: string, query: ListQuery): Promise<Envelope> | undefined;
  /**
   * Returns the summary that `fetch` returns for the path of a list, or the message of its refusal. Returns undefined
   * when there is no list at the path.
   */
  summarize(
    path: string,
    query: ListQuery,
    summary: Summary,
  ): Promise<Result<SummaryResult, string>> | undefined;
  /** Counts the values of fields in all rows of a list. Returns undefined when there is no list at the path. */
  listValues(path: string, fields: readonly string[]): Promise<FieldValues[]> | undefined;
  /**
   * Adds an entry to a log, such as `audit`, and returns what `fetch` would answer to a POST request that adds it.
   * Returns undefined when there is no such log.
   */
  append(log: string, fields: FormFields, key?: string): Promise<Envelope> | undefined;
  /**
   * Returns the username of the account that signs in with this name (a username or an email address), for the
   * audit log. Returns undefined when there is no such account.
   */
  findAccountName(name: string): Promise<string | undefined>;
  /**
   * Reads all rows of a list in parts, because a single answer would hold all of them in memory. Returns
   * undefined when there is no list at the path.
   */
  stream(path: string, query: ListQuery): Promise<RecordStream> | undefined;
}

/** Registers the function that answers a form posted to a path. */
type Poster = (
  path: string,
  answer: (fields: FormFields, change: Change, c: Context<Env>) => Promise<Envelope>,
) => void;

interface Caller {
  address?: string;
  entries?: readonly ChangeEntry[];
}

/** The types for Hono's context: handlers get the second argument of `fetch` as `c.env`, whose type is `Bindings`. */
type Env = { Bindings: Caller | undefined };

/** The maximum number of bytes of a form. Rich text is the largest value of a form. */
const MAX_FORM_BYTES = 4 * 1024 * 1024;
/** The maximum number of bytes of a form with rows to convert to a CSV file. */
const MAX_ROWS_BYTES = 200 * 1024 * 1024;

const VALUES_PATH = '/list-values/';
const SUMMARY_PATH = '/list-summary/';

/** Creates the API host, which answers the requests of wire.md. */
export function createHost(options: HostOptions): Host {
  const app = new Hono<Env>();
  const clock = () => stamp(options.now?.() ?? new Date(), options.timeZone);
  const buildChange = (c: Context<Env>): Change => ({
    db: options.db,
    now: clock(),
    key: c.req.header('idempotency-key'),
    requestId: c.req.header('x-request-id'),
    entries: c.env?.entries,
  });
  const post: Poster = (path, answer) =>
    app.post(path, async (c) =>
      c.json(await answer(await readFields(c, MAX_FORM_BYTES), buildChange(c), c)),
    );

  app.onError((error, c) => answerError(error, c, options));
  app.notFound((c) => c.json(refused('There is nothing at this path'), 404));
  const { noteToken, noteAttempt } = makeRefusalNotes(options);
  if (options.accessToken) app.use(requireToken(options.accessToken, noteToken));

  app.get('/healthz', async (c) => {
    await sql`select 1`.execute(options.db);
    return c.json(done([]));
  });
  const lists = new Map<string, ListSource>([['phone-participant/list', participantPhones]]);
  for (const table of getAllTables(options)) {
    serveTable(app, table, options, post);
    for (const path of getListPaths(table)) lists.set(path, { table });
  }
  const listAt = (path: string) => {
    const number = /^peer\/list\/participant\/([^/]+)$/.exec(path)?.[1];
    return number === undefined
      ? lists.get(path)
      : listLinkedParticipants(decodeURIComponent(number));
  };
  const resolve = (query: ListQuery) => resolveDays(query, clock().slice(0, 'YYYY-MM-DD'.length));
  const answerList = ({ table, where }: ListSource, query: ListQuery) =>
    listRecords(options.db, table, resolve(query), { where });
  const serveList = async (c: Context, source: ListSource) => {
    const { searchParams } = new URL(c.req.url);
    const { query } = parseListQuery(searchParams, getKinds(source.table));
    return c.json(await answerList(source, query), 200, { [FILTERS_HEADER]: FILTERS_VALUE });
  };
  for (const [path, source] of lists) app.get(`/${path}`, (c) => serveList(c, source));
  app.get('/peer/list/participant/:number', (c) =>
    serveList(c, listLinkedParticipants(c.req.param('number'))),
  );
  app.get(`${VALUES_PATH}*`, async (c) => {
    const source = listAt(c.req.path.slice(VALUES_PATH.length));
    if (!source) return c.notFound();
    const { searchParams } = new URL(c.req.url);
    return c.json(await answerListValues(options.db, source, searchParams));
  });
  app.get(`${SUMMARY_PATH}*`, async (c) => {
    const source = listAt(c.req.path.slice(SUMMARY_PATH.length));
    if (!source) return c.notFound();
    const { searchParams } = new URL(c.req.url);
    return c.json(await answerListSummary(options.db, source, searchParams, resolve));
  });
  const appenders = new Map<string, Host['append']>();
  for (const entryLog of logs) {
    const append = buildAppender(entryLog);
    const { wireName } = entryLog.table;
    appenders.set(wireName, (_log, fields, key) =>
      append({ db: options.db, now: clock(), key }, fields),
    );
    post(`/${wireName}/update`, (fields, change) => append(change, fields));
  }

  const throttle = options.signInAttempts && makeAttemptThrottle(options.signInAttempts);
  const postAttempt = (
    path: string,
    [account, failure]: [field: string, failure: 'failed sign-in' | 'wrong current password'],
    answer: (options: HostOptions, fields: FormFields, change: Change) => Promise<Envelope>,
  ) =>
    app.post(path, async (c) => {
      const fields = await readFields(c, MAX_FORM_BYTES);
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

  const { db, filesDir } = options;
  app.get('/phone/number/:number', async (c) =>
    c.json(await getPhoneByNumber(db, c.req.param('number'))),
  );
  post('/peer/add/participant', (fields, change) => linkParticipant(change, fields));
  post('/peer/remove/participant', (fields, change) => unlinkParticipant(change, fields));

  if (options.binDays) serveBin(options, post);
  post('/send-fcm-topic-message', (fields) => sendMessage(options, fields));
  app.post('/downloadJson', async (c) => {
    const answer = answerCsvFile(await readFields(c, MAX_ROWS_BYTES));
    return answer instanceof Response ? answer : c.json(answer);
  });
  for (const [target, accepts] of Object.entries(uploadTargets))
    app.post(`/upload/${target}`, async (c) =>
      c.json(await takeUpload(c, options, buildChange(c), accepts)),
    );
  app.get('/import/state/:id', async (c) => c.json(await getImportState(c, options)));
  app.post('/import/cancel/:id', async (c) => c.json(await cancelImport(c, options)));
  // The values identify people. Without a token, anybody could call.
  if (options.accessToken) {
    app.get('/import/changes/:id', async (c) => c.json(await listImportChanges(c, options)));
    app.post('/import/moved/:id', async (c) => c.json(await removeImportChanges(c, options)));
  }
  app.post('/import/:name', async (c) =>
    c.json(await withoutStatementLimit(() => takeImport(c, options))),
  );
  app.get('/files/:name', (c) => serveFile(c, db, filesDir, c.req.param('name')));

  return {
    fetch: async (request, caller) => app.fetch(request, caller),
    list(path, query) {
      const source = listAt(path);
      return source && answerList(source, query);
    },
    append: (log, fields, key) => appenders.get(log)?.(log, fields, key),
    summarize(path, query, summary) {
      const source = listAt(path);
      return source && summarize(db, source, resolve(query), summary);
    },
    listValues(path, fields) {
      const source = listAt(path);
      return source && countListValues(db, source, fields);
    },
    async findAccountName(name) {
      const [known] = await findUsersNamed(db, name.trim());
      return known && String(known.user_username);
    },
    stream(path, query) {
      const source = listAt(path);
      return source && streamRecords(db, source.table, resolve(query), { where: source.where });
    },
  };
}

function serveTable(app: Hono<Env>, table: Table, options: HostOptions, post: Poster): void {
  const { db } = options;
  const { wireName, save, remove } = table;
  const guard = wireName === 'user' ? makeUserGuard(options) : undefined;
  const { noteChange } = makeRefusalNotes(options);
  const send = (mail: Mail) => sendMails(options, [mail]);
  const guarded: Poster = (path, answer) =>
    post(path, async (fields, change, c) => {
      const problem = await guard?.(fields);
      if (!problem) return answer(fields, change, c);
      await noteChange(c, fields.user, `${problem}: ${path.slice(1)}`);
      return refused(problem);
    });
  app.get(`/${wireName}/id/:id`, async (c) =>
    c.json(await getRecord(db, table, c.req.param('id'))),
  );
  if (save) {
    const saver = buildSaver(table, save, send);
    guarded(`/${wireName}/update`, (fields, change) => saver(change, fields));
  }
  if (remove)
    guarded(`/${wireName}/delete`, (fields, change) =>
      deleteRecord(change, table, fields, {
        bin: options.binDays ? { now: getTime(options) } : undefined,
        send,
      }),
    );
}

/** Registers the endpoint that restores deleted records. Only those who may delete users can restore users. */
function serveBin(options: HostOptions, post: Poster): void {
  const tables = getAllTables(options).filter(({ goesToBin }) => goesToBin);
  const guard = makeUserGuard(options);
  post('/bin/restore', async (fields, change) => {
    const isUser = guard && (await findDeletedWireName(options.db, fields.uid)) === 'user';
    const problem = isUser ? await guard(fields) : undefined;
    return problem ? refused(problem) : restoreRecord(change, tables, fields);
  });
}

function getTime({ now }: HostOptions): number {
  return (now?.() ?? new Date()).getTime();
}

/** Returns the paths of a list. Callers request some lists at a second path (product-spec.md §7). */
function getListPaths({ wireName, listPath }: Table): string[] {
  return [`${wireName}/list`, ...(listPath ? [listPath] : [])];
}

function requireToken(token: string, note: (c: Context) => void) {
  const refusal = {
    wwwAuthenticateHeader: 'Bearer',
    message(c: Context) {
      note(c);
      return c.json(refused('The access token is missing or wrong'), 401);
    },
  };
  return bearerAuth({
    token,
    noAuthenticationHeader: refusal,
    invalidAuthenticationHeader: refusal,
    invalidToken: refusal,
  });
}

function answerError(error: unknown, c: Context, { logError }: HostOptions): Response {
  if (error instanceof HTTPException) {
    if (error.res) return error.getResponse();
    if (error instanceof TooManyAttempts) c.header('retry-after', String(error.seconds));
    const upload = c.req.path.startsWith('/upload/');
    const answer = upload
      ? { Succeeded: false, Message: error.message, Data: null }
      : refused(error.message);
    return c.json(answer, error.status);
  }
  // Logs the pattern of the route instead of the path, because a path may contain a phone number.
  logError(error, `${c.req.method} ${routePath(c, -1)}`);
  // Something may have been saved. After status 500, callers treat the host as unavailable and take this into account.
  // With a status below 500, they would take the answer for a refusal and assume that nothing was saved.
  return c.json(unexpected, 500);
}
