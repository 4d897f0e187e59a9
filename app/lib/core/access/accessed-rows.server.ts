import { setImmediate } from 'node:timers/promises';
import type { Row } from 'shared/list/memory';
import { findEntity } from '../entities';
import { findNamedRecord } from '../entities/named-record';
import { getDetailPath, getEditPath } from '../entities/record-paths';
import { access } from './access-entity';
import { describeEntity } from './access-words';
import { type RevealedKey, revealKeys } from './key-entries.server';
import { type Ref, writeRanges } from './ranges';

/** The number of records whose rows are built before other requests get their turn. */
const PART = 500;
const NOT_READABLE = 'Cannot be read: the panel key for it is missing';
const NOT_STORED = 'No longer stored';

/** A record that an access has shown, as the log stores it. */
export interface AccessedRecord {
  entity: string;
  ref: Ref;
}

/**
 * Returns the rows of records, numbered from `start` + 1. If `hasAccesses` is true, each row links to the list of the
 * accesses to its record.
 */
export async function buildRows(
  records: readonly AccessedRecord[],
  start: number,
  hasAccesses: boolean,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < records.length; at += PART) {
    const part = records.slice(at, at + PART);
    const keys = await revealKeys(part);
    for (const record of part) {
      const key = record.ref < 0 ? keys.get(record.ref) : undefined;
      rows.push(buildRow(record, key, start + rows.length + 1, hasAccesses));
    }
    await setImmediate();
  }
  return rows;
}

function buildRow(
  { entity, ref }: AccessedRecord,
  revealed: RevealedKey | undefined,
  no: number,
  hasAccesses: boolean,
): Row {
  const isSecret = ref < 0;
  const key = isSecret ? revealed?.key : String(ref);
  const name = isSecret ? revealed && `~${revealed.digest}` : String(ref);
  return {
    record_no: no,
    record_type: describeEntity(entity),
    record_key: key ?? (revealed ? NOT_READABLE : NOT_STORED),
    record_name: '',
    record_log: `${describeEntity(entity)} ${writeRanges([ref])}`,
    record_entity: entity,
    record_id: key ?? '',
    record_path: key === undefined ? undefined : findAccessedPath(entity, key),
    record_accesses: hasAccesses && name ? `${access.list.path}/${entity}/${name}` : undefined,
    is_secret: isSecret,
    is_identifying: isSecret && key !== undefined,
  };
}

/**
 * Returns the address of a record's page, or undefined if it has none. The address contains the id itself: publishLink
 * encrypts an id that identifies a person.
 */
export function findAccessedPath(name: string, key: string): string | undefined {
  const { getLoggedPath } = findEntity(name) ?? {};
  if (getLoggedPath) return getLoggedPath(key);
  const record = findNamedRecord(name, key);
  if (!record) return undefined;
  const { entity, id } = record;
  if (entity.form) return getEditPath(entity, id);
  if (entity.detail) return getDetailPath(entity, id);
  const column = entity.list.columns.find(({ field }) => field === entity.key);
  return column?.link?.({ [entity.key]: id });
}
