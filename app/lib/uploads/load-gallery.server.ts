import { upload } from '../entities/upload';
import { audit } from '../host/audit.server';
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { loadList } from '../list/load-list.server';
import { config } from '../server/config.server';
import type { SignedIn } from '../session/guard.server';

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
