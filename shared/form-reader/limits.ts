/** What a form may hold, wherever it is posted. */
export const formLimits = {
  /** Fields that are no files: 200 rows of four inputs, and what stands around them. */
  fields: 900,
  files: 10,
  /** Characters of a field's name. */
  nameLength: 100,
  /** Rows of all lists together; a list has no gaps, so that no name makes it longer than it is. */
  rows: 200,
  /** Bytes and number of the headers of a multipart part. */
  partHeaderBytes: 8 * 1024,
  partHeaders: 20,
} as const;

/** What one reader of forms takes. */
export interface BodyLimits {
  /** Bytes of all fields, names and values; also of each value. */
  fieldBytes: number;
  /** Bytes of the whole body. */
  bodyBytes: number;
}
