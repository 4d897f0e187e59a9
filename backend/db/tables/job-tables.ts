import type { Generated } from 'kysely';

/** Work in the background: see lib/core/jobs. */
export interface JobTables {
  job: {
    /** 192 random bits, or the id of an erasure. The address of the job's page contains it. */
    token: string;
    /** `bulk`, `export`, `import`, `erasure` or `mail`. */
    kind: string;
    /** The user's key. Empty for a job of the panel itself. */
    owner: string;
    /** The user's name, encrypted. Empty if it is not known. */
    username: string;
    /** The name of an entity, the path of a list, or the day of a mail and the id of its recipient. */
    subject: string;
    /** Only one of the jobs with the same key is stored. Null stands for no key. */
    unique_key: string | null;
    /** `waiting` until the user confirms or an attempt is due, then `running`, then `done` or `failed`. */
    state: 'waiting' | 'running' | 'done' | 'failed';
    /** The order, encrypted. Empty if the subject says everything. */
    content: string;
    /** The result or the reason of the failure, encrypted. Null until the job has ended, or if its process was lost. */
    result: string | null;
    /** The numbers of rows that are done, and of all rows. */
    done: number;
    total: number;
    /** The lock owner of the process that does the work. Null if no process of the panel does it. */
    runner: string | null;
    /** Milliseconds since the epoch, like `expires_at`. */
    created_at: number;
    expires_at: number;
    /** The number of times that a process has begun to run the job. */
    attempts: Generated<number>;
    /** The time of the next attempt in milliseconds since the epoch. Null if the panel does not run it by itself. */
    due_at: number | null;
  };
  /** The content of a job in parts: records, or pieces of a file. */
  job_part: {
    token: string;
    n: number;
    /** Encrypted. */
    content: string;
    /** For a record: `begun`, `done`, `unchanged`, `failed` or `unknown`. Null if it has not been processed. */
    outcome: string | null;
    /** The reason of a failure, encrypted because messages may name people. */
    note: string | null;
  };
}
