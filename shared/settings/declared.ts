import { z } from 'zod';
import { emailAddress } from '../is-email';
import { DEFAULT_LOCALE } from '../list/text-key';
import { topicSchema } from '../push-topic';
import { apiHostShape } from './api-host-settings';
import { keyShape } from './key-settings';
import {
  commaSeparated,
  locale,
  onOff,
  port,
  serverAddress,
  timeZone,
  trustedProxies,
  webAddress,
} from './kinds';
import { pushTopicsSchema } from './push-topics';
import { sessionShape } from './session-settings';

/** All settings of the panel, the standalone API host and the commands. README.md lists all but NODE_ENV. */
export const settings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port().default(3000),
  DATA_DIR: z.string().min(1).default('./data'),
  /**
   * The PostgreSQL database for all data except files. If unset, an SQLite database in the data folder is used.
   */
  DATABASE_URL: serverAddress(
    /^postgres(ql)?$/,
    'postgres://user:password@server:5432/name',
  ).optional(),
  /** The folder of uploaded files. Panels that share a database must also share this folder. */
  FILES_DIR: z.string().min(1).optional(),
  /** The address of the panel that browsers use. If it is https, the session cookie is Secure. */
  PUBLIC_URL: webAddress().optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  /**
   * The address and the port at which Prometheus reads the panel's metrics. Without METRICS_PORT, the panel does not
   * serve metrics.
   */
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: port().optional(),
  /**
   * The time in seconds between the signal to stop and the closing of the port. From the signal on, /readyz reports
   * that the panel is stopping.
   */
  STOP_DELAY_SECONDS: z.coerce.number().int().min(0).max(5).default(0),

  /** The maximum size of the stored files for analysis of all users together, in MB. */
  EXPORT_STORE_MB: z.coerce.number().int().min(1).max(1_048_576).default(10_240),

  /**
   * The minimum time in seconds between two computations of the figures on the home page. With 0, the home page has no
   * figures.
   */
  OVERVIEW_SECONDS: z.coerce.number().int().min(0).max(86_400).default(300),

  /**
   * The minimum time in hours between two counts of the messages of all phones, for the home page. With 0, the messages
   * are counted only for users who open the conversations.
   */
  OVERVIEW_MESSAGES_HOURS: z.coerce.number().int().min(0).max(744).default(24),

  /**
   * The least number of records that exported summaries and weekly mails show. A mark replaces smaller numbers, and
   * figures that would reveal them. 0 in summaries is shown. With 0 or 1, all numbers are shown.
   */
  SMALL_CELLS: z.coerce.number().int().min(0).max(100).default(5),

  /** True if pages hide phone numbers and dates of birth, each of which a user can reveal. */
  MASK_IDENTIFIERS: onOff('off'),

  PRODUCT_NAME: z.string().min(1).max(40).default('Study Panel'),
  PRODUCT_SLUG: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and hyphens')
    .default('study'),
  /**
   * The topic of notifications whose type is named after the product. Defaults to PRODUCT_SLUG with a capital
   * first letter.
   */
  PUSH_TOPIC: topicSchema.optional(),
  /** The topics of the other types. The topic of a type that is not named here is the type's name. */
  PUSH_TOPICS: pushTopicsSchema,
  SUPPORT_EMAILS: z
    .string()
    .default('support@panel.example, data@panel.example')
    .transform(commaSeparated)
    .pipe(z.array(emailAddress()).min(1, 'must name at least one address').max(5)),
  STUDY_TIME_ZONE: timeZone().default('Africa/Lusaka'),
  /** The language of the study, in whose alphabet lists are sorted. */
  STUDY_LOCALE: locale().default(DEFAULT_LOCALE),

  /** The minimum percentage of right answers with which a quiz attempt counts as passed. */
  QUIZ_PASS_MARK: z.coerce.number().min(0).max(100).default(80),
  /** The time in days after which an entry of the access log is deleted. */
  ACCESS_LOG_DAYS: z.coerce.number().int().min(1).max(3_650).default(365),
  /** The token that callers of the standalone API host must send. */
  HOST_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .regex(/^[A-Za-z0-9._~+/-]+=*$/, 'must have only letters, digits and . _ ~ + / - (RFC 6750)')
    .optional(),
  /**
   * The proxies whose X-Forwarded-For and X-Request-Id are trusted. The value is a list of addresses or a number of
   * proxies, as for Express's `trust proxy`.
   */
  TRUST_PROXY: trustedProxies().default('loopback'),

  /**
   * The number of days for which deleted records of the embedded host can be restored from the bin. With 0, records
   * are deleted immediately.
   */
  BIN_DAYS: z.coerce.number().int().min(0).max(3_650).default(30),
  /** The maximum number of records that one bulk action deletes or changes. */
  BULK_MAX_ROWS: z.coerce.number().int().min(1).max(10_000).default(1_000),

  /**
   * The mail server of the embedded host and of weekly mails. If unset, mails are written to the outbox of the data
   * folder.
   */
  SMTP_URL: serverAddress(/^smtps?$/, 'smtps://user:password@server:465').optional(),
  MAIL_FROM: emailAddress().default('no-reply@panel.example'),

  /** The addresses of the apps that the page /download links to. */
  MESSENGER_APP_URL: webAddress().optional(),
  MAIN_APP_URL: webAddress().optional(),

  FIREBASE_PROJECT_ID: z.string().optional(),
  /** True if a database of the embedded host without users is filled with synthetic study data. */
  DEMO_DATA: onOff('off'),
  /** True if the panel serves /bench-floor, the fixed page with which the benchmarks compare its pages. */
  BENCH: onOff('off'),

  ...apiHostShape,
  ...keyShape,
  ...sessionShape,
});
