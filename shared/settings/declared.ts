import { z } from 'zod';
import { topicSchema } from '../push-topic';
import {
  apiPath,
  commaSeparated,
  headerText,
  onOff,
  panelKey,
  port,
  timeZone,
  trustedProxies,
  webAddress,
} from './kinds';
import { pushTopicsSchema } from './push-topics';

/** The headers that cannot carry the token of an upload, because they have another purpose. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['accept', 'connection', 'content-length', 'content-type', 'cookie', 'expect', 'host'],
  ...['keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'x-request-id'],
]);

/** All settings of the panel, the standalone API host and the commands. README.md lists all but NODE_ENV. */
export const settings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port().default(3000),
  DATA_DIR: z.string().min(1).default('./data'),
  /**
   * The PostgreSQL database for all data except files. If unset, an SQLite database in the data folder is used.
   */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
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

  API_HOST_URL: webAddress().optional(),
  API_HOST_TOKEN: headerText().optional(),
  /** The paths that differ between hosts (wire.md). */
  API_CREATE_ACCOUNT_PATH: apiPath('account/create'),
  API_RESET_PASSWORD_PATH: apiPath('account/reset'),
  API_CHANGE_PASSWORD_PATH: apiPath('account/change-password'),
  API_CHANGE_OWN_PASSWORD_PATH: apiPath('account/change-own-password'),
  API_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(10_000),
  /** The maximum size of a list or an exported file of the host, in bytes. Larger ones are refused. */
  API_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(512 * 1024 * 1024),

  /**
   * The program that writes export files. With `host`, a remote API host writes them, and the panel replaces files that
   * differ from the rows. With `panel`, the panel writes all files.
   */
  EXPORT_BY: z.enum(['host', 'panel']).default('host'),

  /** The maximum size of the stored files for analysis of all users together, in MB. */
  EXPORT_STORE_MB: z.coerce.number().int().min(1).max(1_048_576).default(10_240),

  /** The maximum number of rows in a list of an API host that sends all rows. Longer lists are refused. */
  LIST_MAX_ROWS: z.coerce.number().int().min(1).max(10_000_000).default(200_000),
  /** The time in seconds for which such a list is cached if the host sends neither ETag nor Last-Modified. */
  LIST_CACHE_SECONDS: z.coerce.number().int().min(0).max(3_600).default(30),
  /** The approximate maximum memory of all cached lists, in MB. 0 turns the cache off. */
  LIST_CACHE_MB: z.coerce.number().int().min(0).max(16_384).default(256),

  /**
   * The minimum time in seconds between two computations of the figures on the home page. With 0, the home page has no
   * figures.
   */
  OVERVIEW_SECONDS: z.coerce.number().int().min(0).max(86_400).default(300),

  /**
   * The least number of records that exported summaries and weekly mails show. Smaller ones are left out, except 0 in
   * summaries. 0 or 1 shows all.
   */
  SMALL_CELLS: z.coerce.number().int().min(0).max(100).default(5),

  /**
   * The address of uploads, to which `Facility` or `Resource` is appended. Defaults to `upload/` of the API
   * host.
   */
  UPLOAD_URL: webAddress().optional(),
  /**
   * The token for uploads. Defaults to API_HOST_TOKEN, unless UPLOAD_URL is set and UPLOAD_TOKEN_HEADER is not.
   */
  UPLOAD_TOKEN: headerText().optional(),
  /**
   * The name of the header that carries the token for uploads. Defaults to `Authorization`, in which `Bearer`
   * precedes the token.
   */
  UPLOAD_TOKEN_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'must be the name of a header such as X-Upload-Token')
    .refine(
      (name) => !OWN_HEADERS.has(name.toLowerCase()),
      'must not be a header that has another purpose',
    )
    .optional(),
  /** The base address of uploaded files. */
  FILES_URL: webAddress().optional(),
  UPLOAD_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).default(120_000),
  /** The maximum size of an uploaded file, in bytes. */
  UPLOAD_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(500 * 1024 * 1024)
    .default(25 * 1024 * 1024),
  /**
   * The address of a page that /file-manager shows in a frame. If unset, the embedded host's files are listed.
   */
  GALLERY_URL: webAddress().optional(),

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
    .pipe(z.array(z.email()).min(1, 'must name at least one address').max(5)),
  STUDY_TIME_ZONE: timeZone().default('Africa/Lusaka'),

  /** The minimum percentage of right answers with which a quiz attempt counts as passed. */
  QUIZ_PASS_MARK: z.coerce.number().min(0).max(100).default(80),

  /** The key from which all secrets are derived. */
  PANEL_KEY: panelKey().optional(),
  /** Earlier keys, separated by commas. They are used only to verify and decrypt existing data. */
  PANEL_KEY_PREVIOUS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(panelKey()))
    .optional(),
  /**
   * A file outside DATA_DIR with one key per line. The current key is first. If neither PANEL_KEY nor the file exists,
   * the file is created.
   */
  PANEL_KEY_FILE: z.string().min(1).optional(),
  /** The folder for signed checkpoints of the audit log and of the history. */
  AUDIT_CHECKPOINT_DIR: z.string().min(1).optional(),
  /**
   * The time in minutes between checkpoints. Checkpoints are written only if entries were added. 0 turns them off.
   */
  AUDIT_CHECKPOINT_MINUTES: z.coerce.number().int().min(0).max(1440).default(60),
  /** The time in days after which an entry of the access log is deleted. */
  ACCESS_LOG_DAYS: z.coerce.number().int().min(1).max(3_650).default(365),
  /** The token that callers of the standalone API host must send. */
  HOST_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .regex(/^[A-Za-z0-9._~+/-]+=*$/, 'must have only letters, digits and . _ ~ + / - (RFC 6750)')
    .optional(),
  /** The secret that signs cookies. Defaults to a key derived from the panel key. */
  SESSION_SECRET: z.string().min(32, 'must be 32 characters or more').optional(),
  SESSION_IDLE_MINUTES: z.coerce.number().int().min(1).max(1440).default(30),
  SESSION_MAX_HOURS: z.coerce.number().int().min(1).max(168).default(12),
  /** The interval in seconds at which the panel asks the host whether a signed-in user is still active. */
  SESSION_RECHECK_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  /** The number of failed sign-ins in 15 minutes, per account and per address, before the user has to wait. */
  SIGN_IN_ATTEMPTS: z.coerce.number().int().min(1).max(1_000_000).default(5),
  /** The maximum number of sign-ups, and of password resets, per hour and address. */
  ACCOUNT_REQUESTS: z.coerce.number().int().min(1).max(1_000_000).default(5),
  /**
   * The proxies whose X-Forwarded-For is trusted. The value is a list of addresses or a number of proxies, as
   * for Express's `trust proxy`.
   */
  TRUST_PROXY: trustedProxies().default('loopback'),
  /** True if an administrator must activate accounts that people create for themselves. */
  ACCOUNT_APPROVAL: onOff('on'),
  /** True if researchers can view all data but change nothing. */
  RESEARCHERS_READ_ONLY: onOff('off'),
  /**
   * True if researchers can add, change and delete users. If false, only administrators can, and nobody can
   * change their own role or status.
   */
  RESEARCHERS_MANAGE_USERS: onOff('on'),
  /** The users who must set up a second factor before they can use the panel. Everybody may set one up. */
  REQUIRE_SECOND_FACTOR: z.enum(['off', 'administrators', 'all']).default('off'),

  /**
   * The number of days for which deleted records of the embedded host can be restored from the bin. With 0, records
   * are deleted immediately.
   */
  BIN_DAYS: z.coerce.number().int().min(0).max(3_650).default(30),
  /** The maximum number of records that one bulk action deletes or changes. */
  BULK_MAX_ROWS: z.coerce.number().int().min(1).max(10_000).default(1_000),

  /** The mail server of the embedded host. If unset, mails are written to the outbox of the data folder. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().default('no-reply@panel.example'),

  /** The addresses of the apps that the page /download links to. */
  MESSENGER_APP_URL: webAddress().optional(),
  MAIN_APP_URL: webAddress().optional(),

  /** The sign-in name of a new data folder's first administrator. */
  ADMIN_EMAIL: z.email().default('admin@panel.example'),

  FIREBASE_PROJECT_ID: z.string().optional(),
  /** True if a database of the embedded host without users is filled with synthetic study data. */
  DEMO_DATA: onOff('off'),
  /** True if the panel serves /bench-floor, the fixed page with which the benchmarks compare its pages. */
  BENCH: onOff('off'),
});
