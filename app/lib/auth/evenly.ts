/** Longer than the work for a known address takes, and short to a person. */
const ANSWER_MS = 800;

/** Does the work and answers after an even time: how long it took must not tell what was found. */
export async function evenly<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([
    work(),
    new Promise((resolve) => setTimeout(resolve, ANSWER_MS)),
  ]);
  return result;
}
