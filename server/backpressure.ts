import { setTimeout } from 'node:timers/promises';
import type { Response } from 'express';
import { takeTurn } from './turns';

const POLL_MS = 20;

/**
 * Waits until the client has received the data sent so far, and then for its turn (turns.ts), because a part of
 * an export is as much work as a page. Throws when the client has disconnected. Remix writes a body without
 * waiting for the client, so that without this a complete export would be held in memory
 * (docs/decisions/0130-documented-framework.md). The `drain` event cannot be used: `compression` redirects
 * its listeners to the compressor, which drains at other times.
 */
export async function applyBackpressure(response: Response): Promise<void> {
  while (response.writableNeedDrain && !response.destroyed) await setTimeout(POLL_MS);
  if (!response.destroyed) await takeTurn();
  if (response.destroyed) throw new Error('the client has gone');
}
