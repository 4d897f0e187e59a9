/** Identifies the processes that own locks in the store. */
export interface LockOwner {
  /**
   * Returns the name of this process. If the database session that holds the name was lost, opens another one first.
   * Throws a 503 response if that fails, because other processes could then assume that this process has ended.
   */
  name(): Promise<string>;
  /**
   * Returns true if the process with this name is running. On PostgreSQL, returns false while another process
   * replaces a lost database session.
   */
  isAlive(name: string): Promise<boolean>;
  /** Releases the name. Called when the process ends. */
  close(): Promise<void>;
}
