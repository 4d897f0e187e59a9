import type { Context } from 'hono';
import type { FieldValues } from 'shared/list/count-values';
import { type ListQuery, parseListQuery } from 'shared/list/grammar';
import { QUERIES_HEADER, QUERIES_VALUE } from 'shared/list/queries-header';
import { resolveDays } from 'shared/list/resolve-days';
import type { StreamOptions } from 'shared/list/stream-options';
import type { SummaryResult } from 'shared/list/summary/count-groups';
import type { Summary } from 'shared/list/summary/grammar';
import type { Result } from 'shared/result';
import { listLinkedParticipants } from '../endpoints/linked-participants';
import { answerListSummary, summarize } from '../endpoints/list-summary';
import { answerListValues } from '../endpoints/list-values';
import type { HostOptions } from '../endpoints/options';
import { participantPhones } from '../endpoints/phones';
import { getKinds, type Table } from '../entities/table';
import { getAllTables } from '../entities/tables';
import type { ListSource } from '../lists/list-conditions';
import { countListValues } from '../lists/list-values';
import { listRecords, type RecordStream, streamRecords } from '../lists/lists';
import type { Envelope } from '../wire/envelope';
import type { HostApp } from './app';

/**
 * The functions by which callers in the same process read lists. They return undefined if there is no list at the
 * path.
 */
export interface ListReaders {
  /**
   * Returns the same envelope as a GET request for the list over HTTP. Callers in the same process need not build a
   * URL or parse JSON.
   */
  list(path: string, query: ListQuery): Promise<Envelope> | undefined;
  /** Returns the same summary as a GET request below `/list-summary/`, or the message of its refusal. */
  summarize(
    path: string,
    query: ListQuery,
    summary: Summary,
  ): Promise<Result<SummaryResult, string>> | undefined;
  /** Returns the values of each text or choice field that has at most 30, with their numbers of rows. */
  listValues(path: string, fields: readonly string[]): Promise<FieldValues[]> | undefined;
  /** Reads all rows that match a query in parts, because a single answer would hold all of them in memory. */
  stream(
    path: string,
    query: ListQuery,
    options?: StreamOptions,
  ): Promise<RecordStream> | undefined;
}

const VALUES_PATH = '/list-values/';
const SUMMARY_PATH = '/list-summary/';

/** Adds the endpoints of all lists, and returns the functions by which callers in the same process read the lists. */
export function serveLists({ app, getStamp }: HostApp, options: HostOptions): ListReaders {
  const { db } = options;
  const lists = new Map<string, ListSource>([['phone-participant/list', participantPhones]]);
  for (const table of getAllTables(options))
    for (const path of getListPaths(table)) lists.set(path, { table });
  const listAt = (path: string) => {
    const number = /^peer\/list\/participant\/([^/]+)$/.exec(path)?.[1];
    return number === undefined
      ? lists.get(path)
      : listLinkedParticipants(decodeURIComponent(number));
  };
  const resolve = (query: ListQuery) =>
    resolveDays(query, getStamp().slice(0, 'YYYY-MM-DD'.length));
  const answerList = ({ table, where }: ListSource, query: ListQuery) =>
    listRecords(db, table, resolve(query), { where });
  const serveList = async (c: Context, source: ListSource) => {
    const { searchParams } = new URL(c.req.url);
    const { query } = parseListQuery(searchParams, getKinds(source.table));
    return c.json(await answerList(source, query), 200, { [QUERIES_HEADER]: QUERIES_VALUE });
  };

  for (const [path, source] of lists) app.get(`/${path}`, (c) => serveList(c, source));
  app.get('/peer/list/participant/:number', (c) =>
    serveList(c, listLinkedParticipants(c.req.param('number'))),
  );
  app.get(`${VALUES_PATH}*`, async (c) => {
    const source = listAt(c.req.path.slice(VALUES_PATH.length));
    if (!source) return c.notFound();
    const { searchParams } = new URL(c.req.url);
    return c.json(await answerListValues(db, source, searchParams));
  });
  app.get(`${SUMMARY_PATH}*`, async (c) => {
    const source = listAt(c.req.path.slice(SUMMARY_PATH.length));
    if (!source) return c.notFound();
    const { searchParams } = new URL(c.req.url);
    return c.json(await answerListSummary(db, source, searchParams, resolve));
  });

  return {
    list(path, query) {
      const source = listAt(path);
      return source && answerList(source, query);
    },
    summarize(path, query, summary) {
      const source = listAt(path);
      return source && summarize(db, source, resolve(query), summary);
    },
    listValues(path, fields) {
      const source = listAt(path);
      return source && countListValues(db, source, fields);
    },
    stream(path, query, options) {
      const source = listAt(path);
      return (
        source && streamRecords(db, source.table, resolve(query), { where: source.where }, options)
      );
    },
  };
}

/** Returns the paths of a list. Callers request some lists at a second path (product-spec.md §7). */
function getListPaths({ wireName, listPath }: Table): string[] {
  return [`${wireName}/list`, ...(listPath ? [listPath] : [])];
}
