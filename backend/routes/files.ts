import { withoutStatementLimit } from 'shared/db/time-limits';
import { answerCsvFile } from '../endpoints/exports';
import { cancelImport, getImportState, takeImport } from '../endpoints/imports';
import type { HostOptions } from '../endpoints/options';
import { serveFile, takeUpload, uploadTargets } from '../endpoints/uploads';
import { readFields } from '../wire/requests';
import type { HostApp } from './app';

/** The maximum number of bytes of a form with rows to convert to a CSV file. Decoding 20 MB takes up to 0.2 s. */
const MAX_ROWS_BYTES = 20 * 1024 * 1024;
/** The number of bytes after which a longer form is broken off. Up to there, its sender receives the refusal. */
const MAX_BODY_BYTES = 200 * 1024 * 1024;

/** Adds the endpoints for uploaded files, exports and imports. */
export function serveFiles({ app, buildChange }: HostApp, options: HostOptions): void {
  app.post('/downloadJson', async (c) => {
    const answer = await answerCsvFile(await readFields(c, MAX_ROWS_BYTES, MAX_BODY_BYTES));
    return answer instanceof Response ? answer : c.json(answer);
  });
  for (const [target, accepts] of Object.entries(uploadTargets))
    app.post(`/upload/${target}`, async (c) =>
      c.json(await takeUpload(c, options, buildChange(c), accepts)),
    );
  app.get('/import/state/:id', async (c) => c.json(await getImportState(c, options)));
  app.post('/import/cancel/:id', async (c) => c.json(await cancelImport(c, options)));
  app.post('/import/:name', async (c) =>
    c.json(await withoutStatementLimit(() => takeImport(c, options))),
  );
  app.get('/files/:name', (c) => serveFile(c, options.db, options.filesDir, c.req.param('name')));
}
