import { type Context, Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { sql } from 'kysely';
import { type ListQuery, parseListQuery } from 'shared/list/grammar';
import type { Change, ChangeEntry } from './audit/change';
import { stamp } from './db/clock';
import { withoutStatementLimit } from './db/time-limits';
import {
  changeOwnPassword,
  changePassword,
  createAccount,
  login,
  resetPassword,
} from './endpoints/accounts';
import { buildAppender, logs } from './endpoints/audit';
import { answerCsvFile } from './endpoints/exports';
import { cancelImport, importState, takeImport } from './endpoints/imports';
import {
  linkParticipant,
  listLinkedParticipants,
  unlinkParticipant,
} from './endpoints/linked-participants';
import { sendMails } from './endpoints/mail';
import { sendMessage } from './endpoints/notifications';
import type { HostOptions } from './endpoints/options';
import { getPhoneByNumber, participantPhones } from './endpoints/phones';
import { buildSaver, deleteRecord, getRecord } from './endpoints/records';
import { attemptThrottle, TooManyAttempts } from './endpoints/throttle';
import { serveFile, takeUpload, uploadTargets } from './endpoints/uploads';
import { makeUserGuard } from './endpoints/user-rights';
import { getKinds, type Table } from './entities/table';
import { getAllTables } from './entities/tables';
import { findUsersNamed } from './entities/user';
import type { ListSource } from './lists/list-conditions';
import { listRecords, type RecordStream, streamRecords } from './lists/lists';
import { done, type Envelope, refused, unexpected } from './wire/envelope';
import { type FormFields, readFields } from './wire/requests';

export type { HostOptions } from './endpoints/options';

export interface Host {
  /**
   * `address` is that of a client who comes over HTTP. `entries` are the audit entries of a change, which are
   * written with it; only a caller in the same process hands them in.
   */
  fetch(request: Request, caller?: Caller): Promise<Response>;
  /**
   * Returns what `fetch` would answer to a GET of a list, for a caller in the same process, which needs no URL and
   * no JSON in between. Undefined when there is no list at the path.
   */
  list(path: string, query: ListQuery): Promise<Envelope> | undefined;
  /** The same for a POST to a log, such as `audit`. */
  append(log: string, fields: FormFields, key?: string): Promise<Envelope> | undefined;
  /** The username of the account that signs in by this name, for the audit log; undefined when there is none. */
  accountNamed(name: string): Promise<string | undefined>;
  /** Reads all rows of a list in parts: an answer in one piece would hold them all in memory. */
  stream(path: string, query: ListQuery): Promise<RecordStream> | undefined;
}

/** Serves a form at a path. */
type Poster = (
  path: string,
  answer: (fields: FormFields, change: Change) => Promise<Envelope>,
) => void;

interface Caller {
  address?: string;
  entries?: readonly ChangeEntry[];
}

/** The second argument of `fetch`, as Hono passes it on. */
type Env = { Bindings: Caller | undefined };

/** Bytes of a form: rich text is the largest thing in one. */
const MAX_FORM_BYTES = 4 * 1024 * 1024;
/** Bytes of the rows that are to be made into a CSV file. */
const MAX_ROWS_BYTES = 200 * 1024 * 1024;

/** Makes the API host: wire.md's requests in, its answers out. */
export function createHost(options: HostOptions): Host {
  const app = new Hono<Env>();
  const clock = () => stamp(options.now?.() ?? new Date(), options.timeZone);
  const buildChange = (c: Context<Env>): Change => ({
    db: options.db,
    now: clock(),
    key: c.req.header('idempotency-key'),
    entries: c.env?.entries,
  });
  const post: Poster = (path, answer) =>
    app.post(path, async (c) =>
      c.json(await answer(await readFields(c, MAX_FORM_BYTES), buildChange(c))),
    );

  app.onError((error, c) => answerError(error, c, options));
  app.notFound((c) => c.json(refused('There is nothing at this path'), 404));
  if (options.accessToken) app.use(requireToken(options.accessToken));

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
  const answerList = ({ table, where }: ListSource, query: ListQuery) =>
    listRecords(options.db, table, query, { where });
  const serveList = (c: Context, source: ListSource) =>
    answerList(
      source,
      parseListQuery(new URL(c.req.url).searchParams, getKinds(source.table)).query,
    );
  for (const [path, source] of lists)
    app.get(`/${path}`, async (c) => c.json(await serveList(c, source)));
  app.get('/peer/list/participant/:number', async (c) =>
    c.json(await serveList(c, listLinkedParticipants(c.req.param('number')))),
  );
  const appenders = new Map<string, Host['append']>();
  for (const entryLog of logs) {
    const append = buildAppender(entryLog);
    const { wireName } = entryLog.table;
    appenders.set(wireName, (_log, fields, key) =>
      append({ db: options.db, now: clock(), key }, fields),
    );
    post(`/${wireName}/update`, (fields, change) => append(change, fields));
  }

  const throttle = options.signInAttempts && attemptThrottle(options.signInAttempts);
  const guess = (
    path: string,
    account: string,
    answer: (options: HostOptions, fields: FormFields, change: Change) => Promise<Envelope>,
  ) =>
    app.post(path, async (c) => {
      const fields = await readFields(c, MAX_FORM_BYTES);
      const attempt = { account: String(fields[account]), address: c.env?.address ?? 'unknown' };
      const work = () => answer(options, fields, buildChange(c));
      return c.json(await (throttle ? throttle(attempt, work) : work()));
    });
  guess('/login', 'username', login);
  guess('/account/change-own-password', 'uusername', changeOwnPassword);
  post('/account/create', (fields, change) => createAccount(options, fields, change));
  post('/account/reset', (fields, change) => resetPassword(options, fields, change));
  post('/account/change-password', (fields, change) => changePassword(options, fields, change));

  const { db, filesDir } = options;
  app.get('/phone/number/:number', async (c) =>
    c.json(await getPhoneByNumber(db, c.req.param('number'))),
  );
  post('/peer/add/participant', (fields, change) => linkParticipant(change, fields));
  post('/peer/remove/participant', (fields, change) => unlinkParticipant(change, fields));

  post('/send-fcm-topic-message', (fields) => sendMessage(options, fields));
  app.post('/downloadJson', async (c) => {
    const answer = answerCsvFile(await readFields(c, MAX_ROWS_BYTES));
    return answer instanceof Response ? answer : c.json(answer);
  });
  for (const [target, accepts] of Object.entries(uploadTargets))
    app.post(`/upload/${target}`, async (c) =>
      c.json(await takeUpload(c, options, buildChange(c), accepts)),
    );
  app.get('/import/state/:id', async (c) => c.json(await importState(c, options)));
  app.post('/import/cancel/:id', async (c) => c.json(await cancelImport(c, options)));
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
    async accountNamed(name) {
      const [known] = await findUsersNamed(db, name.trim());
      return known && String(known.user_username);
    },
    stream(path, query) {
      const source = listAt(path);
      return source && streamRecords(db, source.table, query, { where: source.where });
    },
  };
}

