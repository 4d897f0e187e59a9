import { type Context, Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { except } from 'hono/combine';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { sql } from 'kysely';
import { stamp } from 'shared/db/clock';
import type { AlsoStore, CallerEntry, Change, IsCurrent } from '../audit/change';
import { makeRefusalNotes } from '../endpoints/note-refusals';
import type { HostOptions } from '../endpoints/options';
import { TooManyAttempts } from '../endpoints/throttle';
import { done, type Envelope, refused, unexpected } from '../wire/envelope';
import { type FormFields, readFields } from '../wire/requests';

export interface Caller {
  address?: string;
  entries?: readonly CallerEntry[];
  alsoStore?: AlsoStore;
  isCurrent?: IsCurrent;
}

/** The types for Hono's context: handlers get the second argument of `fetch` as `c.env`, whose type is `Bindings`. */
export type Env = { Bindings: Caller | undefined };

/** Registers the function that answers a form posted to a path. */
export type Poster = (
  path: string,
  answer: (fields: FormFields, change: Change, c: Context<Env>) => Promise<Envelope>,
) => void;

/** The application to which the endpoints are added. */
export interface HostApp {
  app: Hono<Env>;
  post: Poster;
  /**
   * Returns what a change needs: the database, the time, the idempotency key, the request id and the caller's entries.
   */
  buildChange(c: Context<Env>): Change;
  /** Returns the present time as a stamp. */
  getStamp(): string;
}

/** The maximum number of bytes of a form. Rich text is the largest value of a form. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Creates the application, which checks the access token if one is set, answers errors, and reports its health. */
export function makeApp(options: HostOptions): HostApp {
  const app = new Hono<Env>();
  const getStamp = () => stamp(options.now?.() ?? new Date(), options.timeZone);
  const buildChange = (c: Context<Env>): Change => ({
    db: options.db,
    now: getStamp(),
    key: c.req.header('idempotency-key'),
    requestId: c.req.header('x-request-id'),
    entries: c.env?.entries,
    alsoStore: c.env?.alsoStore,
    isCurrent: c.env?.isCurrent,
  });
  app.onError((error, c) => answerError(error, c, options));
  app.notFound((c) => c.json(refused('There is nothing at this path'), 404));
  const { noteToken } = makeRefusalNotes(options);
  if (options.accessToken)
    app.use(except(isFileRequest, requireToken(options.accessToken, noteToken)));
  app.get('/healthz', async (c) => {
    await sql`select 1`.execute(options.db);
    return c.json(done([]));
  });
  return {
    app,
    post: (path, answer) =>
      app.post(path, async (c) =>
        c.json(await answer(await readFields(c, MAX_BODY_BYTES), buildChange(c), c)),
      ),
    buildChange,
    getStamp,
  };
}

/**
 * Returns whether a request reads a file. Pages of the panel show files by their addresses, to which browsers send no
 * token. Nobody can guess the random names.
 */
function isFileRequest({ req }: Context): boolean {
  return req.method === 'GET' && /^\/files\/[^/]+$/.test(req.path);
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
