import type { LimitFunction } from 'p-limit';
import type { Result } from 'shared/result';
import type { z } from 'zod';
import type { makeSealer } from '../server/seal.server';

/** The time in milliseconds for which jobs are stored that do not expire: a thousand years. */
export const FOR_GOOD_MS = 365_000 * 24 * 3_600_000;

interface JobWords {
  what: string;
  href: string;
}

/** The outcome of an attempt: a result, `later` if another attempt is due, or `unknown` if it may have succeeded. */
export type AttemptOutcome<Output> = Result<Output, string> | 'later' | 'unknown';

/** The settings of a kind whose jobs the panel runs by itself, without a request. */
interface Attempts<Content, Output> {
  /** Makes an attempt. Another one is due if it throws. */
  make(content: Content, job: { token: string; subject: string }): Promise<AttemptOutcome<Output>>;
  /** The minimum time in milliseconds from the end of an attempt to the next one. */
  everyMs: number;
  /** The maximum number of attempts. Undefined if the panel tries until it succeeds. */
  max?: number;
  /** True if an attempt that the end of its process interrupted is repeated. Otherwise, the job fails: `stopped`. */
  areRepeatable: boolean;
  /** The maximum time in milliseconds for which a stop of the panel waits for an attempt. */
  stopMs: number;
}

/** A kind of work that the panel does in the background. */
export interface JobKind<Content, Output> {
  /** The name of the kind in the store. */
  name: string;
  /** The words for a job of this kind, such as 'Export'. */
  title: string;
  /** The schema of the content: the data with which the job is run. */
  contentSchema: z.ZodType<Content>;
  /** Returns a short text for the user that says what the job is about, and the path of the job's page. */
  describe(content: Content, job: { token: string; subject: string }): JobWords;
  /** The schema of the result of a job that has succeeded. */
  outputSchema: z.ZodType<Output>;
  sealer: ReturnType<typeof makeSealer>;
  /** The time in milliseconds for which a job is stored. */
  keepMs: number;
  /** The maximum number of stored jobs of a user, if limited. A new job replaces the oldest ones that do not run. */
  maxStored?: number;
  /**
   * Limits the number of jobs that this process runs at a time. Further jobs wait: in the state `running` if a
   * request has started them, otherwise in the state `waiting`.
   */
  slots: LimitFunction;
  /** True if the parts (`job_part`) are the job's output, such as a file. They are deleted if the job fails. */
  makesParts?: boolean;
  /**
   * The texts for the user: `stopped` if the panel was stopped during the job, `failed` after an unexpected error or,
   * for a kind with attempts, after the last one.
   */
  failures: { stopped: string; failed: string };
  /** Undefined if a job is run only by the request that starts it. */
  attempts?: Attempts<Content, Output>;
}

/** The part of a kind that also exists for jobs that no panel process runs, such as imports on an API host. */
export type AnyJobKind = Pick<
  JobKind<unknown, unknown>,
  'name' | 'title' | 'contentSchema' | 'describe' | 'sealer' | 'makesParts' | 'attempts'
>;
