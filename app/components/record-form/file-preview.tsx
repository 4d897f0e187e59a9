import { useState } from 'react';
import type { UploadView } from '~/lib/core/form/form-view';

/** The width of a preview in pixels (product-spec.md §9). */
const PREVIEW_WIDTH = 160;

/** Renders a link to a file. The link contains a preview if the file is an image that the page may load. */
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

/**
 * Returns whether the Content-Security-Policy lets the page load an image. Other images would appear broken.
 */
function mayShow(address: string, origins: readonly string[]): boolean {
  return address.startsWith('/') || origins.includes(new URL(address).origin);
}
