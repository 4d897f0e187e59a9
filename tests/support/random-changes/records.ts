import { parseStored } from 'shared/record-values/items';
import { type ChangedEntity, changedEntities } from './entities';
import type { Row, Study } from './study';

/** Returns a random record of an entity that may be changed and that meets the condition. */
export async function pickRecord(
  { query, chance }: Study,
  { table, key, changeable = '1 = 1' }: ChangedEntity,
  condition = '1 = 1',
): Promise<Row> {
  const rows = await query(
    `select * from ${table} where ${changeable} and ${condition} order by ${key}`,
  );
  return chance.pick(rows);
}

/**
 * Returns the records of all changed entities, and the links between phones. Omits the users and times of the latest
 * changes, and the spaces around texts, which hosts remove when they save a record.
 */
export async function readRecords({ query }: Study): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {
    peer: await query(
      'select part_peer, part_number from linked_participant order by part_peer, part_number',
    ),
  };
  for (const { table, key, lists = [] } of changedEntities)
    found[table] = (await query(`select * from ${table} order by ${key}`)).map((row) =>
      Object.fromEntries(
        Object.entries(row)
          // The keys of texts follow from the other columns.
          .filter(([column]) => column !== 'text_keys' && !column.includes('_lastupdate'))
          .map(([column, value]) => [column, readValue(value, lists.includes(column))]),
      ),
    );
  return found;
}

function readValue(value: unknown, isList: boolean): unknown {
  if (typeof value !== 'string') return value;
  return (isList && parseStored(value)?.map(readRow)) || value.trim();
}

/**
 * Returns a row of a list with its flag as a boolean. Hosts and the panel write Yes as 1 or "1", and No as 0 or not
 * at all.
 */
function readRow({ correct, ...row }: Record<string, unknown>): Record<string, unknown> {
  return { ...row, isCorrect: Number(correct) === 1 };
}
