import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startHost } from '../../support/start-host';
import { importer } from './import-support';

async function emptyHost() {
  const host = await startHost();
  return { ...host, ...importer(host) };
}

const read = (name: string) => readFileSync(`tests/fixtures/imports/${name}.csv`);

/** Imports a file of participants into an empty host. Returns the report and the given columns of the records. */
async function importParticipants(content: string | Uint8Array, ...columns: string[]) {
  const { run, rows } = await emptyHost();
  const report = await run('participants', content);
  const stored = await rows('participant');
  return {
    report,
    rows: stored.map((row) => columns.map((column) => row[column])),
  };
}

describe('a file that a program has changed', () => {
  it.each([
    ['01a-lf-header-crlf-rows', ['X-9101', 'X-9102', 'X-9103'], ['Kafue', 'Chongwe', 'Mumbwa']],
    ['01b-crlf-header-lf-rows', ['X-9111', 'X-9112', 'X-9113'], [null, null, null]],
    ['01c-crlf-rows-last-lf', ['X-9121', 'X-9122', 'X-9123'], ['Kafue', 'Chongwe', 'Mumbwa']],
    ['04a-trailing-commas', ['X-9401', 'X-9402'], ['Kafue', 'Chongwe']],
    ['04b-sep-line', ['X-9411'], ['Kafue']],
    ['04c-row-of-spaces', ['X-9421'], ['Kafue']],
  ])('%s has the rows that its author meant', async (name, numbers, places) => {
    const { report, rows } = await importParticipants(read(name), 'study_number', 'residency');
    expect(report.refusals).toEqual([]);
    expect(rows).toEqual(numbers.map((number, at) => [number, places[at]]));
  });

  it('names the empty columns at the end of the rows as left aside', async () => {
    const { report } = await importParticipants(read('04a-trailing-commas'));
    expect(report.leftAside).toEqual(['3', '4', '5'].map((at) => `column ${at}`));
  });

  it('may have rows with further empty cells, but not with further values', async () => {
    expect((await importParticipants('study_number\nX-1,,\n')).report.added).toBe(1);
    const { report } = await importParticipants('study_number\nX-1,,a\n');
    expect(report.refusals).toMatchObject([
      { line: 2, reason: 'The row has 3 cells, the header has 1' },
    ]);
  });

  it('is refused with the row that repeats the titles of its columns', async () => {
    const { report, rows } = await importParticipants(read('04d-two-heading-rows'));
    expect(report.refusals).toMatchObject([
      { line: 2, reason: 'The row repeats the titles of columns: “Study No”. Remove the row' },
    ]);
    expect(rows).toEqual([]);
  });

  it('is refused with the formula that a cell begins with', async () => {
    const { run } = await emptyHost();
    await expect(run('participants', read('04e-formula-text'))).rejects.toThrow(
      'Line 3: a cell is a formula that begins with =". Remove the = and the quotation marks from its column.',
    );
    const quoted = 'study_number,phone_number\nX-9441,"=""0970009441"""\n';
    expect((await importParticipants(quoted, 'phone_number')).rows).toEqual([['0970009441']]);
  });

  it.each(['\n', '\r\n', '\r'])('names the line of a mistake, with line ends %j', async (end) => {
    const lines = ['study_number,DOB', '"S', '1",', '', ' , ', 'S-2,soon', ''];
    const { report } = await importParticipants(lines.join(end));
    expect(report.refusals).toMatchObject([{ line: 6 }]);
  });
});

describe('codes in place of answers', () => {
  it('are the answers, also as decimal numbers', async () => {
    const columns = ['own_phone', 'downloaded_messenger'];
    const { report, rows } = await importParticipants(read('02-codes-as-numbers'), ...columns);
    expect(report.refusals).toEqual([]);
    expect(rows).toEqual([
      ['Yes', 'No'],
      [null, 'Yes'],
      ['No', null],
    ]);
    const floats = 'study_number,own_phone\nX-1,1.0\nX-2,2.00\nX-3, TRUE\nX-4,0\n';
    expect((await importParticipants(floats, 'own_phone')).rows.flat()).toEqual([
      ...['Yes', 'No', 'Yes', 'No'],
    ]);
  });

  it('are refused with the answers if they are none of them', async () => {
    const { report } = await importParticipants('study_number,own_phone\nX-1,3.0\n');
    expect(report.refusals).toMatchObject([
      { line: 2, reason: 'own_phone “3.0” is not one of Yes, No' },
    ]);
  });

  it('do not excuse a phone number that ends in .0', async () => {
    const { report } = await importParticipants(read('02-codes-as-floats'));
    expect(report.refusals.map(({ line, reason }) => [line, reason])).toEqual(
      [2, 4].map((line) => [
        line,
        `phone_number must be a phone number of at least 3 digits. It may also contain spaces, + ( ) - . / and “ext”: “26097000920${line - 1}.0”`,
      ]),
    );
  });

  it('are read as decimal numbers for a status too', async () => {
    const { run, rows } = await emptyHost();
    await run('countries', 'Name,Code,Status\nZambia,+260,2.0\n');
    expect(await rows('country')).toMatchObject([{ country_status: 2 }]);
  });
});

