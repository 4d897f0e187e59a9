import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { GalleryFrame } from '~/components/gallery-frame';
import { requireSignedIn } from '~/lib/auth/guard.server';
import { loadGallery } from '~/lib/uploads/load-gallery.server';

export async function loader({ request }: LoaderFunctionArgs) {
  return loadGallery(await requireSignedIn(request), request);
}

export default function FileManager() {
  const gallery = useLoaderData<typeof loader>();
  return 'frame' in gallery ? <GalleryFrame {...gallery} /> : <DataList view={gallery} />;
}
