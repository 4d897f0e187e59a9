/** Milliseconds until a session ends: without further use, and in any case. */
export interface SessionTimes {
  idle: number;
  latest: number;
}

/** Reads the answer of /session; undefined when it is none, because the session has ended. */
export function readSessionTimes(answer: unknown): SessionTimes | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { idle, latest } = answer as Partial<Record<keyof SessionTimes, unknown>>;
  return typeof idle === 'number' && typeof latest === 'number' ? { idle, latest } : undefined;
}
