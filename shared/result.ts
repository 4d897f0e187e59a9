/** The value that was asked for, or why there is none. */
export type Result<Value, Failure> = { ok: true; value: Value } | { ok: false; error: Failure };
