import { randomInt, randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { makeChance } from '../../shared/demo/random';
import { sqlOn } from '../support/database';
import { runs } from '../support/full';
import { startPanel } from '../support/panel';
import { startOwnHost } from '../support/start-own-host';
import { Visitor } from '../support/visitor';

const CHANGES = runs(20, 1_000);

/** The entities of the changes, with the columns that their forms change. */
const tables = {
  color: { key: 'color_id', columns: 'color_name, color_code, color_status' },
  sms_category: { key: 'sms_cat_id', columns: 'sms_cat_name, sms_cat_description, sms_cat_status' },
  peer: { key: 'part_peer, part_number', columns: 'part_peer, part_number' },
};

interface Study {
  visitor: Visitor;
  panelDir: string;
  hostDir: string;
  hasBin: boolean;
}

async function openStudy(isRemote: boolean): Promise<Study> {
  const own = isRemote ? await startOwnHost() : undefined;
  const panel = await startPanel(own ? own.env : { DEMO_DATA: 'on' });
  onTestFinished(() => panel.stop());
  const { username, password } = demoSignIns.administrator;
  const visitor = await new Visitor(panel.url).signIn(username, password);
  const { dataDir } = panel;
  return { visitor, panelDir: dataDir, hostDir: own?.dataDir ?? dataDir, hasBin: !isRemote };
}

async function post({ visitor }: Study, path: string, fields: Record<string, string> = {}) {
  const body = new URLSearchParams({ _token: randomUUID(), ...fields });
  const answer = await visitor.request(path, { method: 'POST', body });
  await answer.text();
  return answer.status;
}

/** Returns the records of the study that the changes concern. */
async function readRecords({ hostDir }: Study): Promise<unknown> {
  const found: Record<string, unknown> = {};
  for (const [table, { key, columns }] of Object.entries(tables)) {
    const keys = table === 'peer' ? columns : `${key}, ${columns}`;
    found[table] = await sqlOn(hostDir, 'host', `select ${keys} from ${table} order by ${key}`);
  }
  return found;
}

it.each([
  ['the embedded host', false],
  ['a remote host', true],
])(
  'random changes on %s, taken back in random order, leave the original records',
  async (_name, isRemote) => {
    const study = await openStudy(isRemote);
    const { hostDir, panelDir, hasBin } = study;
    const seed = randomInt(2 ** 31);
    const { next: chance, pick } = makeChance(seed);
    const ids = async (table: 'color' | 'sms_category') => {
      const { key } = tables[table];
      const rows = await sqlOn(
        hostDir,
        'host',
        `select ${key} as id from ${table} order by ${key}`,
      );
      return rows.map((row) => Number((row as { id: number }).id));
    };
    const phones = async (status: string) => {
      const rows = await sqlOn(
        hostDir,
        'host',
        'select phone_number from phone where phone_status = ? order by phone_id limit 5',
        [status],
      );
      return rows.map((row) => String((row as { phone_number: string }).phone_number));
    };
    const navigators = await phones('2');
    const participants = await phones('3');
    const original = await readRecords(study);
    let names = 0;
    // Each name is used once: a name that another record has taken meanwhile could not be given back.
    const colorFields = () => ({
      color_name: `Shade ${seed} ${++names}`,
      color_code: pick(['#111111', '#222222', '#333333']),
      c_status: pick(['1', '2']),
    });
    const categoryFields = () => ({
      sms_cat_name: `Category ${seed} ${++names}`,
      sms_cat_description: pick(['One', 'Two', 'Three']),
      c_status: pick(['1', '2']),
    });
    const makeChange = async (): Promise<number> => {
      const dice = chance();
      if (dice < 0.35) return post(study, `/color/edit/${pick(await ids('color'))}`, colorFields());
      if (dice < 0.6)
        return post(
          study,
          `/sms-category/edit/${pick(await ids('sms_category'))}`,
          categoryFields(),
        );
      if (dice < 0.7) return post(study, '/color/add', colorFields());
      if (dice < 0.78) return post(study, '/sms-category/add', categoryFields());
      if (dice < 0.86 && hasBin) return post(study, `/delete/color/${pick(await ids('color'))}`);
      const [navigator, participant] = [pick(navigators), pick(participants)];
      return dice < 0.93
        ? post(study, `/phone/participants/${navigator}`, { participant })
        : post(study, `/phone/participants/${navigator}/unlink/${participant}`);
    };
    for (let made = 0; made < CHANGES; made = (await listChanges(panelDir)).length)
      for (let n = made; n < CHANGES; n += 1) await makeChange();

    let left = shuffle(await listChanges(panelDir), chance);
    while (left.length > 0) {
      const refused: string[] = [];
      for (const id of left) if ((await post(study, `/undo/${id}`)) !== 302) refused.push(id);
      expect(refused.length, `seed ${seed}: nothing more can be taken back`).toBeLessThan(
        left.length,
      );
      left = shuffle(refused, chance);
    }
    expect(await readRecords(study), `seed ${seed}`).toEqual(original);
  },
);

async function listChanges(panelDir: string): Promise<string[]> {
  const rows = await sqlOn(
    panelDir,
    'panel',
    'select id from record_change where undoes is null order by seq',
  );
  return rows.map((row) => String((row as { id: string }).id));
}

function shuffle<T>(list: readonly T[], chance: () => number): T[] {
  return list
    .map((item) => ({ item, order: chance() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}
