import { findDeletedWireName, restoreRecord } from '../bin/restore-record';
import { linkParticipant, unlinkParticipant } from '../endpoints/linked-participants';
import { sendMails } from '../endpoints/mail';
import { makeRefusalNotes } from '../endpoints/note-refusals';
import type { HostOptions } from '../endpoints/options';
import { getPhoneByNumber } from '../endpoints/phones';
import { buildSaver, deleteRecord, getRecord } from '../endpoints/records';
import { makeUserGuard } from '../endpoints/user-rights';
import { returnParticipant, withdrawParticipant } from '../endpoints/withdrawals';
import type { Table } from '../entities/table';
import { getAllTables } from '../entities/tables';
import { refused } from '../wire/envelope';
import type { Mail } from '../wire/messages';
import type { HostApp, Poster } from './app';

/** Adds the endpoints that read, save, delete and restore single records, and those that link or withdraw participants. */
export function serveRecords(hostApp: HostApp, options: HostOptions): void {
  const { app, post } = hostApp;
  for (const table of getAllTables(options)) serveTable(hostApp, table, options);
  if (options.binDays) serveBin(hostApp, options);
  app.get('/phone/number/:number', async (c) =>
    c.json(await getPhoneByNumber(options.db, c.req.param('number'))),
  );
  post('/peer/add/participant', (fields, change) => linkParticipant(change, fields));
  post('/peer/remove/participant', (fields, change) => unlinkParticipant(change, fields));
  post('/participant/withdraw', (fields, change) => withdrawParticipant(change, fields));
  post('/participant/return', (fields, change) => returnParticipant(change, fields));
}

function serveTable({ app, post }: HostApp, table: Table, options: HostOptions): void {
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
function serveBin({ post }: HostApp, options: HostOptions): void {
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
