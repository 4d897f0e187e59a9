import { z } from 'zod';

/** A test, as its file and its title (or the title of a group of tests) in the source, joined by ' › '. */
const test = z.string().regex(/^tests\/[\w./-]+\.(test|spec)\.tsx? › \S.*$/);

/** A section of a page, as a link to its heading. */
const section = z.string().regex(/^[\w./-]+\.md#[\w-]+$/);

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);

/** A change of the code that the first test of the requirement must detect. */
const mutation = z
  .strictObject({
    file: z.string().regex(/^(app|backend|server|shared|cli)\/[\w./+$-]+\.tsx?$/),
    before: z.string().min(8),
    after: z.string(),
  })
  .refine(({ before, after }) => before !== after, 'the mutation changes nothing');

const common = {
  /** The requirement in this project's words. */
  says: z.string().min(10).max(240),
  /** The way in which it is met, or the reason why it is not. */
  how: z.string().min(3).max(700),
};

const met = z
  .strictObject({
    ...common,
    status: z.literal('met'),
    tests: z.array(test).optional(),
    sections: z.array(section).optional(),
    /** The day on which somebody last compared the sections with the requirement. */
    reviewed: day.optional(),
    mutation: mutation.optional(),
    /** True if it is met only while RESEARCHERS_MANAGE_USERS is off. */
    boundary: z.literal(true).optional(),
  })
  .refine(({ tests, sections }) => tests?.length || sections?.length, 'it has no proof')
  .refine(({ sections, reviewed }) => !sections === !reviewed, 'sections need a date of review')
  .refine(({ tests, mutation }) => !mutation || tests?.length, 'a mutation needs a test');

const other = z.strictObject({ ...common, status: z.enum(['not met', 'not applicable']) });

const requirement = z.union([met, other]);

/** A group of requirements: a chapter of the ASVS, or another anchor. */
export const group = z.strictObject({
  title: z.string().min(3),
  requirements: z.record(z.string().min(1), requirement),
});

export type Requirement = z.infer<typeof requirement>;
export type Met = z.infer<typeof met>;
export type Mutation = z.infer<typeof mutation>;
export type Group = z.infer<typeof group>;
