import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { computeTextKeys, TEXT_KEYS } from '../../../backend/db/text-keys';
import type { Database } from '../../../backend/db/types';
import { keyedTables } from '../../../backend/entities/host-database';
import { addKeyColumns, fillTextKeys } from '../../../backend/lists/fill-text-keys';
import { byName, type SqlRow } from '../../../shared/db/types';
import { toText } from '../../../shared/list/to-text';
import { tempFolder } from '../../support/folders';
import { startHost } from '../../support/start-host';
import { importer } from './import-support';

const facilities = `Name,Address,Latitude,Longitude,Status
Zimba Post,Made-up road 0,-15.4,28.3,Active
Ecole Post,Made-up road 1,-15.4,28.3,Active
École du Lac,Made-up road 2,-15.4,28.3,Active
A\u030angstro\u0308m Hall,Made-up road 3,-15.4,28.3,Active
Nandi Post,Made-up road 4,-15.4,28.3,Active
Ńdola Clinic,Made-up road 5,-15.4,28.3,Active
zoe\u0308 house,Made-up road 6,-15.4,28.3,Active
Chongwé,Made-up road 7,-15.4,28.3,Active
Östra,Made-up road 8,-15.4,28.3,Active
İzmir Point,Made-up road 9,-15.4,28.3,Active
Straße 5,Made-up road 10,-15.4,28.3,Active
Załęcze,Made-up road 11,-15.4,28.3,Active
`;

/** Reads the names of a list in its order. */
async function readNames(
  { get }: Awaited<ReturnType<typeof startHost>>,
  address: string,
  field: string,
) {
  const { items } = await get(address);
  return items.map((row) => row[field]);
}

/** Adds rows whose texts need keys, as an earlier version did: without them. */
async function addOldRows(db: Database, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    color_name: `Écru ${n + 1}`,
    color_status: 1,
  }));
  for (let at = 0; at < count; at += 500)
    await db
      .insertInto('color')
      .values(rows.slice(at, at + 500))
      .execute();
  await byName(db)
    .updateTable('color')
    .set({ [TEXT_KEYS]: null })
    .execute();
}

/** Returns the ids of the rows of all tables whose keys are not those of this language. */
async function findWrong(db: Database, locale: string): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const [name, { key, texts, appendOnly }] of keyedTables)
    if (!appendOnly)
      for (const row of await byName(db).selectFrom(name).selectAll().execute()) {
        const wanted = computeTextKeys(new Map(texts.map((text) => [text, row[text]])), locale);
        const read = (json: unknown): SqlRow => JSON.parse(toText(json) || '{}');
        const stored = Object.entries(read(row[TEXT_KEYS])).sort();
        if (JSON.stringify(stored) !== JSON.stringify(Object.entries(read(wanted)).sort()))
          wrong.push([name, row[key]]);
      }
  return wrong;
}

describe('a list of facilities with accents', () => {
  it('has É beside E, and finds names without accents in both Unicode forms', async () => {
    const host = await startHost();
    await importer(host).run('facilities', facilities);
    const names = (await readNames(host, 'facility/list?sort=facility_name', 'facility_name')).map(
      (name) => String(name).normalize('NFC'),
    );
    expect(names).toEqual([
      ...['Ångström Hall', 'Chongwé', 'École du Lac', 'Ecole Post', 'İzmir Point', 'Nandi Post'],
      ...['Ńdola Clinic', 'Östra', 'Straße 5', 'Załęcze', 'Zimba Post', 'zoë house'],
    ]);
    for (const [typed, found] of [
      ['ecole', 2],
      ['lac école', 1],
      ['zoe', 1],
      ['ANGSTROM', 1],
      ['izmir', 1],
      ['strasse', 1],
      ['zalecze', 1],
      ['lac ångström', 0],
    ] as const)
      for (const parameter of ['facility_name', 'q']) {
        const { total } = await host.get(
          `facility/list?${new URLSearchParams({ [parameter]: typed })}`,
        );
        expect([typed, parameter, total]).toEqual([typed, parameter, found]);
      }
  });

  it('compares whole texts by their value, without regard to case only', async () => {
    const host = await startHost();
    await importer(host).run('facilities', facilities);
    const count = async (name: string) =>
      (await host.get(`facility/list?${new URLSearchParams({ 'facility_name.is': name })}`)).total;
    expect(await count('éCOLE DU lac')).toBe(1);
    expect(await count('Ecole du Lac')).toBe(0);
  });
});

