/** The result of an operation that can fail. It holds a value or an error. */
export type Result<Value, Failure> = { ok: true; value: Value } | { ok: false; error: Failure };

/** The result of a check that found no error, or of a change that returns no value. */
export const succeeded = { ok: true, value: undefined } as const;

/** Builds the result of an operation that has failed. */
export function failWith<Failure>(error: Failure): { ok: false; error: Failure } {
  return { ok: false, error };
}

/** Returns the error of the first result that failed, or undefined if all succeeded. */
export function findFailure<Failure>(
  ...results: readonly Result<unknown, Failure>[]
): Failure | undefined {
  const failed = results.find((result) => !result.ok);
  return failed?.ok === false ? failed.error : undefined;
}

/**
 * Returns the value of a result, or throws an error with the message of its failure. Used by commands and background
 * tasks, which print or log errors.
 */
export function unwrap<Value>(result: Result<Value, string>): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}
