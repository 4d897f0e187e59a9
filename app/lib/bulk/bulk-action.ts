import { z } from 'zod';

/** The work that a bulk action does on each record. */
const workSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delete') }),
  /** `to` is the code of the new status. */
  z.object({ kind: z.literal('status'), to: z.string() }),
  /** Undoes the changes of another bulk action. `run` is the field `run` of that action. */
  z.object({ kind: z.literal('undo'), run: z.string(), of: z.enum(['delete', 'status']) }),
]);
export type BulkWork = z.infer<typeof workSchema>;

/** The part of a bulk action that is stored encrypted. */
export const bulkContentSchema = z.object({
  work: workSchema,
  /** The request id that all changes of the action have in the history and in the logs. */
  run: z.string(),
  /** The state of the list that the user came from, as the query of its address. */
  list: z.string(),
  /** The number of records, without those that no longer existed. */
  total: z.number(),
  /** True if the records were selected by the filters of the list. */
  byFilter: z.boolean(),
  /** The number of selected records that no longer existed. */
  missing: z.number(),
  /** The number of records that already have the new status. */
  already: z.number(),
});
export type BulkContent = z.infer<typeof bulkContentSchema>;

/** A record that a user has selected. */
export const recordSchema = z.object({
  id: z.string(),
  label: z.string(),
  /** The digest of the values that the record had when it was selected: see record-digest.server.ts. */
  digest: z.string(),
  /** The fields that the digest covers. */
  fields: z.array(z.string()),
});
export type SelectedRecord = z.infer<typeof recordSchema>;

/**
 * The outcome of a bulk action for a record: `begun` while the host makes the change, `unchanged` if the record already
 * had the new status, `unknown` if it is not known whether the host made the change.
 */
export const outcomes = ['begun', 'done', 'unchanged', 'failed', 'unknown'] as const;
export type Outcome = (typeof outcomes)[number];

/** A bulk action of a user. */
export interface BulkAction extends BulkContent {
  token: string;
  owner: string;
  /** The name of the entity. */
  entity: string;
  /** `waiting` until the user confirms the action. */
  state: 'waiting' | 'running' | 'ended';
  /** The reason why the action ended before all records were processed. */
  ending: string | undefined;
  /** The token of the action that undoes this one. */
  undoneBy: string | undefined;
}

/** A record of a bulk action, with its number in the order of the action. */
export interface BulkRecord extends SelectedRecord {
  n: number;
  outcome: Outcome | undefined;
  note: string;
}
