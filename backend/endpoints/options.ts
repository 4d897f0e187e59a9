import type { RefusalCounter } from '../audit/count-refusals';
import type { Database } from '../db/types';
import type { Imports } from '../import/imports';
import type { Mail, TopicMessage } from '../wire/messages';

/** The options of a host. */
export interface HostOptions {
  db: Database;
  /** The IANA name of the study's time zone. Stamps are `YYYY-MM-DD HH:MM:SS` in its local time. */
  timeZone: string;
  /** The topic for push messages without a topic. */
  topic: string;
  /** The folder of the uploaded files. */
  filesDir: string;
  /** Sends a message to the push service. Without it, messages are only recorded. */
  sendTopicMessage?: (message: TopicMessage) => Promise<void>;
  /** Sends a mail. Without it, the host sends no mail. */
  sendMail?: (mail: Mail) => Promise<void>;
  /** The public URL of the panel, with which links in mails begin. */
  panelUrl: string;
  /** The name of the panel, for mails. Without it, mails name its host. */
  panelName?: string;
  /** True if an administrator must activate the account of a user who signed up. */
  accountApproval: boolean;
  /** False if only administrators may add, change and delete users; true by default. */
  researchersManageUsers?: boolean;
  /** True if all callers are code of this process, so that the `user` they send can be trusted. */
  inProcess?: boolean;
  /**
   * The maximum number of failed attempts per account in 15 minutes. Without it, callers must limit attempts.
   */
  signInAttempts?: number;
  /** The bearer token that every request must carry, if given. */
  accessToken?: string;
  /**
   * Counts refused callers for the audit log. Without it, callers enter the refusals themselves.
   */
  refusals?: RefusalCounter;
  /** The maximum number of bytes of an uploaded file; 25 MiB by default. */
  maxUploadBytes?: number;
  /**
   * The number of days for which deleted records can be restored. Without it, or with 0, deletions are final.
   */
  binDays?: number;
  /** The minimum score, in percent, of a quiz attempt that counts as passed; 80 by default. */
  passMark?: number;
  /**
   * Reduces imported HTML to the elements that the panel's editor can produce. Without it, HTML is stored
   * unchanged.
   */
  cleanHtml?: (html: string) => string;
  /** The address of the folder of uploads, below which images in imported HTML may be. */
  imageFolder?: string;
  /**
   * True if the database keeps the history of records. Imports and sign-ups then add their changes. False for a host
   * whose panel runs elsewhere and keeps the history.
   */
  keepsHistory?: boolean;
  /** Runs the imports of files. Without it, `import/{name}` answers that the list could not be found. */
  imports?: Imports;
  /** Logs an error whose details callers must not see. `action` names the route or activity, never a person. */
  logError: (error: unknown, action: string) => void;
  now?: () => Date;
}