describe('values that differ only in spaces, marks or case', () => {
  it('are one answer and one text', async () => {
    const { report, rows } = await importParticipants(
      read('05-answers-with-spaces'),
      ...['residency', 'own_phone'],
    );
    expect(report.refusals).toEqual([]);
    expect(rows).toEqual([1, 2, 3].map(() => ['Kafue', 'Yes']));
  });

  it('are one identifier, and the later rows name the first one', async () => {
    const { check } = await emptyHost();
    const report = await check('participants', read('05-same-identifier'));
    expect(report).toMatchObject({ rows: 9, added: 1, refused: 8 });
    expect(report.refusals.map(({ reason }) => reason)).toEqual(
      [3, 4, 5, 6, 7, 8, 9, 10].map((line) => `Line ${line} repeats the study_number of line 2`),
    );
  });

  it.each(['s-00001', 'S - 00001', 'S\u201100001', '\u202AS-00001\u202C', 'Ｓ-00001'])(
    '%j is the participant S-00001',
    async (number) => {
      const { run, rows } = await emptyHost();
      await run('participants', 'study_number\nS-00001\n');
      const report = await run('participants', `study_number,residency\n${number},Kafue\n`);
      expect(report).toMatchObject({ added: 0, changed: 1, refused: 0 });
      expect(await rows('participant')).toMatchObject([
        { study_number: 'S-00001', residency: 'Kafue' },
      ]);
    },
  );

  it('identify a record whose stored identifier is written in an unusual way', async () => {
    const { db, run, rows } = await emptyHost();
    await db.insertInto('participant').values({ study_number: ' s\u2011 1\u200B' }).execute();
    await run('participants', 'study_number,residency\nS-1,Kafue\n');
    expect(await rows('participant')).toMatchObject([
      { study_number: ' s\u2011 1\u200B', residency: 'Kafue' },
    ]);
  });

  it('ask for the ID if several records have them, unless one is written in the same way', async () => {
    const { db, check } = await emptyHost();
    for (const study_number of ['S-1', 's-1'])
      await db.insertInto('participant').values({ study_number }).execute();
    const file = (number: string) => `study_number,residency\n${number},Kafue\n`;
    expect(await check('participants', file('s-1'))).toMatchObject({ changed: 1, refused: 0 });
    expect((await check('participants', file('S -1'))).refusals).toMatchObject([
      { reason: '2 records have this study_number: add a column with the ID' },
    ]);
  });

  it('do not make two account names one', async () => {
    const { run, check } = await emptyHost();
    const file = (name: string, mail: string) =>
      `user_username,First Name,Last Name,Email,Role,Status\n${name},a,b,${mail}@x.example,2,1\n`;
    await run('users', file('annsmith', 'a'));
    expect(await check('users', file('ann smith', 'b'))).toMatchObject({ added: 1 });
    expect(await check('users', file('annsmith ', 'a'))).toMatchObject({ unchanged: 1 });
    expect(await check('users', file('ann\u200Bsmith', 'c'))).toMatchObject({ refused: 1 });
  });

  it('add no second facility in the other Unicode form', async () => {
    const { run, check } = await emptyHost();
    const file = (name: string) =>
      `Name,Address,Latitude,Longitude,Status\n${name},Road 1,-15.4,28.3,Active\n`;
    await run('facilities', file('Chongw\u00E9'));
    expect(await check('facilities', file('Chongwe\u0301'))).toMatchObject({ unchanged: 1 });
  });
});

it('reads times as PostgreSQL writes them', async () => {
  const { run, rows } = await emptyHost();
  const report = await run('analytics', read('s3-postgres-times'));
  expect(report.refusals).toEqual([]);
  expect((await rows('analytic')).map(({ start_date }) => start_date)).toEqual([
    '2026-03-31 14:05:00',
    '2026-03-31 16:05:00',
    '2026-03-31 14:05:00',
    '2026-03-31 14:05:00',
  ]);
});
