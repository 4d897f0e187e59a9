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
}
