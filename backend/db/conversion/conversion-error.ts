/** Thrown when the databases of an earlier version cannot be converted. The message is one sentence for the operator. */
export class ConversionError extends Error {
  override name = 'ConversionError';
}
