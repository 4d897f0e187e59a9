import { type RecordMark, readMark } from 'backend/history/record-mark';
import type { Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import { getApiHost } from '../host/host.server';

/** Returns the mark of a record, or undefined if its id is never given to another record (decision 0155). */
export function markRecord({ name, source }: Entity, record: Row): RecordMark | undefined {
  return source || getApiHost().isEmbedded ? undefined : readMark(name, record);
}