it('a list has numbers in their natural order, forwards and backwards', async () => {
  const host = await startHost();
  const numbers = ['T-1', 'T-2', 'T-9', 'T-10', 'T-11', 'T-100'];
  const file = ['study_number,residency', ...[...numbers].sort().map((one) => `${one},Kafue`)];
  await importer(host).run('participants', file.join('\n'));
  const read = (sort: string) => readNames(host, `participant/list?sort=${sort}`, 'study_number');
  expect(await read('study_number')).toEqual(numbers);
  expect(await read('-study_number')).toEqual([...numbers].reverse());
  const pages = [1, 2, 3].map((page) =>
    readNames(host, `participant/list?sort=study_number&size=2&page=${page}`, 'study_number'),
  );
  expect((await Promise.all(pages)).flat()).toEqual(numbers);
});

it('a text that changes has its new key, and others keep theirs', async () => {
  const { db, get } = await startHost();
  await db
    .insertInto('country')
    .values({ country_name: 'Côte', country_code: '225', country_status: 1 })
    .execute();
  await db.updateTable('country').set({ country_name: 'Ghana' }).execute();
  const count = async (query: string) => (await get(`country/list?${query}`)).total;
  expect([await count('country_name=cote'), await count('country_name=GHANA')]).toEqual([0, 1]);
  expect(await count('country_code=225')).toBe(1);
  await db.updateTable('country').set({ country_name: 'Kenyà' }).execute();
  expect(await count('country_name=kenya')).toBe(1);
  await db.updateTable('country').set({ country_code: null }).execute();
  expect([await count('country_code=225'), await count('country_code.empty=yes')]).toEqual([0, 1]);
  expect(await findWrong(db, 'en')).toEqual([]);
});

describe('the keys of stored texts', () => {
  it('are there after an upgrade and after a change of the language, in the background', async () => {
    const dataDir = tempFolder();
    const first = await startHost({ dataDir });
    await addOldRows(first.db, 3);
    await first.db.deleteFrom('host_setting').where('name', '=', 'text_keys').execute();
    // Nothing can change an entry of a log. Those of an earlier version have no key.
    await sql`insert into log_entry (log_id, log_title) values (7, 'Écru')`.execute(first.db);
    await first.close();
    const second = await startHost({ dataDir });
    await second.keysFilled;
    expect(await findWrong(second.db, 'en')).toEqual([]);
    expect((await second.get('color/list?color_name=ecru+2')).total).toBe(1);
    await second.db
      .insertInto('color')
      .values({ color_name: 'Ångström', color_status: 1 })
      .execute();
    await second.close();
    const third = await startHost({ dataDir, locale: 'sv' });
    await third.keysFilled;
    expect(await findWrong(third.db, 'sv')).toEqual([]);
    expect((await readNames(third, 'color/list?sort=color_name', 'color_name')).at(-1)).toBe(
      'Ångström',
    );
    expect([...second.errors, ...third.errors]).toEqual([]);
    expect((await third.get('log/list?log_title=cru')).total).toBe(1);
  });

  it('are computed on after an interruption, from the batch that was not committed', async () => {
    const { db, keysFilled } = await startHost();
    await keysFilled;
    await addOldRows(db, 1_200);
    const stopping = new AbortController();
    // Each table has a batch, also if it is empty.
    let left = [...keyedTables.keys()].indexOf('color') + 1;
    const signal = Object.defineProperty(stopping.signal, 'aborted', {
      get() {
        left -= 1;
        return left < 0;
      },
    });
    await fillTextKeys(db, keyedTables, 'sv', signal);
    const rest = (await findWrong(db, 'sv')).length;
    expect(rest).toBeGreaterThan(0);
    expect(rest).toBeLessThan(1_200);
    await fillTextKeys(db, keyedTables, 'sv');
    expect(await findWrong(db, 'sv')).toEqual([]);
  });

  it('are computed by two hosts at once without an error', async () => {
    const { db, keysFilled } = await startHost();
    await keysFilled;
    await addOldRows(db, 600);
    await Promise.all([fillTextKeys(db, keyedTables, 'sv'), fillTextKeys(db, keyedTables, 'sv')]);
    expect(await findWrong(db, 'sv')).toEqual([]);
  });

  it('are computed again if a table has got its column anew', async () => {
    const { db, keysFilled } = await startHost();
    await keysFilled;
    await addOldRows(db, 2);
    await db.schema.alterTable('quiz').dropColumn(TEXT_KEYS).execute();
    await addKeyColumns(db, keyedTables);
    await fillTextKeys(db, keyedTables, 'en');
    expect(await findWrong(db, 'en')).toEqual([]);
  });
});

it('a text that is longer than any index can hold is stored, found and sorted', async () => {
  const host = await startHost();
  const long = `${'é1 '.repeat(6_600)}end`;
  const { db } = host;
  await db
    .insertInto('participant')
    .values([{ study_number: long }, { study_number: 'e0' }])
    .execute();
  expect((await host.get('participant/list?study_number=END')).total).toBe(1);
  expect(await readNames(host, 'participant/list?sort=study_number', 'study_number')).toEqual([
    'e0',
    long,
  ]);
});
