import type { Result } from 'shared/result';
import { z } from 'zod';

type Row = Record<string, unknown>;

/**
 * Handed on as they are: a copy of each of 100,000 rows would take most of the time of a load. One check for
 * all: an issue for each of millions of numbers would take more memory than there is.
 */
const rows = z.custom<Row[]>((value) => Array.isArray(value) && value.every(isRow));

/** Characters of a message: it is shown to the user as a sentence, whatever the host has sent. */
const MAX_MESSAGE = 5_000;

/** Reads only the message of a refusal: its items may hold anything, secrets included (wire.md). */
const refusal = z
  .object({
    succeeded: z.literal([false, 'false', '0', 0]),
    message: z.string().catch('').transform(cut),
  })
  .transform(({ message }): z.infer<typeof success> => ({ succeeded: false, message, items: [] }));

const success = z.object({
  succeeded: z
    .union([z.boolean(), z.literal(['true', '1', 1]).transform(() => true)])
    .refine((succeeded) => succeeded),
  message: z
    .string()
    .nullish()
    .transform((message) => cut(message ?? '')),
  items: rows.nullish().transform((items) => items ?? []),
  /** Rows in all: a host that sends it has filtered, sorted and cut the items already. */
  total: z.number().int().min(0).optional(),
});

/** The host's answer to everything but a file (wire.md, Envelope). */
export const envelopeSchema = z.union([refusal, success]);

export type Envelope = z.infer<typeof envelopeSchema>;

/**
 * The error of a call: the host refused it with a message, its answer could not be read,
 * it could not be reached in time, it sent more than the panel takes, or it does not have the path.
 */
export type ApiError =
  /** `isAbsent` when the record that was asked for does not exist. */
  | { kind: 'refused'; message: string; isAbsent?: true }
  | { kind: 'unreadable' }
  /**
   * `message` stands in for the catalogue's words where the source has its own; `status` is that of the
   * answer, where one began.
   */
  | { kind: 'unreachable' | 'too long' | 'missing'; message?: string; status?: number };

export type ApiResult<T> = Result<T, ApiError>;

/** The status, message and items of a host's answer. */
export function toResult(envelope: Envelope): ApiResult<Envelope> {
  return envelope.succeeded
    ? { ok: true, value: envelope }
    : { ok: false, error: { kind: 'refused', message: envelope.message } };
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cut(message: string): string {
  if (message.length <= MAX_MESSAGE) return message;
  return `${message.slice(0, MAX_MESSAGE).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
