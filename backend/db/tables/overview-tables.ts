/** The figures of the home page, and the mails with them. */
export interface OverviewTables {
  /** The figures of the home page: see lib/overview/overview-store.server.ts. */
  overview: {
    /** The name of a card, or of the lease to compute the cards or to count messages. */
    name: string;
    /** Encrypted, except that of leases. */
    content: string;
    /** For a card, the time of its latest attempt; for a lease, its expiry. In milliseconds since the epoch. */
    at: number;
  };
  /** The weekly mails: see lib/weekly-mail/mail-store.server.ts. */
  weekly_mail: {
    /** The day on which the mail is due, in the study's time zone. */
    day: string;
    /** The text, and the numbers that mails have shown so far, encrypted. */
    content: string;
  };
}
