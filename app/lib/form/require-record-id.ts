import type { Entity } from '../entities/entity';
import { isRecordId } from '../record-id';

/**
 * Throws a 404 response for an id that reads as a number and is not written as hosts write it: `022` must not
 * open record 22. Documents and phones are named otherwise; what is no number at all is the host's to judge.
 */
export function requireRecordId(entity: Entity, id: string | undefined): void {
  if (id === undefined || entity.form?.store || entity.recordSource) return;
  const isNumber = id.trim() === '' || !Number.isNaN(Number(id));
  if (!isNumber || isRecordId(id)) return;
  throw new Response(`There is no ${entity.name} at this address.`, { status: 404 });
}
