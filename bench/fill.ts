import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { StudyTables } from '../backend/db/study-tables';
import type { Database } from '../backend/db/types';
import { planCourse } from '../backend/demo-study/course';
import { insertRows, insertRowsByName, makeMany } from '../backend/demo-study/fill';
import {
  makeAnalyticMaker,
  makeFollowUpMaker,
  makeParticipantMaker,
} from '../backend/demo-study/main-app';
import { withStoredKeys } from '../backend/entities/host-database';
import { getLocation, openDatabase } from '../shared/db/connect';
import { byName, type SqlRow } from '../shared/db/types';
import { makeDemoDates } from '../shared/demo/dates';
import { makeDemoNumber } from '../shared/demo/names';
import { makeChance } from '../shared/demo/random';
import { getToday } from '../shared/list/today';
import { testKeys } from '../tests/support/keys';
import { openHostOn } from '../tests/support/open-host-on';

export interface Size {
  participants: number;
  followUps: number;
  analytics: number;
  phones: number;
}

const TIME_ZONE = 'Africa/Lusaka';
const NAVIGATORS = 400;
const BATCH = 5_000;
/** Study numbers begin here, so that each has six digits. */
const FIRST = 100_000;

/** Returns a data folder with the demo study and the additional rows of `size`. Later runs use the folder again. */
export async function filledFolder(root: string, size: Size): Promise<string> {
  const dataDir = path.join(root, `data-bench-${Object.values(size).join('-')}`);
  const ready = path.join(dataDir, 'ready');
  if (existsSync(ready)) return dataDir;
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { mode: 0o700 });
  console.log(`Filling ${dataDir} …`);
  await makeDemo(dataDir);
  const db = withStoredKeys(
    await openDatabase<StudyTables>(getLocation(dataDir, undefined)),
    TIME_ZONE,
  );
  try {
    await fill(db, size);
  } finally {
    await db.destroy();
  }
  writeFileSync(ready, '');
  return dataDir;
}

/** Makes the demo study by opening the host, which creates the tables and the indexes. */
async function makeDemo(dataDir: string): Promise<void> {
  const host = await openHostOn({
    dataDir,
    // Every panel that startPanel starts has this key.
    keys: testKeys,
    demo: true,
    timeZone: TIME_ZONE,
    topic: 'study',
    panelUrl: 'http://localhost',
    accountApproval: false,
    logError: (error) => console.error(error),
  });
  await host.close();
}

async function fill(db: Database, size: Size): Promise<void> {
  const chance = makeChance(1);
  const dates = makeDemoDates(getToday(TIME_ZONE));
  const navigators = Array.from({ length: NAVIGATORS }, (_, index) => `pn${1_000 + index}`);
  await insertRows(
    db,
    'peer_navigator',
    navigators.map((username) => ({ username, status: 1 })),
  );
  await fillTable(
    db,
    'participant',
    size.participants,
    FIRST,
    makeParticipantMaker({ chance, dates }, navigators),
  );
  await fillTable(
    db,
    'follow_up',
    size.followUps,
    0,
    makeFollowUpMaker({ chance, dates }, navigators, [FIRST, FIRST + size.participants - 1]),
  );
  await fillTable(
    db,
    'analytic',
    size.analytics,
    0,
    makeAnalyticMaker({ chance, course: planCourse(dates) }, size.analytics, navigators),
  );
  await fillTable(db, 'phone', size.phones, FIRST, (n) => ({
    phone_name: `Phone ${n}`,
    phone_number: makeDemoNumber(n),
    phone_status: 3,
  }));
}

async function fillTable(
  db: Database,
  table: string,
  count: number,
  first: number,
  make: (n: number) => SqlRow,
): Promise<void> {
  for (let done = 0; done < count; done += BATCH)
    await db.transaction().execute((transaction) =>
      insertRowsByName(
        byName(transaction),
        table,
        makeMany(Math.min(BATCH, count - done), (n) => make(first + done + n - 1)),
      ),
    );
  console.log(`  ${count.toLocaleString('en')} rows in ${table}`);
}
