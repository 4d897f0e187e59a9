import { z } from 'zod';

type Row = Record<string, unknown>;

/** An answer of the API host to everything but a file, as the embedded host sends it (wire.md, Envelope). */
export interface SentEnvelope<Item = Row> {
  succeeded: boolean;
  message: string | null;
  items: Item[] | null;
  /** In lists: rows that match the filters, on all pages. */
  total?: number;
}

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

/** Reads the answer of any API host, with the ways that hosts in the field say true and false. */
export const envelopeSchema = z.union([refusal, success]);

/** An answer as it was read: without nulls, and without the items of a refusal. */
export type Envelope = z.infer<typeof envelopeSchema>;

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cut(message: string): string {
  if (message.length <= MAX_MESSAGE) return message;
  return `${message.slice(0, MAX_MESSAGE).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
