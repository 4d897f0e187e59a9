/** Identifies the processes that own locks in the store. */
export interface LockOwner {
  /** Returns the name of this process. Throws a 503 response while other processes could take it for dead. */
  name(): Promise<string>;
  /** Returns whether the process with this name is running. */
  isAlive(name: string): Promise<boolean>;
  /** Releases the name when the process ends. */
  close(): Promise<void>;
}
