import { setTimeout } from 'node:timers/promises';
import type { Response } from 'express';
import { takeTurn } from './turns';

const LOOK_EVERY_MS = 20;

/**
 * Resolves when the client has taken what was sent to it so far, for what comes faster than a link can carry
 * would pile up in memory, and when it is this export's turn again: each part of it takes as long as a page.
 * Throws when the client has gone.
 */
export async function clientReady(response: Response): Promise<void> {
  while (response.writableNeedDrain && !response.destroyed) await setTimeout(LOOK_EVERY_MS);
  if (!response.destroyed) await takeTurn();
  if (response.destroyed) throw new Error('the client has gone');
}
