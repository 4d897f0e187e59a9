import { z } from 'zod';
import { apiPath, headerText, webAddress } from './kinds';

/** The headers that cannot carry the token of an upload, because they have another purpose. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['accept', 'connection', 'content-length', 'content-type', 'cookie', 'expect', 'host'],
  ...['keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'x-request-id'],
]);

/** The settings of the connection to an API host: its paths, lists and files. */
export const apiHostShape = {
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
  /** The maximum number of rows in a list of an API host that sends all rows. Longer lists are refused. */
  LIST_MAX_ROWS: z.coerce.number().int().min(1).max(10_000_000).default(200_000),
  /** The time in seconds for which such a list is cached if the host sends neither ETag nor Last-Modified. */
  LIST_CACHE_SECONDS: z.coerce.number().int().min(0).max(3_600).default(30),
  /** The approximate maximum memory of all cached lists, in MB. 0 turns the cache off. */
  LIST_CACHE_MB: z.coerce.number().int().min(0).max(16_384).default(256),
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
};
