/**
 * The minimum duration in milliseconds. It must be longer than the work usually takes, whether or not an email address
 * has an account.
 */
const ANSWER_MS = 800;

/** Does the work and resolves after a minimum time, so that its duration does not reveal the result. */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([
    work(),
    new Promise((resolve) => setTimeout(resolve, ANSWER_MS)),
  ]);
  return result;
}
