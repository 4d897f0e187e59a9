import type { Entity } from '../core/entities/entity';
import { getPluralName } from '../core/entities/name-plural';
import type { BulkAction } from './bulk-action';
import { nameStatus } from './read-status.server';

type Described = Pick<BulkAction, 'work' | 'total'>;

/** Returns the title of the page that asks before a bulk action, such as 'Delete 3 countries'. */
export function describeQuestion(entity: Entity, { work, total }: Described): string {
  const records = describeRecordCount(entity, total);
  switch (work.kind) {
    case 'delete':
      return `Delete ${records}`;
    case 'status':
      return `Change the status of ${records} to ${nameStatus(entity, work.to)}`;
    case 'undo':
      return work.of === 'delete'
        ? `Restore ${records}`
        : `Take back the change of status of ${records}`;
  }
}

/** Returns the title of the page that shows the progress of a bulk action. */
export function describeProgress(entity: Entity, { work, total }: Described): string {
  const records = describeRecordCount(entity, total);
  switch (work.kind) {
    case 'delete':
      return `Deleting ${records}`;
    case 'status':
      return `Changing the status of ${records} to ${nameStatus(entity, work.to)}`;
    case 'undo':
      return work.of === 'delete'
        ? `Restoring ${records}`
        : `Taking back the change of status of ${records}`;
  }
}

/** Returns the title of the page that shows the result of a bulk action, such as 'Deleted 2 of 3 countries'. */
export function describeResult(entity: Entity, { work, total }: Described, done: number): string {
  const all = describeRecordCount(entity, total);
  const records = done === total ? all : `${done.toLocaleString('en')} of ${all}`;
  switch (work.kind) {
    case 'delete':
      return `Deleted ${records}`;
    case 'status':
      return `Changed the status of ${records} to ${nameStatus(entity, work.to)}`;
    case 'undo':
      return work.of === 'delete'
        ? `Restored ${records}`
        : `Took back the change of status of ${records}`;
  }
}

/** Returns a number of records in words, such as '1 country' or '1,200 countries'. */
export function describeRecordCount(entity: Entity, count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? entity.singular : getPluralName(entity)}`;
}
