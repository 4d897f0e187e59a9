import { CHOICES, type Choices, SUSPICIONS } from 'shared/import/choices';
import { z } from 'zod';

/** The maximum number of characters of all reasons and values in a report together. */
const MAX_REASONS = 200_000;

/** A refused row. Earlier versions of the embedded host do not send the values of the row. */
const refusalSchema = z.object({
  line: z.number(),
  reason: z.string(),
  cells: z
    .array(z.object({ title: z.string(), text: z.string() }))
    .optional()
    .catch(undefined),
});

type Refusal = z.infer<typeof refusalSchema>;

/** The maximum number of columns of a report, and of characters of a shown value. */
const MAX_COLUMNS = 1_000;
const MAX_SHOWN = 200;

const shownText = z.string().transform((text) => text.slice(0, MAX_SHOWN));
const exampleSchema = z.object({ line: z.number(), text: shownText, like: shownText.optional() });
const examplesSchema = z.array(exampleSchema).transform((examples) => examples.slice(0, 10));

/** The choices for the suspicious values of columns, by the name of the field. */
export const choicesSchema = z.record(z.string(), z.enum(CHOICES));

const columnSchema = z.object({
  /** The name of the field, which is a part of the names of inputs. */
  name: z.string().regex(/^[\w-]{1,100}$/),
  title: shownText,
  empty: z.number(),
  suspicious: z
    .array(z.object({ kind: z.enum(SUSPICIONS), count: z.number(), examples: examplesSchema }))
    .max(SUSPICIONS.length),
  unknown: z.object({ count: z.number(), examples: examplesSchema }),
  /** The phone numbers that another row has too. Not all hosts look for them. */
  repeated: z
    .object({
      count: z.number(),
      examples: z
        .array(exampleSchema.extend({ first: z.number() }))
        .transform((all) => all.slice(0, 10)),
    })
    .optional()
    .catch(undefined),
  choice: z.enum(CHOICES).optional(),
  undecided: z.boolean(),
});

const sampleSchema = z.object({
  line: z.number(),
  cells: z
    .array(
      z.object({
        title: shownText,
        text: shownText,
        stored: shownText.optional(),
        before: shownText.optional(),
      }),
    )
    .transform((cells) => cells.slice(0, 50)),
  more: z.number(),
});
const samplesSchema = z.array(sampleSchema).transform((rows) => rows.slice(0, 10));

export type ReportColumn = z.infer<typeof columnSchema>;
export type SampleRow = z.infer<typeof sampleSchema>;

/** A host's report of an import, or of a check that predicts the result of an import. */
export const reportSchema = z.object({
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  /** True if the rest of the file was not read, because too many rows were refused. */
  stopped: z.boolean().default(false),
  refusals: z.array(refusalSchema).transform(limitRefusals),
  changes: z.array(z.object({ column: z.string(), records: z.number() })),
  leftAside: z.array(z.string()),
  /** The contents of the columns of the file. Missing if the host does not look for suspicious values. */
  columns: z
    .array(columnSchema)
    .transform((columns) => columns.slice(0, MAX_COLUMNS))
    .refine((columns) => new Set(columns.map(({ name }) => name)).size === columns.length)
    .optional()
    .catch(undefined),
  /** The first rows that are added and changed. Not all hosts send them. */
  samples: z.object({ new: samplesSchema, changed: samplesSchema }).optional().catch(undefined),
});

/**
 * Returns the first refusals, limited in number and total length. A host may send more than a page can render
 * in time.
 */
function limitRefusals(refusals: Refusal[]): Refusal[] {
  let characters = 0;
  return refusals.slice(0, 1_000).filter(({ reason, cells = [] }) => {
    characters += reason.length;
    for (const { title, text } of cells) characters += title.length + text.length;
    return characters <= MAX_REASONS;
  });
}

export type ImportReport = z.infer<typeof reportSchema>;

/** A check or import at the host, running or ended (backend/import/job-store.ts). */
export const jobSchema = z.object({
  id: z.string(),
  state: z.enum([
    ...['checking', 'staging', 'applying'],
    ...['checked', 'refused', 'done', 'failed', 'cancelled'],
  ] as const),
  /** The number of rows that have been checked. */
  rows: z.number(),
  report: reportSchema.nullable(),
  message: z.string().nullable(),
});

export type ImportJob = z.infer<typeof jobSchema>;

/** Returns whether the job is running. */
export function isUnderWay({ state }: ImportJob): boolean {
  return state === 'checking' || state === 'staging' || state === 'applying';
}

export interface ImportFile {
  name: string;
  bytes: Buffer;
}

export interface ImportCall {
  /** The id that the panel gives to the job. */
  id: string;
  user: string;
  dryRun: boolean;
  /** The names of the fields, by the titles that the panel shows. A file may have these titles as column headings. */
  titles: Readonly<Record<string, string>>;
  /** The choices for the suspicious values of columns, by the name of the field. */
  choices?: Choices;
}
