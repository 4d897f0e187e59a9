/** Thrown when no part of a file can be imported. The message is for the user who chose the file. */
export class ImportError extends Error {
  override name = 'ImportError';
}
