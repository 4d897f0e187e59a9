import { useState } from 'react';
import { type GalleryImage, readGalleryImages } from '~/lib/core/uploads/gallery-images';

interface GalleryChoiceProps {
  href: string;
  /** The address of the chosen image. */
  chosen: string;
  onChoose: (address: string) => void;
}

// These styles are not in the style sheet, because all pages load it, but only the editor needs them.
const LIST_HEIGHT = '13rem';
const THUMBNAIL = { height: '4.5rem', padding: '0.25rem', overflow: 'hidden' };

/** Renders a button that shows the newest images of the gallery, of which one can be chosen. */
export function GalleryChoice({ href, chosen, onChoose }: GalleryChoiceProps) {
  const [images, setImages] = useState<readonly GalleryImage[]>();
  const [failed, setFailed] = useState(false);

  async function load() {
    setFailed(false);
    const found = await fetch(href, { headers: { accept: 'application/json' } })
      .then((response) => response.json())
      .then(readGalleryImages)
      .catch(() => undefined);
    setImages(found);
    setFailed(found === undefined);
  }

  return (
    <div>
      {!images && (
        <button type="button" onClick={load} className="tool px-2">
          Choose from the gallery
        </button>
      )}
      {failed && (
        <p role="alert" className="text-bad">
          The gallery could not be loaded. Please try again
        </p>
      )}
      {images && (
        <fieldset aria-label="Newest images of the gallery">
          {images.length === 0 && <p>The gallery has no images.</p>}
          <div
            className="flex flex-wrap gap-1 overflow-y-auto p-1"
            style={{ maxHeight: LIST_HEIGHT }}
          >
            {images.map(({ address, name }) => (
              <button
                key={address}
                type="button"
                title={name}
                aria-pressed={address === chosen}
                onClick={() => onChoose(address)}
                className="tool"
                style={THUMBNAIL}
              >
                <img src={address} alt={name} loading="lazy" width={72} />
              </button>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}
