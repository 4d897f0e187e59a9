import { useState } from 'react';
import type { UploadView } from '~/lib/form/form-view';

/** Pixels (product-spec.md §9). */
const PREVIEW_WIDTH = 160;

/** Shows a small preview of a file if it is an image that the page may load, and a link to it otherwise. */
export function FilePreview({ address, upload }: { address: string; upload: UploadView }) {
  const [failed, setFailed] = useState<string>();
  const image = upload.accepts === 'image' && mayShow(address, upload.origins);
  return (
    <p className="mb-3">
      <a href={address} target="_blank" rel="noreferrer" className="break-all">
        {image && failed !== address ? (
          <img
            src={address}
            alt={`Current ${upload.content}`}
            width={PREVIEW_WIDTH}
            onError={() => setFailed(address)}
            className="rounded border border-line bg-sunken"
          />
        ) : (
          `Current ${upload.content}`
        )}
      </a>
    </p>
  );
}

/** The page's rules let images of few places in; asking others would only leave a broken picture. */
function mayShow(address: string, origins: readonly string[]): boolean {
  return address.startsWith('/') || origins.includes(new URL(address).origin);
}
