import type { Trail } from '../trail';

interface ShownJob {
  token: string;
  kind: string;
  state: string;
  orderedAt: string;
}

/** A job of the user who sees the page. */
export interface OwnJob extends ShownJob {
  what: string;
  href: string;
  isRunning: boolean;
  /** The numbers of rows that are done and of all rows. Empty if they are not known, or the job is not running. */
  progress: string;
  /** The time at which the job is deleted. Undefined if it is deleted when it has succeeded. */
  until?: string;
}

/** A job of another user. */
export interface OtherJob extends ShownJob {
  owner: string;
}

/** The page of all jobs. */
export interface JobsView {
  title: string;
  trail: Trail;
  own: OwnJob[];
  /** Undefined for users who may not see the jobs of others. */
  others: OtherJob[] | undefined;
}
