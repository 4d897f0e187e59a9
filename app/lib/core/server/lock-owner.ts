/** Identifies the processes that work on the store, and locks names for this process. */
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
  /**
   * Locks a name, unless another process has locked it. Returns whether the name is locked for this process. Expects that
   * this process has not locked it. Throws a 503 response when the database cannot be reached.
   */
  tryLock(name: string): Promise<boolean>;
  /** Unlocks a name. Never throws. */
  unlock(name: string): Promise<void>;
  /** Releases the name of this process and its locks. Called when the process ends. */
  close(): Promise<void>;
}
