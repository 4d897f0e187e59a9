import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entities } from '../../../app/lib/core/entities';
import { formatExported, formatValue } from '../../../app/lib/core/list/format';
import { importables } from '../../../app/lib/import/importable';
import { importFile } from '../../../backend/import/import-file';
import { neutralize } from '../../../shared/list/neutralize';
import { normalizeValue } from '../../../shared/values/normalize';
import { runs } from '../../support/full';
import { NOW, startHost, type TestHost, TIME_ZONE } from '../../support/start-host';
import { importer } from './import-support';

/** A function that formats a value of a file as exports do, or as earlier versions did, which wrote dates in words. */
type Format = typeof formatExported;

/** Exports up to two hundred rows of a list with all its columns through the host, as the panel does. */
async function exported(
  { get, postRaw }: Pick<TestHost, 'get' | 'postRaw'>,
  list: string,
  format: Format = formatExported,
) {
  const entity = entities.find((candidate) => candidate.list.path === `/${list}`);
  if (!entity) throw new Error(`there is no list ${list}`);
  const { items } = await get(`${entity.host?.list}?size=200`);
  const records = items.map((row) =>
    Object.fromEntries(
      entity.list.columns.map((column) => [
        column.title,
        neutralize(format(column, row, TIME_ZONE)),
      ]),
    ),
  );
  const file = await postRaw('downloadJson', {
    ufilename: list,
    ujson: JSON.stringify(records),
  });
  return { file: new Uint8Array(await file.arrayBuffer()), rows: items.length };
}

async function demoHost() {
  const host = await startHost({ demo: true });
  return { ...host, ...importer(host) };
}

describe('an export that is imported again', () => {
  it('changes nothing in any list of the demo study, with dates as exports write them or as earlier versions did', async () => {
    const host = await demoHost();
    for (const { list } of importables)
      for (const format of [formatExported, formatValue]) {
        const { file, rows } = await exported(host, list, format);
        expect(rows, list).toBeGreaterThan(0);
        const report = await host.check(list, file);
        expect({ list, ...report }).toMatchObject({ list, rows, unchanged: rows, refusals: [] });
      }
  });

  it('changes nothing either if it is a JSON file of the rows as the host sends them', async () => {
    const host = await demoHost();
    for (const { list, wireName } of importables) {
      const { items } = await host.get(`${wireName}/list?size=200`);
      const report = await host.check(list, JSON.stringify(items));
      expect({ list, ...report }).toMatchObject({ list, unchanged: items.length, refusals: [] });
    }
  });

  it('changes nothing, whatever texts it holds, and a new host exports the same file from it', async () => {
    const signs = ['=', '+', '-', '@', "'", '"', ',', ';', '\t', '\n', '\r\n', ' ', 'a', 'é', '😀'];
    const text = fc.oneof(
      fc.array(fc.constantFrom(...signs), { maxLength: 8 }).map((parts) => parts.join('')),
      fc.string({ unit: 'grapheme', maxLength: 20 }).filter((value) => !value.includes('\0')),
    );
    const host = await startHost();
    const fresh = await startHost();
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (texts) => {
        for (const { db } of [host, fresh]) await db.deleteFrom('participant').execute();
        const people = texts.map((value, n) => ({
          id: n + 1,
          study_number: `S-${n}`,
          no_download_messenger_reason: normalizeValue('free text', value),
          residency: normalizeValue('name', [...value].reverse().join('')),
        }));
        await host.db.insertInto('participant').values(people).execute();
        const { file } = await exported(host, 'participants');
        const same = await importer(host).check('participants', file);
        expect(same).toMatchObject({ unchanged: texts.length, refusals: [] });
        const job = importer(fresh).job('participants', file);
        const choices = { residency: 'keep', no_download_messenger_reason: 'keep' } as const;
        const by = { user: 'admin', fileName: 'data.csv', now: NOW };
        const moved = await importFile(fresh.db, { ...job, choices }, by);
        expect(moved).toMatchObject({ added: texts.length, refusals: [] });
        expect((await exported(fresh, 'participants')).file).toEqual(file);
      }),
      { numRuns: runs(15, 60) },
    );
  });
});
