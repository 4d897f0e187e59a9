import { upload } from '../core/entities/upload';
import { audit } from '../core/host/audit.server';
import { getApiHost } from '../core/host/host.server';
import { messages } from '../core/host/messages';
import { loadList } from '../core/list/load-list.server';
import { config } from '../core/server/config.server';
import type { SignedIn } from '../core/session/guard.server';

/**
 * Loads the gallery: the address GALLERY_URL for a frame, or else the list of the embedded host's files. If there is
 * neither, the page shows the notice.
 */
export async function loadGallery(signedIn: SignedIn, request: Request) {
  const { GALLERY_URL: frame } = config;
  if (!frame && getApiHost().conforms) return loadList(signedIn, upload, request);
  const title = upload.title;
  audit({
    username: signedIn.user.username,
    title,
    action: 'View',
    description: `Viewed ${title}`,
  });
  return { title, frame, notice: messages.noGallery };
}
