import { z } from 'zod';

/** The sizes of pages that users can choose. The first one is the default. */
export const PAGE_SIZES = [50, 100, 200];
const [DEFAULT_SIZE = 50] = PAGE_SIZES;

const count = z.coerce.number().int().min(1).max(999_999_999).optional().catch(undefined);

const schema = z.object({
  page: count,
  size: z.coerce
    .number()
    .catch(DEFAULT_SIZE)
    .transform((size) => (PAGE_SIZES.includes(size) ? size : DEFAULT_SIZE)),
  view: z.string().optional(),
  match: count,
  end: count,
  day: z.string().trim().optional(),
});

/**
 * The state of a transcript in its address. `view` names the stored search, `match` the match that the page shows,
 * `end` the index before which the search ends, and `day` the date that the user chose to jump to.
 */
export type TranscriptAddress = z.output<typeof schema>;

/** Reads the state of a transcript from the query of its address. Ignores parameters that it does not understand. */
export function readTranscriptAddress(params: URLSearchParams): TranscriptAddress {
  return schema.parse(Object.fromEntries([...params].filter(([, value]) => value !== '')));
}

/** Returns the address of a transcript with a change of its state. Leaves out defaults and the chosen day. */
export function buildTranscriptAddress(
  path: string,
  { view, size, end }: Pick<TranscriptAddress, 'view' | 'size' | 'end'>,
  change: Partial<TranscriptAddress> = {},
): string {
  const state = { view, size: size === DEFAULT_SIZE ? undefined : size, end: view && end };
  const entries = Object.entries({ ...state, ...change }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`;
}

/** Returns whether a text is a date of the calendar, written as `YYYY-MM-DD`. */
export function isCalendarDay(value: string): boolean {
  return z.iso.date().safeParse(value).success;
}

/**
 * Returns the number of the page that contains the message with this index. Pages are counted from the oldest message.
 */
export function getPage(index: number, size = DEFAULT_SIZE): number {
  return Math.floor(Math.max(0, index) / size) + 1;
}
