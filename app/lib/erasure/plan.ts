import { z } from 'zod';

const personSchema = z.object({
  participantId: z.string(),
  studyNumber: z.string(),
  phones: z.array(z.string()),
  names: z.array(z.string()),
});

/** A number of records of one kind, in words. */
const countSchema = z.object({ kind: z.string(), count: z.number() });
export type RecordCount = z.infer<typeof countSchema>;

const messengerSchema = z.object({
  /** The conversations of the person's phones: their ids, and the numbers of the phones on both sides. */
  conversations: z.array(z.object({ id: z.string(), phone: z.string(), other: z.string() })),
  /** The paths of posts and of users. */
  documents: z.array(z.string()),
  /** The ids of the posts with those of their discussions, as the history names them. */
  posts: z.array(z.string()),
  messages: z.number(),
});
export type MessengerPlan = z.infer<typeof messengerSchema>;

/**
 * All that an erasure deletes. It is stored before anything is deleted, so that an interrupted erasure can be
 * completed.
 */
export const planSchema = z.object({
  person: personSchema,
  /** The records of the host, as the history names them. */
  records: z.array(z.object({ entity: z.string(), recordId: z.string() })),
  messenger: messengerSchema,
  /** The paths of uploaded files that only the person's messages show. */
  uploads: z.array(z.string()),
  counts: z.array(countSchema),
  /** The records that a remote host keeps. */
  onHost: z.array(countSchema).default([]),
  /** Sentences about what the erasure leaves. */
  kept: z.array(z.string()),
});
export type ErasurePlan = z.infer<typeof planSchema>;

/** The record of a completed erasure. It names nobody. */
export const certificateSchema = z.object({
  /** The participant's id as addresses and audit entries contain it. */
  participant: z.string(),
  reason: z.string(),
  counts: z.array(countSchema),
  kept: z.array(z.string()),
  /** True if a command made the erasure, whose user names themselves. */
  isCommand: z.boolean().optional(),
  /** True if the erasure was repeated because an older backup was restored. */
  isRepeated: z.boolean(),
  /** True if the files of the databases still have to be rewritten at the next start. */
  needsRewrite: z.boolean(),
});
export type Certificate = z.infer<typeof certificateSchema>;

/** Returns the number of all records. */
export function sumCounts(counts: readonly RecordCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
