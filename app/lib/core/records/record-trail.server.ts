import type { Row } from 'shared/list/memory';
import type { Crumb, Trail } from '../../trail';
import { noteRows, type Viewer } from '../access/note-access.server';
import type { Entity } from '../entities/entity';
import type { NamedRecord } from '../entities/named-record';
import { getDetailPath, getEditPath } from '../entities/record-paths';
import { buildTrail } from '../list/list-trail.server';
import { nameRecord } from './name-record';

interface RecordPage extends NamedRecord {
  /** The record as it is now. Empty if it cannot be read. */
  row: Row;
  /** The address of the list as the user left it. */
  listHref?: string;
}

/** Returns the breadcrumbs of a page below a record's page. */
export function buildRecordTrail(
  { entity, id, row, listHref = entity.list.path }: RecordPage,
  ...below: Crumb[]
): Trail {
  const record = { title: nameRecord(entity, row, id), href: findRecordPath(entity, id) };
  return buildTrail(entity, listHref, record, ...below);
}

/** Notes that a page below a record's page names the record. Does nothing for a record that cannot be read. */
export function noteNamedRecord(user: Viewer, { entity, id }: NamedRecord, row: Row): void {
  if (Object.keys(row).length === 0) return;
  const { list, key, label } = entity;
  const named = list.columns.filter(({ field }) => field === key || field === label);
  noteRows(user, 'History', entity, [{ ...row, [key]: id }], named);
}

/** Returns the path of a record's page. Undefined if records of the entity have none. */
export function findRecordPath(entity: Entity, id: string): string | undefined {
  if (entity.form) return getEditPath(entity, id);
  return entity.detail ? getDetailPath(entity, id) : undefined;
}
