/** The data of the page of a bulk action: its question, its progress or its result. */
export type BulkView = {
  title: string;
  /** The title and the address of the list that the records belong to. */
  list: string;
  backHref: string;
  /** The address of this page. */
  here: string;
} & (
  | ({ state: 'asked' } & BulkQuestion)
  | { state: 'running'; done: number; total: number; refreshSeconds: number }
  | ({ state: 'ended' } & BulkResult)
);

export interface BulkQuestion {
  /** The label of the button that starts the action. */
  verb: string;
  isDeletion: boolean;
  /** The first records. */
  sample: BulkRow[];
  /** The number of records that are not in the sample. */
  more: number;
  /** The sentences that say what follows from the action. */
  notes: string[];
  /** The reason that the user cannot start the action. */
  refusal?: string;
}

export interface BulkResult {
  /** The numbers of records by their outcome, in sentences. */
  counts: string[];
  /** The reason that the action ended before all records were processed. */
  ending?: string;
  /** The records that were not changed, or of which this is not known. */
  problems: (BulkRow & { reason: string })[];
  /** The number of the first problem on this page, and of all problems. */
  firstProblem: number;
  allProblems: number;
  earlierHref?: string;
  laterHref?: string;
  /** The sentence beside the button that takes the action back. Undefined if it cannot be taken back. */
  undoNote?: string;
  /** The address of the action that took this one back. */
  undoneHref?: string;
}

/** A record of a bulk action, with the address of its page. */
export interface BulkRow {
  id: string;
  label: string;
  href?: string;
}
