/** A file that cannot be imported as a whole; the message is for the person who chose it. */
export class ImportError extends Error {
  override name = 'ImportError';
}
