import { defined } from '../../../shared/defined';
import { type ChangedEntity, changedEntities, type Drawn } from './entities';
import { importRecords } from './import-records';
import { pickRecord } from './records';
import type { Study } from './study';

/** A kind of change. Each call of `make` makes at least one change. */
interface Kind {
  name: string;
  make(study: Study): Promise<unknown>;
}

/** Returns the kinds of changes that can be undone on the study's host. */
export function listKinds({ isEmbedded }: Study): Kind[] {
  return [
    ...changedEntities.map(makeAddition),
    ...changedEntities.map(makeEdit),
    { name: 'link', make: link },
    { name: 'unlink', make: unlink },
    // A remote host has no bin, so that deletions are final, and its imports are not in the history.
    ...(isEmbedded
      ? [
          { name: 'import', make: importRecords },
          { name: 'delete', make: remove },
          { name: 'restore', make: restore },
        ]
      : []),
  ];
}

function makeAddition(entity: ChangedEntity): Kind {
  return {
    name: `add ${entity.name}`,
    make: async (study) => study.post(`/${entity.name}/add`, listInputs(await entity.draw(study))),
  };
}

function makeEdit(entity: ChangedEntity): Kind {
  return {
    name: `edit ${entity.name}`,
    async make(study) {
      const row = await pickRecord(study, entity);
      const drawn = await entity.draw(study, row);
      return study.post(`/${entity.name}/edit/${row[entity.key]}`, listInputs(drawn));
    },
  };
}

/** Returns the inputs of a form with these values. */
function listInputs({ values, rows }: Drawn): Record<string, string> {
  const items = (rows?.rows ?? []).flatMap((row, at) =>
    Object.entries(row).map(([name, value]) => [`${rows?.field}[${at}].${name}`, value]),
  );
  return { ...values, ...Object.fromEntries(items) };
}

async function remove(study: Study) {
  const entity = study.chance.pick(changedEntities);
  const row = await pickRecord(study, entity, entity.deletable);
  return study.post(`/delete/${entity.name}/${row[entity.key]}`);
}

/** Restores a random record from the bin. If the bin is empty, deletes a record first. */
async function restore(study: Study) {
  const list = () => study.query('select deleted_id from deleted_record order by deleted_id');
  if ((await list()).length === 0) await remove(study);
  const { deleted_id } = study.chance.pick(await list());
  return study.post(`/bin/restore/${deleted_id}`);
}

/** Links the phone of a participant to the phone of a navigator to which it is not linked yet. */
async function link(study: Study) {
  const navigators = await listNumbers(study, '2');
  const participants = await listNumbers(study, '3');
  const links = await listLinks(study);
  const free = navigators.flatMap((navigator) =>
    participants
      .filter((participant) => !links.includes(`${navigator} ${participant}`))
      .map((participant) => ({ navigator, participant })),
  );
  const { navigator, participant } = study.chance.pick(free);
  return study.post(`/phone/participants/${navigator}`, { participant });
}

async function unlink(study: Study) {
  const navigators = await listNumbers(study, '2');
  const links = (await listLinks(study)).filter((pair) => navigators.includes(getNavigator(pair)));
  const [navigator, participant] = study.chance.pick(links).split(' ');
  return study.post(`/phone/participants/${navigator}/unlink/${participant}`);
}

const getNavigator = (pair: string) => defined(pair.split(' ')[0]);

/** Returns the numbers of the first ten phones of a type. */
async function listNumbers({ query }: Study, status: string): Promise<string[]> {
  const rows = await query(
    'select phone_number from phone where phone_status = ? order by phone_id limit 10',
    [status],
  );
  return rows.map(({ phone_number }) => String(phone_number));
}

async function listLinks({ query }: Study): Promise<string[]> {
  const rows = await query(
    'select part_peer, part_number from linked_participant order by part_peer, part_number',
  );
  return rows.map(({ part_peer, part_number }) => `${part_peer} ${part_number}`);
}
