import { z } from 'zod';

/** Handed on as it is: a copy of each of 100,000 rows would take most of the time of a load. */
const row = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** The host's answer to everything but a file (wire.md, Envelope). */
export const envelopeSchema = z.object({
  succeeded: z.union([
    z.boolean(),
    z.literal(['true', '1', 1]).transform(() => true),
    z.literal(['false', '0', 0]).transform(() => false),
  ]),
  message: z
    .string()
    .nullish()
    .transform((message) => message ?? ''),
  items: z
    .array(row)
    .nullish()
    .transform((items) => items ?? []),
  /** Rows in all: a host that sends it has filtered, sorted and cut the items already. */
  total: z.number().int().min(0).optional(),
});

export type Envelope = z.infer<typeof envelopeSchema>;

/**
 * What went wrong with a call: the host refused it in its own words, its answer could not be read,
 * it could not be reached in time, or it sent more than the panel takes.
 */
export type ApiFault =
  | { kind: 'refused'; message: string }
  | { kind: 'unreadable' }
  /**
   * `message` stands in for the catalogue's words where the source has its own; `status` is that of an
   * answer that was no success.
   */
  | { kind: 'unreachable' | 'too long'; message?: string; status?: number };

export type ApiResult<T> = { ok: true; value: T } | { ok: false; fault: ApiFault };
