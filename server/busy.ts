import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';

const RETRY_AFTER_SECONDS = 5;

const style = `:root { color-scheme: light dark; }
body { max-width: 36rem; margin: 0 auto; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.25; }`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Answers with status 503: with a page if the request prefers HTML to plain text, as when a browser opens a page.
 * Client navigation accepts anything, and gets plain text.
 */
export function answerBusy(request: Request, response: Response): void {
  response.status(503).set({
    'Retry-After': String(RETRY_AFTER_SECONDS),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    Vary: 'Accept',
  });
  const reason = 'Too many people are using this service at the moment.';
  const isPost = request.method === 'POST';
  const sentences = isPost ? [`${reason} What you sent was not saved.`] : [reason];
  if (!request.accepts(['text', 'html']) || request.accepts(['text', 'html']) === 'text') {
    const text = [...sentences, 'Wait a few seconds, then try again.'].join(' ');
    response.type('text').send(`${text}\n`);
    return;
  }
  const next = `Wait a few seconds, then reload this page${isPost ? ' to send it again' : ''}.`;
  response
    .set('Content-Security-Policy', policy)
    .type('html')
    .send(renderBusyPage([...sentences, next]));
}

function renderBusyPage(sentences: readonly string[]): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>The service is busy</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Sorry, the service is busy</h1>
${sentences.map((sentence) => `<p>${sentence}</p>`).join('\n')}
</main>
</body>
</html>
`;
}
