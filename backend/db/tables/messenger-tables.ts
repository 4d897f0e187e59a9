/** The messenger’s documents and figures. */
export interface MessengerTables {
  /** The messenger's documents in panels without Firestore: see lib/messenger/sql.server.ts. */
  document: {
    collection: string;
    id: string;
    /** The fields as JSON, in which times have a tag (lib/messenger/document-text.ts). */
    data: string;
    /**
     * The field by which long collections are ordered, in milliseconds since the epoch. Null if it is not a
     * time.
     */
    order_key: number | null;
    /** The number of changes, plus one. */
    version: number;
  };
  /** The conversation summary of a session: see lib/messenger/conversations/saved.server.ts. */
  saved_conversations: {
    session_id: string;
    data: string;
    loaded_at: number;
  };
}
