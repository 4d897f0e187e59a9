/**
 * The minimum duration in milliseconds. It must be longer than the work usually takes, both with and without an account
 * for the email address.
 */
const ANSWER_MS = 800;

/** Does the work, but does not resolve before a minimum time, so that the duration does not reveal the result. */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([
    work(),
    new Promise((resolve) => setTimeout(resolve, ANSWER_MS)),
  ]);
  return result;
}
