/** The result of an operation that can fail. It holds a value or an error. */
export type Result<Value, Failure> = { ok: true; value: Value } | { ok: false; error: Failure };
