import type { Entity } from '../entities/entity';
import { isAbsent } from '../host/absent.server';
import { refuseMissing } from '../server/refuse';
import { fetchRecord } from './fetch-record.server';

/** Throws a 404 response if the record does not exist. Does nothing if that cannot be found out at the moment. */
export async function refuseAbsent(entity: Entity, id: string): Promise<void> {
  const found = await fetchRecord(entity, id);
  if (!found.ok && isAbsent(found.error)) refuseMissing();
}
