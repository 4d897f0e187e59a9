import type { NextFunction, Request, Response } from 'express';
import { answerBusy } from './busy';
import { takeTurnInTime } from './turns';

/** The paths that are answered even when the panel is busy, for supervisors and load balancers. */
const probes: readonly string[] = ['/healthz', '/readyz'];

/**
 * Starts requests one after the other. Answers with status 503 if too many requests are waiting or one waits too
 * long. A request leaves the queue when its work starts and not when it is answered, so a request that waits
 * for the API host or for a slow client does not delay the others.
 */
export async function admit(
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const mayStart = probes.includes(request.path) || (await takeTurnInTime());
  if (response.destroyed) return;
  if (mayStart) next();
  else answerBusy(request, response);
}
