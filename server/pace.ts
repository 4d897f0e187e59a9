import { setTimeout } from 'node:timers/promises';
import type { Response } from 'express';

const LOOK_EVERY_MS = 20;

/**
 * Resolves when the client has taken what was sent to it so far: what comes faster than a link can carry
 * would pile up in memory. Throws when the client has gone.
 */
export async function clientReady(response: Response): Promise<void> {
  while (response.writableNeedDrain && !response.destroyed) await setTimeout(LOOK_EVERY_MS);
  if (response.destroyed) throw new Error('the client has gone');
}
