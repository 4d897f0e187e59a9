/** The limits of all forms. */
export const formLimits = {
  /** The maximum number of fields, without files. It allows 200 rows of four inputs, and 100 other inputs. */
  fields: 900,
  files: 10,
  /** The maximum number of characters in a field's name. */
  nameLength: 100,
  /** The maximum number of rows of all lists of a form together. */
  rows: 200,
  /** The maximum size, in bytes, of all headers of a multipart part. */
  partHeaderBytes: 8 * 1024,
  /** The maximum number of headers of a multipart part. */
  partHeaders: 20,
} as const;

/** The limits of one reader of forms. */
export interface BodyLimits {
  /** The maximum number of bytes in the names and values of all fields together. */
  fieldBytes: number;
  /** The maximum number of bytes in the whole body. */
  bodyBytes: number;
  /** Is aborted when the body must have arrived. */
  late?: AbortSignal;
}
