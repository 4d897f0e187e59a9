import { z } from 'zod';

/** What a host says that an import would do, or did. */
export const reportSchema = z.object({
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  refusals: z.array(z.object({ line: z.number(), reason: z.string() })),
  changes: z.array(z.object({ column: z.string(), records: z.number() })),
  leftAside: z.array(z.string()),
});

export type ImportReport = z.infer<typeof reportSchema>;
