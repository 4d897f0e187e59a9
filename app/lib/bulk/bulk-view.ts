import type { ConfirmView } from '../core/confirm/confirm-view';
import type { Trail } from '../trail';

/** The name of the input that says what a form of the page does. Its value is `start` or `undo`. */
export const BULK_INTENT = 'intent';

/** The data of the page of a bulk action: its question, its progress or its result. */
export type BulkView = {
  title: string;
  /** The breadcrumbs above the page. */
  trail: Trail;
  /** The title and the address of the list that the records belong to. */
  list: string;
  backHref: string;
  /** The address of this page. */
  here: string;
} & (
  | ({ state: 'waiting' } & BulkQuestion)
  | { state: 'running'; processed: number; total: number; refreshSeconds: number }
  | ({ state: 'ended' } & BulkResultView)
);

export interface BulkQuestion
  extends Pick<ConfirmView, 'heading' | 'verb' | 'isDestructive' | 'notes' | 'hidden' | 'refusal'> {
  /** The first records. */
  sample: BulkRow[];
  /** The number of records that are not in the sample. */
  more: number;
}

export interface BulkResultView {
  /** The number of records for each outcome, in words. */
  counts: string[];
  /** The reason why the action ended before all records were processed. */
  ending?: string;
  /** The records that were not changed, and those of which it is not known whether they were changed. */
  problems: (BulkRow & { reason: string })[];
  /** The position of the first problem on this page, starting at 1. */
  firstProblem: number;
  /** The number of all problems. */
  allProblems: number;
  earlierHref?: string;
  laterHref?: string;
  /** The sentence beside the button that undoes the action. Undefined if the action cannot be undone. */
  undoNote?: string;
  /** The address of the action that undid this one. */
  undoneHref?: string;
}

/** A record of a bulk action, with the address of its page. */
export interface BulkRow {
  id: string;
  label: string;
  href?: string;
}
