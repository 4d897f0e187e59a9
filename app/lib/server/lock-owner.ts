/** Identifies the processes that own locks in the store. */
export interface LockOwner {
  /**
   * Returns the name of this process. Throws a 503 response while other processes could assume that this one
   * has ended.
   */
  name(): Promise<string>;
  /** Returns true if the process with this name is running. */
  isAlive(name: string): Promise<boolean>;
  /** Releases the name. Called when the process ends. */
  close(): Promise<void>;
}
