import { createHash } from 'node:crypto';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { writeSheets, writeTable } from '~/lib/core/sheets/write-sheets.server';
import { writeCsv } from '~/lib/export/write-csv';
import { writeJson } from '~/lib/export/write-json';
import { writeWorkbook } from '~/lib/export/write-workbook.server';
import { defined } from '../../shared/defined';
import { BYTE_ORDER_MARK, readCsv } from '../support/csv-file';
import { collect, makeTestContent, testRows, testVariables } from '../support/export-content';
import { readZip } from '../support/read-zip';

const names = testVariables.map(({ name }) => name);

describe('a CSV file for analysis', () => {
  it('has names of variables, ISO dates and codes, one line for each row, and no formulas', async () => {
    const text = (await collect(writeCsv(makeTestContent()))).toString();
    expect(text.startsWith(BYTE_ORDER_MARK)).toBe(true);
    expect(text.split('\r\n')).toHaveLength(testRows.length + 2);
    expect(readCsv(text)).toEqual([
      names,
      ['1', "'=1+1", '1990-01-31', '2026-03-05 14:30:05', '1'],
      ['2', 'Áine; "x", next ', '', '2026-03-05 00:00:00', '2'],
      ['3', '', '2001-12-01', '', ''],
    ]);
  });

  it('has the SHA-256 of its rows in the readme, as its reader can compute it', async () => {
    const content = makeTestContent();
    const file = await collect(writeCsv(content));
    const rows = file.subarray(file.indexOf('\n') + 1);
    expect(content.readWritten().sha256).toBe(createHash('sha256').update(rows).digest('hex'));
    expect(content.readWritten().rows).toBe(3);
  });
});

describe('a JSON file', () => {
  it('has the rows with numbers as numbers, the codebook and the readme', async () => {
    const content = makeTestContent();
    const file = JSON.parse((await collect(writeJson(content))).toString());
    expect(file.rows).toEqual([
      { id: 1, note: '=1+1', born: '1990-01-31', seen: '2026-03-05 14:30:05', own_phone: 1 },
      {
        ...{ id: 2, note: 'Áine; "x",\r\nnext ', born: null },
        ...{ seen: '2026-03-05 00:00:00', own_phone: 2 },
      },
      { id: 3, note: null, born: '2001-12-01', seen: null, own_phone: null },
    ]);
    expect(file.codebook).toHaveLength(names.length);
    expect(file.codebook[4]).toMatchObject({
      ...{ variable: 'own_phone', original_name: 'f_own_phone', label: 'Own Phone' },
      ...{ type: 'number', codes: "1 = Yes; 2 = No, don't", rows_with_a_value: '2' },
    });
    expect(file.readme).toMatchObject({
      ...{ Export: 'a1b2c3d4e5f60718', 'Made by': 'mwansa', Rows: '3' },
      'SHA-256 of the data rows': content.readWritten().sha256,
    });
  });

  it('says which variables are derived, and which have values that are not as expected', async () => {
    const rows = [[['one', '', 'unknown', '', '']]];
    const file = JSON.parse((await collect(writeJson(makeTestContent(rows)))).toString());
    const derived = file.codebook.map((row: { derived: string }) => row.derived);
    expect(derived).toEqual(['no', 'no', 'no', 'yes', 'no']);
    expect(file.readme).toMatchObject({
      Derived: 'seen is computed from other columns and records, as of the export',
      'Not as expected':
        'some values of id are not of the type number; some values of born are not of the type date',
    });
  });

  it('of no rows is valid', async () => {
    const file = JSON.parse((await collect(writeJson(makeTestContent([])))).toString());
    expect(file.rows).toEqual([]);
  });
});

describe('an Excel workbook', () => {
  it('has as many sheets as are needed, and its styles besides', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Sheet ${index}`);
    const file = await collect(
      writeSheets(
        names.map((name) => ({ name, write: () => [writeTable([name], [10], [[name]])] })),
      ),
    );
    const { sheets } = await readXlsx(file);
    expect(sheets.map(({ name, rows }) => [name, rows[1]?.[0]])).toEqual(
      names.map((name) => [name, name]),
    );
    const relations = String(readZip(file).get('xl/_rels/workbook.xml.rels'));
    const ids = [...relations.matchAll(/ Id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(names.length + 1);
  });

  it('has typed cells below a frozen heading with filters, a codebook and a readme', async () => {
    const file = await collect(writeWorkbook(makeTestContent()));
    const { sheets } = await readXlsx(file);
    expect(sheets.map(({ name }) => name)).toEqual(['Data', 'Codebook', 'Read me']);
    const [data, codebook, readme] = sheets;
    expect(defined(data).freezePane).toMatchObject({ rows: 1 });
    expect(defined(data).autoFilter).toMatchObject({ range: 'A1:E4' });
    expect(defined(data).rows).toEqual([
      names,
      [1, '=1+1', new Date('1990-01-31'), new Date('2026-03-05T14:30:05Z'), 1],
      [2, 'Áine; "x",\nnext ', null, new Date('2026-03-05'), 2],
      [3, null, new Date('2001-12-01'), null, null],
    ]);
    expect(defined(codebook).rows[5]).toContain('=HYPERLINK("x")');
    expect(defined(readme).rows).toContainEqual(['Export', 'a1b2c3d4e5f60718']);
    expect(String(readZip(file).get('xl/worksheets/sheet1.xml'))).not.toContain('<f>');
  });

  it.each([
    ['1899-12-31', '1899-12-31'],
    ['unknown', 'unknown'],
    ['2026-03-05', new Date('2026-03-05')],
  ])('has the date %s as a date only if Excel can show it', async (text, shown) => {
    const rows = [[['1', '', text, '', '']]];
    const { sheets } = await readXlsx(await collect(writeWorkbook(makeTestContent(rows))));
    expect(defined(sheets[0]).rows[1]?.[2]).toEqual(shown);
  });

  it('has any text unchanged, apart from what XML and Excel cannot hold', async () => {
    const odd = '</t><f>1</f>&amp; _x0041_ \u0000\u0008\ud800 \u{1F600}';
    const rows = [
      [
        ['1', odd, '', '', ''],
        ['2', 'x'.repeat(40_000), '', '', ''],
      ],
    ];
    const { sheets } = await readXlsx(await collect(writeWorkbook(makeTestContent(rows))));
    const [data, , readme] = sheets;
    expect(defined(data).rows[1]?.[1]).toBe('</t><f>1</f>&amp; _x0041_ \ufffd \u{1F600}');
    expect(String(defined(data).rows[2]?.[1])).toHaveLength(32_767);
    expect(String(defined(readme).rows.at(-1)?.[1])).toMatch(
      /^Texts that were cut after 32,767 characters: 1$/,
    );
  });

  it('fails with the error of its rows, instead of ending as a whole file', async () => {
    async function* breakOff() {
      yield testRows.map((row) => [...row]);
      throw new Error('the host is gone');
    }
    await expect(collect(writeWorkbook(makeTestContent(breakOff())))).rejects.toThrow(
      'the host is gone',
    );
  });
});
