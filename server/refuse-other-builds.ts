import type { ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import { BUILD_HEADER } from '../app/lib/core/client/build-header';

/**
 * Refuses client navigation of a page that another build has sent, with status 409 and before anything is done. Its
 * script may not understand the answers of this build, and may lack the modules of the next page. The page then sends
 * the request again as a document (app/lib/core/client/follow-upgrades.ts). Requests that name no build pass.
 */
export function refuseOtherBuilds({ assets }: ServerBuild): RequestHandler {
  return (request, response, next) => {
    const sender = request.path.endsWith('.data') ? request.get(BUILD_HEADER) : undefined;
    if (sender === undefined || sender === assets.version) return next();
    response
      .status(409)
      .set({ [BUILD_HEADER]: assets.version, 'Cache-Control': 'no-store' })
      .type('text')
      .send('The panel was updated. Nothing was saved. Load the page again.\n');
  };
}
