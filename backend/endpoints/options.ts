import type { Database } from '../db/types';
import type { Imports } from '../import/imports';
import type { Mail, TopicMessage } from '../wire/messages';

/** The options of a host. */
export interface HostOptions {
  db: Database;
  /** IANA name; stamps are `YYYY-MM-DD HH:MM:SS`, local to it. */
  timeZone: string;
  /** The topic of messages that name none. */
  topic: string;
  /** Folder of the uploaded files. */
  filesDir: string;
  /** Hands a message to the push service; without it messages are only recorded. */
  sendTopicMessage?: (message: TopicMessage) => Promise<void>;
  /** Without it no mail leaves the host. */
  sendMail?: (mail: Mail) => Promise<void>;
  /** The panel's public address, which links in mails begin with. */
  panelUrl: string;
  /** True if an administrator must activate an account that someone made for themselves. */
  accountApproval: boolean;
  /** True if researchers also add, change and delete users; the default. */
  researchersManageUsers?: boolean;
  /** True if all callers are code of this process, whose `user` is trusted. */
  inProcess?: boolean;
  /** Failed attempts of an account in 15 minutes before it has to wait; by default the callers count. */
  signInAttempts?: number;
  /** The bearer token that every request must carry, if given. */
  accessToken?: string;
  /** The maximum bytes of an uploaded file; 25 MB by default. */
  maxUploadBytes?: number;
  /** The percentage from which a quiz attempt counts as passed; 80 by default. */
  passMark?: number;
  /** Brings imported HTML to what the panel's editor can make; without it HTML is stored as it comes. */
  cleanHtml?: (html: string) => string;
  /** Takes files of records; without it no list can be imported into. */
  imports?: Imports;
  /** Takes what a caller must not see; `what` names the route, never a person. */
  logError: (error: unknown, action: string) => void;
  now?: () => Date;
}
