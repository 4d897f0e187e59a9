import { z } from 'zod';
import { apiPath, headerText, webAddress } from './kinds';

/** The headers that cannot carry the token of an upload, because they have another purpose. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['accept', 'connection', 'content-length', 'content-type', 'cookie', 'expect', 'host'],
  ...['keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'x-request-id'],
]);

/** The settings of the connection to an API host: its paths, lists and exports. */
export const apiHostShape = {
  API_HOST_URL: webAddress().optional().meta({
    description: 'the API host; without it, the panel uses the embedded one',
    example: 'https://api.example.org/v1',
    page: 'api-hosts.md#settings',
  }),
  API_HOST_TOKEN: headerText()
    .optional()
    .describe('the token that the API host requires; sent as `Authorization: Bearer …`'),
  API_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(120_000)
    .default(10_000)
    .describe('the time limit of an answer, in milliseconds'),
  API_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(512 * 1024 * 1024)
    .describe(
      'the maximum size of a list or an exported file from the API host, in bytes; its other answers may have 64 MB and 200,000 items, and one item of any answer 16 MB and 100,000 values',
    ),
  EXPORT_BY: z
    .enum(['host', 'panel'])
    .default('host')
    .describe(
      "who writes the files of exports from a remote API host. `host`: the API host writes files of up to 10,000 rows, and the panel replaces a file that differs from the list's rows; the panel writes longer files itself. `panel`: the panel writes all files, as it always does with the embedded host",
    ),
  LIST_MAX_ROWS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .default(200_000)
    .describe('the maximum number of rows of a list from a host that sends everything'),
  LIST_CACHE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_600)
    .default(30)
    .describe(
      'how long such a list is cached if the host sends neither `ETag` nor `Last-Modified`; with `0`, it is not cached',
    ),
  LIST_CACHE_MB: z.coerce
    .number()
    .int()
    .min(0)
    .max(16_384)
    .default(256)
    .describe('the approximate maximum memory of all cached lists, in MB; `0` turns the cache off'),
  API_CREATE_ACCOUNT_PATH: apiPath('account/create').describe(
    "the API host's path for creating an account",
  ),
  API_RESET_PASSWORD_PATH: apiPath('account/reset').describe(
    "the API host's path for a forgotten password",
  ),
  API_CHANGE_PASSWORD_PATH: apiPath('account/change-password').describe(
    "the API host's path for a new password after a forgotten one",
  ),
  API_CHANGE_OWN_PASSWORD_PATH: apiPath('account/change-own-password').describe(
    "the API host's path for changing one's own password",
  ),
};

/** The settings of uploaded files. */
export const uploadShape = {
  UPLOAD_URL: webAddress().optional().meta({
    description: 'the address of uploads, to which `Facility` or `Resource` is appended',
    fallback: '`upload/` of the API host',
    example: 'https://files.example.org/upload',
  }),
  UPLOAD_TOKEN: headerText().optional().meta({
    description:
      'the token that uploads require. If `UPLOAD_URL` is set and `UPLOAD_TOKEN` is not, uploads carry `API_HOST_TOKEN` only if `UPLOAD_TOKEN_HEADER` is set too; otherwise they carry no token',
    fallback: '`API_HOST_TOKEN`',
  }),
  UPLOAD_TOKEN_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'must be the name of a header such as X-Upload-Token')
    .refine(
      (name) => !OWN_HEADERS.has(name.toLowerCase()),
      'must not be a header that has another purpose',
    )
    .optional()
    .meta({
      description:
        'the header of that token: `Authorization: Bearer …`, or any other header with the token alone',
      fallback: '`Authorization`',
    }),
  FILES_URL: webAddress().optional().meta({
    description: 'the base address of uploaded files',
    fallback: '`API_HOST_URL`, or `PUBLIC_URL`',
    example: 'https://files.example.org',
  }),
  UPLOAD_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(600_000)
    .default(120_000)
    .describe(
      'the time limit, in milliseconds, for the API host to accept the next bytes of an upload, to answer an upload, and to receive and answer the file of an import; time spent waiting for the browser does not count',
    ),
  UPLOAD_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(500 * 1024 * 1024)
    .default(25 * 1024 * 1024)
    .describe('the maximum size of an uploaded file, in bytes'),
  GALLERY_URL: webAddress().optional().meta({
    description:
      "a page that Gallery shows in a frame; without it, Gallery lists the embedded host's files, or says that no gallery is configured if the host is remote",
    example: 'https://gallery.example.org',
  }),
};
