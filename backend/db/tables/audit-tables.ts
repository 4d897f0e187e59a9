/** Entries of the audit log that have not been sent. */
export interface AuditTables {
  /** Audit entries that have not been sent yet: see lib/host/audit-intents.server.ts. */
  audit_intent: {
    id: string;
    /** The process that has stored the entry. Empty for an entry that is already due when it is stored. */
    owner: string;
    username: string;
    title: string;
    action: string;
    description: string;
    /** `open` while the change is running, `due` when the entry can be sent. */
    state: 'open' | 'due';
    /** Milliseconds since the epoch, like `due_at`. */
    created_at: number;
    /** The time of the next attempt to send the entry. A process that claims the entry postpones this time. */
    due_at: number;
    attempts: number;
  };
  /** Counts of security events that can occur in large numbers: see lib/host/security-counts.server.ts. */
  security_count: {
    action: string;
    /** The event in words. */
    what: string;
    username: string;
    address: string;
    /** Milliseconds since the epoch. */
    window_start: number;
    count: number;
  };
}
