import path from 'node:path';
import { erasePerson, findUnusedUploads, isImporting } from 'backend/erasure/erase-person';
import { findErased, findPerson } from 'backend/erasure/find-person';
import { findPersonRecords, readPersonRows } from 'backend/erasure/person-tables';
import { config } from '../server/config.server';
import type { HostErasure } from './api-host';
import { openEmbeddedHost } from './open-embedded.server';
import { countWrite } from './writes.server';

/** Finds and erases the records of one participant in the tables of the embedded host. */
export const embeddedErasure: HostErasure = {
  deletesRecords: true,
  findPerson: async (participantId) => ({
    ok: true,
    value: await findPerson(await openTables(), participantId),
  }),
  async findRecords(person) {
    const found = await findPersonRecords(await openTables(), person);
    return { ok: true, value: found.map(({ entity, ids }) => ({ entity, ids })) };
  },
  readRows: async (person) => ({
    ok: true,
    value: await readPersonRows(await openTables(), person),
  }),
  findUnusedUploads: async (paths) => findUnusedUploads(await openTables(), paths),
  isImporting: async () => isImporting(await openTables()),
  async erase(person, uploads) {
    const filesDir = path.resolve(config.FILES_DIR ?? path.join(config.DATA_DIR, 'files'));
    await erasePerson(await openTables(), person, { uploads, filesDir });
    countWrite();
  },
  findErased: async (identify) => ({
    ok: true,
    value: await findErased(await openTables(), identify),
  }),
};

async function openTables() {
  return (await openEmbeddedHost()).db;
}
