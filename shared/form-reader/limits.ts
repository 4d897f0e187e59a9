/** The limits of all forms. */
export const formLimits = {
  /** The number of fields without files: 200 rows of four inputs, and the other inputs of the form. */
  fields: 900,
  files: 10,
  /** The number of characters in a field's name. */
  nameLength: 100,
  /**
   * The number of rows of all lists together. Lists have no gaps, so the number of rows limits their length.
   */
  rows: 200,
  /** The bytes, and the number, of the headers of a multipart part. */
  partHeaderBytes: 8 * 1024,
  partHeaders: 20,
} as const;

/** The limits of one reader of forms. */
export interface BodyLimits {
  /** The bytes of all fields, names and values together; also the limit of each value. */
  fieldBytes: number;
  /** The bytes of the whole body. */
  bodyBytes: number;
}
