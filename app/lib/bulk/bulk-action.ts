import { z } from 'zod';

/** The work that a bulk action does on each record. */
const workSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delete') }),
  /** `to` is the code of the new status. */
  z.object({ kind: z.literal('status'), to: z.string() }),
  /** Takes back the changes of another bulk action. `run` is the id of that action's run. */
  z.object({ kind: z.literal('undo'), run: z.string(), of: z.enum(['delete', 'status']) }),
]);
export type BulkWork = z.infer<typeof workSchema>;

/** The part of a bulk action that is stored encrypted. */
export const contentSchema = z.object({
  work: workSchema,
  /** The id under which the history and the logs have all changes of the action. */
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
export type BulkContent = z.infer<typeof contentSchema>;

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
 * The outcome of a bulk action for a record: `unchanged` if it already had the new status, `unknown` if it is not known
 * whether the host made the change.
 */
export const outcomes = ['begun', 'done', 'unchanged', 'failed', 'unknown'] as const;
export type Outcome = (typeof outcomes)[number];

/** A bulk action of a user. */
export interface BulkAction extends BulkContent {
  token: string;
  owner: string;
  /** The name of the entity. */
  entity: string;
  state: 'asked' | 'running' | 'ended';
  runner: string | undefined;
  ending: string | undefined;
  undoneBy: string | undefined;
}

/** A record of a bulk action, with its number in the order of the action. */
export interface BulkRecord extends SelectedRecord {
  n: number;
  outcome: Outcome | undefined;
  note: string;
}
