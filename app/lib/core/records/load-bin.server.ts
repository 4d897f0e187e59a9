import { deletedRecord } from '../entities/deleted-record';
import { audit } from '../host/audit.server';
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { loadList } from '../list/load-list.server';
import type { SignedIn } from '../session/guard.server';
import { refuseView } from '../session/refuse-view.server';

/** Loads the list of deleted records. If deletions are final, the page only shows a notice that says so. */
export async function loadBin(signedIn: SignedIn, request: Request) {
  await refuseView(signedIn.user, deletedRecord);
  if (getApiHost().bin) return loadList(signedIn, deletedRecord, request);
  const { title } = deletedRecord;
  const { username } = signedIn.user;
  audit({ username, title, action: 'View', description: `Viewed ${title}` });
  return { title, notice: messages.noBin };
}
