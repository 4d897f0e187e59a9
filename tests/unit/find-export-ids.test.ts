import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { writePackage } from '~/lib/export/write-package.server';
import { writeWorkbook } from '~/lib/export/write-workbook.server';
import { findExportIds } from '../../cli/find-export-ids';
import { collect, makeTestContent } from '../support/export-content';

const ID = 'a1b2c3d4e5f60718';

it('finds no id in a file without one, in pseudonyms, or in a ZIP file that is damaged', async () => {
  const zip = await collect(writePackage(makeTestContent()));
  for (const content of [
    Buffer.from(''),
    Buffer.from('PK\x03\x04', 'latin1'),
    Buffer.from(`id,p${ID}\n${ID}${ID}\n`),
    zip.subarray(0, 200),
    Buffer.concat([zip.subarray(0, 20), Buffer.alloc(40, 0xff)]),
  ])
    expect(findExportIds(content)).toEqual([]);
});

it('decompresses no more than 64 MB', () => {
  const bomb = deflateRawSync(Buffer.alloc(70 * 1024 * 1024));
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(8, 8);
  header.writeUInt16LE('readme.txt'.length, 26);
  expect(findExportIds(Buffer.concat([header, Buffer.from('readme.txt'), bomb]))).toEqual([]);
});

it('finds the id in the readme of packages and workbooks, also if the end of the file is missing', async () => {
  const zip = await collect(writePackage(makeTestContent()));
  const book = await collect(writeWorkbook(makeTestContent()));
  for (const content of [zip, zip.subarray(0, -10), book])
    expect(findExportIds(content)).toContain(ID);
  expect(findExportIds(Buffer.from(`Export: ${ID}\r\n`))).toEqual([ID]);
  expect(findExportIds(Buffer.from(JSON.stringify({ readme: { Export: ID } })))).toEqual([ID]);
});
