/** The milliseconds until a session ends: `idle` if it is not used again, `latest` in any case. */
export interface SessionTimes {
  idle: number;
  latest: number;
}

/**
 * Reads the response of /session. Returns undefined if the response has no times. This does not mean that the
 * session has ended: an ended session redirects to the sign-in page.
 */
export function readSessionTimes(answer: unknown): SessionTimes | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { idle, latest } = answer as Partial<Record<keyof SessionTimes, unknown>>;
  return typeof idle === 'number' && typeof latest === 'number' ? { idle, latest } : undefined;
}
