import { z } from 'zod';

/** The figures of a card as they are stored. */
export const storedCardSchema = z.object({
  /** The time of the figures in milliseconds since the epoch. Null if they have never been computed. */
  at: z.number().nullable(),
  figures: z.array(z.number().nullable()),
  /** The numbers of rows of which the figures are sums. Null for other figures. */
  rows: z.array(z.number().nullable()).optional(),
  /** The numbers of rows of the weeks that end with the present one, in the order of time. */
  weeks: z.array(z.number()).optional(),
  /** The first rows of the card's list. A name that is empty or identifies a person is left out. */
  first: z.array(z.object({ name: z.string().optional(), days: z.number().nullable() })).optional(),
  /** True if a participant was erased since, whom the figures may still count. */
  isOutdated: z.boolean().optional(),
  /** The reason that the latest attempt to compute the card failed. */
  problem: z.string().optional(),
});

export type StoredCard = z.infer<typeof storedCardSchema>;
