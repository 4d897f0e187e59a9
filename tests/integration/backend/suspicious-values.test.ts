import { describe, expect, it } from 'vitest';
import { checkImportFile, importFile } from '../../../backend/import/import-file';
import type { Choices } from '../../../shared/import/choices';
import { NOW, startHost } from '../../support/start-host';
import { importer } from './import-support';

async function emptyHost() {
  const host = await startHost();
  const { job, rows } = importer(host);
  const by = { user: 'admin', fileName: 'data.csv', now: NOW };
  const list = 'participants';
  return {
    rows: async () =>
      (await rows('participant')).map(({ study_number, residency, birthday }) => [
        study_number,
        residency,
        birthday,
      ]),
    check: (content: string, choices?: Choices) =>
      checkImportFile(host.db, { ...job(list, content), choices }),
    run: (content: string, choices?: Choices) =>
      importFile(host.db, { ...job(list, content), choices }, by),
    entries: async () =>
      (await rows('audit_entry')).map(({ audit_description }) => audit_description),
  };
}

const file = [
  'study_number,Residency,DOB',
  'X-1,Kafue,1999-01-01',
  'X-2,KAFUE,NA',
  'X-3,NA,',
  'X-4,1.0,2000-02-02',
  'X-5,2E+05,some day',
  '',
].join('\n');

describe('the check of a file', () => {
  it('counts empty, suspicious and unknown values by column, with examples and lines', async () => {
    const { check } = await emptyHost();
    const { columns, refused } = await check(file);
    expect(refused).toBe(2);
    expect(columns).toMatchObject([
      { name: 'study_number', empty: 0, suspicious: [], undecided: false },
      {
        ...{ name: 'residency', title: 'Residency', empty: 0, undecided: true },
        suspicious: [
          { kind: 'variant', count: 1, examples: [{ line: 3, text: 'KAFUE', like: 'Kafue' }] },
          { kind: 'missing', count: 1, examples: [{ line: 4, text: 'NA' }] },
          { kind: 'decimal', count: 1, examples: [{ line: 5, text: '1.0' }] },
          { kind: 'scientific', count: 1, examples: [{ line: 6, text: '2E+05' }] },
        ],
      },
      {
        ...{ name: 'birthday', empty: 1, undecided: true },
        suspicious: [{ kind: 'missing', count: 1, examples: [{ line: 3, text: 'NA' }] }],
        unknown: { count: 1, examples: [{ line: 6, text: 'some day' }] },
      },
    ]);
  });

  it('points out rows with the phone number of another row, however it is written', async () => {
    const { check } = await emptyHost();
    const { columns, added } = await check(
      [
        'study_number,phone_number',
        'X-1,+260971234567',
        'X-2,097 123 4567',
        'X-3,+260971234568',
        'X-4,00260971234567',
        'X-5,',
        'X-6,',
        '',
      ].join('\n'),
    );
    expect(added).toBe(6);
    expect(columns.map(({ repeated }) => repeated)).toEqual([
      undefined,
      {
        count: 2,
        examples: [
          { line: 3, text: '097 123 4567', first: 2 },
          { line: 5, text: '00260971234567', first: 2 },
        ],
      },
    ]);
  });

  it('shows the first three new and changed rows, without stored values that identify people', async () => {
    const { check, run } = await emptyHost();
    const head = 'study_number,Residency,Contact Frequency\n';
    await run(`${head}X-1,Kafue,Weekly\n`);
    const rows = ['X-1,Lusaka,Daily', 'X-2,"Two\nlines",', 'X-3,A,', 'X-4,B,', 'X-5,C,'];
    const { samples } = await check(`${head}${rows.join('\n')}\n`);
    expect(samples.changed).toEqual([
      {
        line: 2,
        more: 0,
        cells: [
          { title: 'study_number', text: 'X-1' },
          { title: 'Residency', text: 'Lusaka' },
          { title: 'Contact Frequency', text: 'Daily', before: 'Weekly' },
        ],
      },
    ]);
    expect(samples.new.map(({ line }) => line)).toEqual([3, 5, 6]);
    expect(samples.new[0]?.cells).toMatchObject([
      { title: 'study_number', text: 'X-2' },
      { title: 'Residency', text: 'Two\nlines' },
    ]);
  });

  it('holds a bounded part of values of 1 MB', async () => {
    const { check } = await emptyHost();
    const long = 'x'.repeat(1_000_000);
    const report = await check(`study_number,Residency\nX-1,${long}\nX-2,${long}NA\n`);
    expect(report.refused).toBe(2);
    expect(JSON.stringify(report).length).toBeLessThan(5_000);
  });
});

describe('an import of suspicious values', () => {
  const valid = file.replace('some day', '').replace('KAFUE,NA', 'KAFUE,');
  const count = { added: 5, changed: 0, unchanged: 0, refused: 0 };

  it('is refused without a choice for each column, and writes nothing', async () => {
    const { run, rows, entries } = await emptyHost();
    await expect(run(valid)).rejects.toThrow(
      'Choose what happens to the suspicious values of “Residency”. Nothing has been imported.',
    );
    await expect(run(valid, { birthday: 'keep' })).rejects.toThrow('“Residency”');
    expect(await rows()).toEqual([]);
    expect((await entries()).at(-1)).toMatch(/import of participant records failed/);
  });

  it('keeps them if the user says so, and the audit entry says it too', async () => {
    const { run, check, rows, entries } = await emptyHost();
    expect(await check(valid, { residency: 'keep' })).toMatchObject(count);
    expect(await run(valid, { residency: 'keep' })).toMatchObject(count);
    expect((await rows()).map(([, residency]) => residency)).toEqual([
      ...['Kafue', 'KAFUE', 'NA', '1.0', '2E+05'],
    ]);
    expect((await entries()).at(-1)).toBe(
      'Imported participant: 5 new, 0 changed, 0 unchanged, from data.csv; suspicious values: kept in “Residency”',
    );
  });

  it('reads only them as empty, so that a date that is NA no longer refuses its row', async () => {
    const { run, check, rows, entries } = await emptyHost();
    const choices: Choices = { residency: 'empty', birthday: 'empty' };
    const dated = file.replace('some day', '');
    expect(await check(dated, choices)).toMatchObject(count);
    expect(await run(dated, choices)).toMatchObject(count);
    expect(await rows()).toEqual([
      ['X-1', 'Kafue', '1999-01-01'],
      ['X-2', null, null],
      ['X-3', null, null],
      ['X-4', null, '2000-02-02'],
      ['X-5', null, null],
    ]);
    expect((await entries()).at(-1)).toContain(
      'suspicious values: read as empty in “Residency”, “DOB”',
    );
  });

  it('asks for no choice if the records have these values already', async () => {
    const { run, check } = await emptyHost();
    await run(valid, { residency: 'keep' });
    const again = await check(valid);
    expect(again).toMatchObject({ unchanged: 5 });
    expect(again.columns.some(({ undecided }) => undecided)).toBe(false);
    await expect(run(valid)).resolves.toMatchObject({ unchanged: 5 });
  });
});
