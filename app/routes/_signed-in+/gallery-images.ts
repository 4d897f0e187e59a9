import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { refuseForm } from '~/lib/core/server/refuse';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { loadGalleryImages } from '~/lib/uploads/load-gallery-images.server';

/** Answers with the images that the rich-text editor offers. */
export async function loader({ request }: LoaderFunctionArgs) {
  return loadGalleryImages(await requireSignedIn(request));
}

/** Refuses forms. Checks the session first, as all addresses do. */
export async function action({ request }: ActionFunctionArgs) {
  await requireSignedIn(request);
  refuseForm();
}
