import { createHmac } from 'node:crypto';
import type { StudyTables } from 'backend/db/study-tables';
import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import { getPanelKeys } from '../core/server/keys.server';
import { makeSealer } from '../core/server/seal.server';
import { getStore } from '../core/server/store.server';
import { type Certificate, certificateSchema } from './plan';

const { seal, unseal } = makeSealer('erasures');

const contentSchema = z.object({ certificate: certificateSchema });

/** The columns of an erasure that are not encrypted. */
interface ErasureHead {
  id: string;
  username: string;
  /** Milliseconds since the epoch, like `completedAt`. */
  createdAt: number;
  completedAt: number | undefined;
}

/** The erasure of a participant. Until it is completed, its plan is in a job. */
export interface Erasure extends ErasureHead {
  certificate: Certificate;
}

/** An erasure as it is stored. Its certificate is undefined if no panel key of this process decrypts it. */
export interface StoredErasure extends ErasureHead {
  certificate: Certificate | undefined;
}

/** Stores an erasure that is not completed. Returns false if the participant is being erased already. */
export async function insertErasure(
  db: Kysely<StudyTables>,
  {
    id,
    username,
    certificate,
    participantId,
  }: Pick<Erasure, 'id' | 'username' | 'certificate'> & { participantId: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('erasure')
    .values({
      ...{ id, participant: computeDigests(participantId)[0] ?? '', username, state: 'running' },
      content: seal(JSON.stringify({ certificate }), [id]),
      ...{ created_at: Date.now(), completed_at: null },
    })
    .onConflict((conflict) => conflict.column('participant').doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Returns whether an erasure was completed. */
export async function isCompleted(id: string): Promise<boolean> {
  return (await readErasure(id))?.completedAt !== undefined;
}

/** Keeps the certificate of an erasure, but no longer finds it by the participant. */
export async function releaseParticipant(id: string): Promise<void> {
  await (await getStore())
    .updateTable('erasure')
    .set({ participant: computeDigests(id)[0] ?? '' })
    .where('id', '=', id)
    .execute();
}

/** Stores the certificate of an erasure that is completed. */
export async function storeCertificate(
  db: Kysely<StudyTables>,
  id: string,
  certificate: Certificate,
): Promise<void> {
  await db
    .updateTable('erasure')
    .set((eb) => ({
      state: 'completed',
      content: seal(JSON.stringify({ certificate }), [id]),
      completed_at: eb.fn.coalesce('completed_at', eb.val(Date.now())),
    }))
    .where('id', '=', id)
    .execute();
}

/** Returns the id of the erasure of a participant, or undefined if there is none. */
export async function findErasureByParticipant(participantId: string): Promise<string | undefined> {
  const known = await (await getStore())
    .selectFrom('erasure')
    .select('id')
    .where('participant', 'in', computeDigests(participantId))
    .executeTakeFirst();
  return known?.id;
}

/** Returns those of the participants who were erased, or are being erased. */
export async function filterErased(participantIds: readonly string[]): Promise<Set<string>> {
  const ids = new Map(participantIds.flatMap((id) => computeDigests(id).map((one) => [one, id])));
  if (ids.size === 0) return new Set();
  const known = await (await getStore())
    .selectFrom('erasure')
    .select('participant')
    .where('participant', 'in', [...ids.keys()])
    .execute();
  return new Set(known.flatMap(({ participant }) => ids.get(participant) ?? []));
}

/** Returns the erasure with this id, or undefined if there is none or if it cannot be decrypted. */
export async function readErasure(id: string): Promise<Erasure | undefined> {
  const row = await (await getStore())
    .selectFrom('erasure')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && parse(row);
}

/** Returns the completed erasures whose files have not been rewritten. */
export async function listUnrewritten(): Promise<Erasure[]> {
  const rows = await (await getStore())
    .selectFrom('erasure')
    .selectAll()
    .where('state', '=', 'completed')
    .execute();
  return rows
    .flatMap((row) => parse(row) ?? [])
    .filter(({ certificate }) => certificate.needsRewrite);
}

/** Returns a page of all erasures, the newest first, and their number. */
export async function listErasures({
  offset,
  limit,
}: {
  offset: number;
  limit: number;
}): Promise<{ erasures: StoredErasure[]; total: number }> {
  const db = await getStore();
  const rows = await db
    .selectFrom('erasure')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom('erasure')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    erasures: rows.map((row) => ({ ...readHead(row), certificate: parse(row)?.certificate })),
    total: Number(total),
  };
}

function parse(row: Selectable<StudyTables['erasure']>): Erasure | undefined {
  const text = unseal(row.content, [row.id])?.toString('utf8');
  const content = text && contentSchema.safeParse(JSON.parse(text)).data;
  if (!content) return undefined;
  return { ...readHead(row), certificate: content.certificate };
}

function readHead(row: Selectable<StudyTables['erasure']>): ErasureHead {
  return {
    id: row.id,
    username: row.username,
    createdAt: Number(row.created_at),
    completedAt: row.completed_at === null ? undefined : Number(row.completed_at),
  };
}

/** Returns the digests of a participant's id with the current key and with the earlier keys. */
function computeDigests(participantId: string): string[] {
  return getPanelKeys().ring.all.map((key) =>
    createHmac('sha256', key.derive('erasure', 'participant')).update(participantId).digest('hex'),
  );
}
