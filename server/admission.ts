import type { NextFunction, Request, Response } from 'express';
import { answerBusy } from './busy';
import { takeTurnInTime } from './turns';

/** Supervisors and load balancers must hear how the panel is, however busy it is. */
const probes: readonly string[] = ['/healthz', '/readyz'];

/**
 * Has requests begin one after the other, and answers 503 when the line is too long. A request leaves the line
 * when its work begins, not when it is answered: one that waits for the API host, for a slow sender or for a
 * slow reader holds nobody up.
 */
export async function admit(
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const isOn = probes.includes(request.path) || (await takeTurnInTime());
  if (response.destroyed) return;
  if (isOn) next();
  else answerBusy(request, response);
}
