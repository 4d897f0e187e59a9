import type { z } from 'zod';

/** The error for settings that are not valid. Its message has one sentence for each invalid setting. */
export class SettingsError extends Error {
  override name = 'SettingsError';

  constructor(readonly sentences: string[]) {
    super(sentences.join('\n'));
  }
}

/**
 * Reads settings from the environment. Ignores empty variables. Throws SettingsError if a setting is not valid.
 */
export function readSettings<Schema extends z.ZodType>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<Schema> {
  const set = Object.entries(environment).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const result = schema.safeParse(Object.fromEntries(set));
  if (result.success) return result.data;
  throw new SettingsError(
    result.error.issues.map((issue) => `${String(issue.path[0])} is not valid: ${issue.message}.`),
  );
}
