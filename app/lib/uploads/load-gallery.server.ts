import { audit } from '../api/audit.server';
import type { SignedIn } from '../auth/guard.server';
import { config } from '../config.server';
import { upload } from '../entities/upload';
import { loadList } from '../list/load-list.server';

/** The gallery page of GALLERY_URL, or the list of the uploaded files. */
export async function loadGallery(signedIn: SignedIn, request: Request) {
  if (!config.GALLERY_URL) return loadList(signedIn, upload, request);
  const title = upload.plural;
  audit({
    username: signedIn.user.username,
    title,
    action: 'View',
    description: `Viewed ${title}`,
  });
  return { title, frame: config.GALLERY_URL };
}
