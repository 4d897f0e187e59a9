import { z } from 'zod';

const row = z.record(z.string(), z.unknown());

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
 * or it could not be reached in time.
 */
export type ApiFault =
  | { kind: 'refused'; message: string }
  | { kind: 'unreadable' }
  /** `message` stands in for the catalogue's words where the source has its own. */
  | { kind: 'unreachable'; message?: string };

export type ApiResult<T> = { ok: true; value: T } | { ok: false; fault: ApiFault };