function serveTable(app: Hono<Env>, table: Table, options: HostOptions, post: Poster): void {
  const { db } = options;
  const { wireName, save, remove } = table;
  const guard = wireName === 'user' ? makeUserGuard(options) : undefined;
  const guarded: Poster = (path, answer) =>
    post(path, async (fields, ...rest) => {
      const problem = await guard?.(fields);
      return problem ? refused(problem) : answer(fields, ...rest);
    });
  app.get(`/${wireName}/id/:id`, async (c) =>
    c.json(await getRecord(db, table, c.req.param('id'))),
  );
  if (save) {
    const saver = buildSaver(table, save, (mail) => sendMails(options, [mail]));
    guarded(`/${wireName}/update`, (fields, change) => saver(change, fields));
  }
  if (remove)
    guarded(`/${wireName}/delete`, (fields, change) => deleteRecord(change, table, fields));
}

/** Returns the paths of a list; some are asked for with a tail that hosts of this kind want (product-spec.md §7). */
function getListPaths({ wireName, listPath }: Table): string[] {
  return [`${wireName}/list`, ...(listPath ? [listPath] : [])];
}

function requireToken(token: string) {
  const refusal = {
    wwwAuthenticateHeader: 'Bearer',
    message: (c: Context) => c.json(refused('The access token is missing or wrong'), 401),
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
  // The route's pattern, not its path: a path may hold a phone number.
  logError(error, `${c.req.method} ${routePath(c, -1)}`);
  // Not a refusal: callers take a 500 for a host that is down, and draw no conclusion from it.
  return c.json(unexpected, 500);
}
