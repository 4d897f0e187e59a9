import { parentPort, workerData } from 'node:worker_threads';
import { sanitizeHtml } from './sanitize';

/** The text that the thread sanitizes, and the address below which uploads are. */
export interface SanitizingInput {
  html: string;
  imageFolder?: string;
}

const { html, imageFolder }: SanitizingInput = workerData;
parentPort?.postMessage(sanitizeHtml(html, imageFolder));
