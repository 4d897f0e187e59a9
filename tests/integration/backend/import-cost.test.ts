import { describe, expect, it } from 'vitest';
import { importables } from '../../../app/lib/import/importable';
import { defined } from '../../../shared/defined';
import { onDatabase } from '../../support/database';
import { runs, sweep } from '../../support/full';
import { startHost } from '../../support/start-host';
import { importer } from './import-support';

/**
 * The limit of the ratio between the cost of an import and the cost of one with half the rows. The ratio is 2 if
 * each row costs the same, and 4 if each row reads all rows before it.
 */
const LIMIT = 2.5;

/** Functions that return a file of n new rows, by the list into which the file is imported. */
const files: Record<string, (n: number) => string> = {
  users: (n) =>
    rows(
      n,
      'user_username,First Name,Last Name,Email,Role,Status',
      (k) => `u${k},a,b,u${k}@x.example,2,1`,
    ),
  'sms-messages': (n) => rows(n, 'Content,Description,Status', (k) => `Message ${k},M${k},1`),
  colors: (n) => rows(n, 'Name,Code,Status', (k) => `Color ${k},#${k},1`),
  quizzes: (n) => rows(n, 'Question,Status', (k) => `Question ${k}?,1`),
  'sms-categories': (n) => rows(n, 'Name,Description,Status', (k) => `Category ${k},x,1`),
  facilities: (n) =>
    rows(n, 'Name,Address,Latitude,Longitude,Status', (k) => `Clinic ${k},Road,1,2,1`),
  'follow-ups': (n) =>
    rows(n, 'study_number,checkin_type,next_checkin_date', (k) => `S-1,call ${k},`),
  'sms-history': (n) =>
    rows(
      n,
      'sms_history_number,sms_history_message,sms_history_createdate',
      (k) => `+260,m ${k},2026-01-01`,
    ),
  'sms-phones': (n) =>
    rows(n, 'Name,Number,Category,Status', (k) => `Phone ${k},${phoneNumber(k)},Category,1`),
  analytics: (n) => rows(n, 'username,start_date,type,subject', (k) => `pn,2026-01-01,open,s ${k}`),
  'data-dictionary': (n) =>
    rows(n, 'Entity,Field,Name', (k) => `participant,field_${k},Field ${k}`),
  notifications: (n) =>
    rows(n, 'Type,Title,Body,Description', (k) => `Health,Title ${k},Body,Description`),
  participants: (n) => rows(n, 'study_number,assessment_date', (k) => `S-${k},2026-01-01`),
  'peer-navigators': (n) => rows(n, 'username,first_name', (k) => `pn${k},Ann`),
  'peer-navigator-facilities': (n) => rows(n, 'Name,Services,Status', (k) => `Clinic ${k},x,1`),
  phones: (n) =>
    rows(n, 'phone_name,phone_number,phone_status', (k) => `P ${k},${phoneNumber(k)},3`),
  'quiz-attempts': (n) =>
    rows(
      n,
      'attempt_quiz,attempt_createuser,attempt_createdate',
      (k) => `1,${phoneNumber(k)},2026-01-01`,
    ),
  resources: (n) =>
    rows(n, 'Name,Type,Description,Content,Status', (k) => `Resource ${k},1,x,<p>x</p>,1`),
  'study-followup': (n) =>
    rows(n, 'sfollow_whatsapp,sfollow_name,sfollow_months', (k) => `${phoneNumber(k)},Ann ${k},3`),
  'study-resources': (n) =>
    rows(
      n,
      'sresource_whatsapp,sresource_name,sresource_link',
      (k) => `${phoneNumber(k)},Ann ${k},https://x.example/${k}`,
    ),
};

/** Files with the records to which the rows of a list refer, by this list. */
const referred: Record<string, readonly [list: string, file: string]> = {
  'sms-phones': ['sms-categories', 'Name,Description,Status\nCategory,x,1\n'],
  'quiz-attempts': ['quizzes', 'Question,Status\nQuestion?,1\n'],
};

function phoneNumber(k: number): string {
  return `+260${100_000_000 + k}`;
}

function rows(n: number, header: string, row: (k: number) => string): string {
  return `${header}\n${Array.from({ length: n }, (_, k) => `${row(k)}\n`).join('')}`;
}

/** The lists that `npm test` imports. The full run imports all. */
const DAILY = ['users', 'sms-categories'];

describe('the cost of an import grows in proportion to its rows', () => {
  // New countries must be in a list of 197 names, which is too few rows to measure.
  it('is measured for every list except the countries', () => {
    const lists = importables.map(({ list }) => list);
    expect([...Object.keys(files), 'countries'].sort()).toEqual(lists.sort());
  });

  it.each(sweep(Object.keys(files), (list) => DAILY.includes(list)))(
    'into %s: twice the rows cost about twice as much',
    async (list) => {
      const size = runs(1_500, 6_000);
      const ratios: number[] = [];
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const [few, many] = [await cost(list, size), await cost(list, 2 * size)];
        ratios.push(many / few);
        if (many / few <= LIMIT) break;
      }
      expect(Math.min(...ratios)).toBeLessThanOrEqual(LIMIT);
    },
  );
});

/** Measures the cost of importing n rows, and of checking them again unchanged. */
async function cost(list: string, n: number): Promise<number> {
  const host = await startHost();
  const { run, check } = importer(host);
  const content = defined(files[list])(n);
  const needed = referred[list];
  if (needed) await run(...needed);
  const before = process.cpuUsage();
  const running = run(list, content);
  if (host.databaseUrl) await analyzeEarly(host.databaseUrl);
  expect((await running).added).toBe(n);
  expect((await check(list, content)).unchanged).toBe(n);
  const { user, system } = process.cpuUsage(before);
  await host.close();
  return host.databaseUrl ? rowsRead(host.databaseUrl) : user + system;
}

/**
 * Collects the planner's statistics when the first rows are staged, so that the statistics are out of date for all
 * later rows. Autovacuum can collect them at this moment too.
 */
async function analyzeEarly(url: string): Promise<void> {
  await expect
    .poll(() => onDatabase(url, 'select n from host.import_row limit 1'), { interval: 10 })
    .not.toEqual([]);
  await onDatabase(url, 'analyze host.import_row');
}

/**
 * Returns the number of rows that a database server has read: its work is not in the processor time of this process.
 */
async function rowsRead(url: string): Promise<number> {
  // The server adds the rows that a connection has read when the connection ends.
  await expect
    .poll(() =>
      onDatabase(
        url,
        `select pid from pg_stat_activity where datname = current_database()
          and backend_type = 'client backend' and pid <> pg_backend_pid()`,
      ),
    )
    .toEqual([]);
  const [row] = await onDatabase(
    url,
    'select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows from pg_stat_user_tables',
  );
  return Number((row as { rows: unknown }).rows);
}
