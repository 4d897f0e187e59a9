/** Imports of files. */
export interface ImportTables {
  /** Files that have been checked but not imported yet: see lib/import/pending.server.ts. */
  pending_import: {
    token: string;
    /** The user's key. */
    username: string;
    /** The list's path, without the slash. */
    list: string;
    /** The file in versions that did not store it in parts. No longer used. */
    content: string | null;
    /**
     * The file's name and the results of the check or import, encrypted because error messages may name people.
     */
    report: string;
    created_at: number;
  };
  /** The content of a file in encrypted parts, stored until it has been imported. */
  pending_import_part: { token: string; n: number; content: string };
  /**
   * Imports that were sent to a remote API host, until all of their changes are in the history: see
   * lib/host/sent-imports.server.ts.
   */
  remote_import: {
    job_id: string;
    /** The name of the entity whose records were imported. */
    entity: string;
    /** The user who imported the records. */
    username: string;
    /** The time of the import in milliseconds since the epoch. */
    at: number;
    request_id: string | null;
    /**
     * `sent` while it is not known whether the host stores the changes, `stored` when it does, `unlisted` when they
     * will never be in the history.
     */
    state: 'sent' | 'stored' | 'unlisted';
  };
}
