import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { GalleryFrame, GalleryNotice } from '~/lib/uploads/gallery-frame';
import { loadGallery } from '~/lib/uploads/load-gallery.server';

export async function loader({ request }: LoaderFunctionArgs) {
  return loadGallery(await requireSignedIn(request), request);
}

export default function FileManager() {
  const gallery = useLoaderData<typeof loader>();
  if (!('notice' in gallery)) return <DataList view={gallery} />;
  const { title, frame, notice } = gallery;
  return frame ? (
    <GalleryFrame title={title} frame={frame} />
  ) : (
    <GalleryNotice title={title} notice={notice} />
  );
}
