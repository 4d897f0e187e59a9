import { z } from 'zod';
import { cutText } from './cut-text';

type Row = Record<string, unknown>;

/** The body of every response of the embedded host, except files (wire.md, Envelope). */
export interface SentEnvelope<Item = Row> {
  succeeded: boolean;
  message: string | null;
  items: Item[] | null;
  /** The number of rows on all pages that match the filters. Only lists have it. */
  total?: number;
}

/**
 * Validates the items of a response. Does not copy the items, because copying 100,000 rows would take most of the time
 * of a load. Checks all items together, because zod's issues for millions of invalid items would exhaust the memory.
 */
const rows = z.custom<Row[]>((value) => Array.isArray(value) && value.every(isRow));

/** The maximum number of characters in a message. Longer messages are cut, because users see them. */
const MAX_MESSAGE = 5_000;

/** Reads only the message of a refusal, because its items can contain any data, even secrets (wire.md). */
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
  /** The number of rows on all pages. A host that answers queries has already filtered, sorted and paged the items. */
  total: z.number().int().min(0).optional(),
});

/** Reads the response of any API host, with the values that hosts send for true and false. */
export const envelopeSchema = z.union([refusal, success]);

/** A response after it was read. It contains no null, and a refusal contains no items. */
export type Envelope = z.infer<typeof envelopeSchema>;

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cut(message: string): string {
  return message.length <= MAX_MESSAGE ? message : `${cutText(message, MAX_MESSAGE)}…`;
}
