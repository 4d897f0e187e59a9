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
  webAddress,
} from './kinds';
import { pushTopicsSchema } from './push-topics';

/** Headers of an upload that cannot carry its token. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['accept', 'connection', 'content-length', 'content-type', 'cookie', 'expect', 'host'],
  ...['keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'x-request-id'],
]);

/** Every setting of the panel, the API host alone and the commands. README.md lists them. */
export const settings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port().default(3000),
  DATA_DIR: z.string().min(1).default('./data'),
  /** A PostgreSQL database for everything but files; without it SQLite in the data folder. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** The folder of uploaded files; several instances share it. */
  FILES_DIR: z.string().min(1).optional(),
  /** The address that browsers use; https makes the session cookie Secure. */
  PUBLIC_URL: webAddress().optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  /** The address at which Prometheus reads the panel's metrics; none unless the port is set. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: port().optional(),
  /** The time for which /readyz says that the panel stops before it takes no more connections. */
  STOP_DELAY_SECONDS: z.coerce.number().int().min(0).max(5).default(0),

  API_HOST_URL: webAddress().optional(),
  API_HOST_TOKEN: headerText().optional(),
  /** The paths that real hosts choose themselves (wire.md). */
  API_CREATE_ACCOUNT_PATH: apiPath('account/create'),
  API_RESET_PASSWORD_PATH: apiPath('account/reset'),
  API_CHANGE_PASSWORD_PATH: apiPath('account/change-password'),
  API_CHANGE_OWN_PASSWORD_PATH: apiPath('account/change-own-password'),
  API_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(10_000),
  /** A longer list or file of the host is refused instead of filling the memory. */
  API_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(512 * 1024 * 1024),

  /** The maker of export files: the API host, whose file is checked, or the panel. */
  EXPORT_BY: z.enum(['host', 'panel']).default('host'),

  /** The limit on lists of an API host that sends them whole: a longer one is refused. */
  LIST_MAX_ROWS: z.coerce.number().int().min(1).max(10_000_000).default(200_000),
  /** The time for which such a list is cached if the host does not say whether it has changed. */
  LIST_CACHE_SECONDS: z.coerce.number().int().min(0).max(3_600).default(30),
  /** The approximate memory of all cached lists; 0 turns the cache off. */
  LIST_CACHE_MB: z.coerce.number().int().min(0).max(16_384).default(256),

  /** The address of uploads, ending before `Facility` or `Resource`; `upload/` of the API host unless set. */
  UPLOAD_URL: webAddress().optional(),
  /** Sent there in UPLOAD_TOKEN_HEADER; the API host's token unless set. */
  UPLOAD_TOKEN: headerText().optional(),
  /** Names the header of the upload token; `Authorization: Bearer` unless set. */
  UPLOAD_TOKEN_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'must be the name of a header such as X-Upload-Token')
    .refine((name) => !OWN_HEADERS.has(name.toLowerCase()), 'must be a header of its own')
    .optional(),
  /** The file server's base, which the path of an uploaded file is put behind. */
  FILES_URL: webAddress().optional(),
  UPLOAD_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).default(120_000),
  /** Bytes of one uploaded file at most. */
  UPLOAD_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(500 * 1024 * 1024)
    .default(25 * 1024 * 1024),
  /** A gallery page that /file-manager shows in a frame; without it the embedded host's files are listed. */
  GALLERY_URL: webAddress().optional(),

  PRODUCT_NAME: z.string().min(1).max(40).default('Study Panel'),
  PRODUCT_SLUG: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and hyphens')
    .default('study'),
  /** The topic of notifications of the type that is named after the product; PRODUCT_SLUG with a capital unless set. */
  PUSH_TOPIC: topicSchema.optional(),
  /** The topics of other types, unless the type's own name is the topic. */
  PUSH_TOPICS: pushTopicsSchema,
  SUPPORT_EMAILS: z
    .string()
    .default('support@panel.example, data@panel.example')
    .transform(commaSeparated)
    .pipe(z.array(z.email()).min(1, 'must name at least one address').max(5)),
  STUDY_TIME_ZONE: timeZone().default('Africa/Lusaka'),

  /** Percent, inclusive. */
  QUIZ_PASS_MARK: z.coerce.number().min(0).max(100).default(80),

  /** The current key. */
  PANEL_KEY: panelKey().optional(),
  /** Earlier keys, separated by commas. They still verify and decrypt. */
  PANEL_KEY_PREVIOUS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(panelKey()))
    .optional(),
  /** A file outside DATA_DIR with one key per line, the current one first. It is created if it does not exist. */
  PANEL_KEY_FILE: z.string().min(1).optional(),
  /** The folder for signed checkpoints of the audit log. */
  AUDIT_CHECKPOINT_DIR: z.string().min(1).optional(),
  /** Minutes between checkpoints, which are written only if entries were added. 0 turns checkpoints off. */
  AUDIT_CHECKPOINT_MINUTES: z.coerce.number().int().min(0).max(1440).default(60),
  /** The token that callers of the API host alone must send. */
  HOST_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .regex(/^[A-Za-z0-9._~+/-]+=*$/, 'must have only letters, digits and . _ ~ + / - (RFC 6750)')
    .optional(),
  /** Signs cookies instead of a key derived from the panel key. */
  SESSION_SECRET: z.string().min(32, 'must be 32 characters or more').optional(),
  SESSION_IDLE_MINUTES: z.coerce.number().int().min(1).max(1440).default(30),
  SESSION_MAX_HOURS: z.coerce.number().int().min(1).max(168).default(12),
  /** The interval at which the host is asked whether a signed-in user is still active. */
  SESSION_RECHECK_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  /** Failed sign-ins in 15 minutes, of one account and of one address, before one must wait. */
  SIGN_IN_ATTEMPTS: z.coerce.number().int().min(1).max(1_000_000).default(5),
  /** Sign-ups and password resets an hour from one address, each. */
  ACCOUNT_REQUESTS: z.coerce.number().int().min(1).max(1_000_000).default(5),
  /** The proxies whose X-Forwarded-For is trusted, as Express's `trust proxy`: addresses, or a number of proxies. */
  TRUST_PROXY: z
    .string()
    .regex(
      /^(\d|((loopback|linklocal|uniquelocal|[0-9a-f.:]+(\/\d+)?)(\s*,\s*|$))+)$/i,
      'must be a number of proxies, or addresses such as 10.0.0.7, 10.0.0.0/8 or loopback',
    )
    .default('loopback'),
  /** True if an administrator must activate an account that someone made for themselves. */
  ACCOUNT_APPROVAL: onOff('on'),
  /** Researchers may then look at everything and change nothing. */
  RESEARCHERS_READ_ONLY: onOff('off'),
  /** Otherwise only administrators add, change and delete users, and nobody changes their own role. */
  RESEARCHERS_MANAGE_USERS: onOff('on'),

  /** The mail server of the embedded host; without it mails are written to the outbox of the data folder. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().default('no-reply@panel.example'),

  /** The addresses that /download offers. */
  MESSENGER_APP_URL: webAddress().optional(),
  MAIN_APP_URL: webAddress().optional(),

  /** The sign-in name of a new data folder's first administrator. */
  ADMIN_EMAIL: z.email().default('admin@panel.example'),

  FIREBASE_PROJECT_ID: z.string().optional(),
  /** Fills a new data folder of the embedded host with synthetic study data. */
  DEMO_DATA: onOff('off'),
  /** Shows the fixed page that the benchmarks measure against. */
  BENCH: onOff('off'),
});
