import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { findThreadFile } from '../thread-file';
import { sanitizeHtml } from './sanitize';
import type { SanitizingInput } from './sanitizing-thread';

/**
 * The length in characters from which a text is sanitized on a thread. 500,000 characters take up to 0.3 s of processor
 * time, during which the process would answer no other request.
 */
const LONG = 100_000;

/** Two threads at a time, because each needs several times the memory of its text. */
const limit = pLimit(2);

/** Returns the same as `sanitizeHtml`. Sanitizes long texts on a thread. */
export async function sanitizeLongHtml(html: string, imageFolder?: string): Promise<string> {
  if (html.length < LONG) return sanitizeHtml(html, imageFolder);
  return limit(() => sanitizeOnThread({ html, imageFolder }));
}

function sanitizeOnThread(workerData: SanitizingInput): Promise<string> {
  const worker = new Worker(findThreadFile(import.meta.dirname, 'sanitizing-thread'), {
    workerData,
  });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that sanitizes a text has ended')));
  });
}
