/** The ways in which the rows of a stream can differ from those of the list's page. */
export interface StreamOptions {
  /** Fields that the rows contain besides the requested columns. A search does not look into them. */
  also?: readonly string[];
  /** Returns the ids of the rows in the order in which the stream has the rows. */
  arrange?: <Id>(ids: readonly Id[]) => Promise<readonly Id[]>;
}
